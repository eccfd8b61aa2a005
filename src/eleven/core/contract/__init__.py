"""What a game declares: its table of contents, actions, components, zones and rulebook."""
