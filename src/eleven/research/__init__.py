"""For researchers: many games at once, features for networks, and the interfaces that other libraries expect.

`Batch`, `CudaBatch` and `encoding_of` are loaded when they are first asked for; docs/research.md has the rest.
"""

from typing import TYPE_CHECKING, Any

__all__ = ["Batch", "CudaBatch", "encoding_of"]

if TYPE_CHECKING:
    from eleven.research.batch import Batch
    from eleven.research.encoding import encoding_of
    from eleven.research.gpu.cuda_batch import CudaBatch


def __getattr__(name: str) -> Any:
    """Batch, CudaBatch and encoding_of."""
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
