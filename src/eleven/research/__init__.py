"""The research API: batches of games, features for networks, and environments for Gymnasium, PettingZoo and OpenSpiel.

`Batch`, `CudaBatch` and `encoding_of` are imported on first use. See docs/research.md.
"""

from typing import TYPE_CHECKING, Any

__all__ = ["Batch", "CudaBatch", "encoding_of"]

if TYPE_CHECKING:
    from eleven.research.batch import Batch
    from eleven.research.encoding import encoding_of
    from eleven.research.gpu.cuda_batch import CudaBatch


def __getattr__(name: str) -> Any:
    """Import Batch, CudaBatch or encoding_of on first use."""
    if name == "Batch":
        from eleven.research.batch import Batch

        return Batch
    if name == "CudaBatch":
        from eleven.research.gpu.cuda_batch import CudaBatch

        return CudaBatch
    if name == "encoding_of":
        from eleven.research.encoding import encoding_of

        return encoding_of
    raise AttributeError(f"module 'eleven.research' has no attribute '{name}'")
