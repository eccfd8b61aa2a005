"""Neural networks that play: their inputs, weights and inference, without PyTorch."""
