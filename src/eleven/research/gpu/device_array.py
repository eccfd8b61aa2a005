"""A buffer on a GPU that other libraries read in place, by `__cuda_array_interface__` or by DLPack."""

import ctypes
from typing import Any

import numpy as np

from eleven.core.rules.record import Array

CUDA = 2
_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}


class _Tensor(ctypes.Structure):
    """DLTensor with its DLDevice and DLDataType, then what DLManagedTensor adds."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.c_void_p),
        ("byte_offset", ctypes.c_uint64),
        ("manager_ctx", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    )


_lent: dict[int, tuple[Any, ...]] = {}
"""What others read now: it lives until they are done."""


def _take_back(tensor: int) -> None:
    """Whoever read it is done."""
    _lent.pop(tensor, None)


_give_back = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_take_back)


_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.argtypes, _new_capsule.restype = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p), ctypes.py_object
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.argtypes, _is_valid.restype = (ctypes.c_void_p, ctypes.c_char_p), ctypes.c_int
_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.argtypes, _pointer_of.restype = (ctypes.c_void_p, ctypes.c_char_p), ctypes.c_void_p


def _drop(capsule: int) -> None:
    """Nobody took what was offered."""
    if _is_valid(capsule, b"dltensor"):
        _take_back(_pointer_of(capsule, b"dltensor"))


_dropped = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(_drop)


class DeviceArray:
    """Memory of a GPU, row by row; `np.asarray` copies it to the CPU, torch and JAX read it where it lies."""

    def __init__(self, memory: Any, shape: tuple[int, ...], dtype: Any, ready: Any) -> None:
        self._memory, self._ready = memory, ready
        self.shape, self.dtype = shape, np.dtype(dtype)

    @property
    def pointer(self) -> int:
        """Where it lies."""
        return int(self._memory.__cuda_array_interface__["data"][0])

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        data, typestr = (self.pointer, False), self.dtype.str
        return {"shape": self.shape, "typestr": typestr, "data": data, "strides": None, "stream": 1, "version": 3}

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, 0

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        """A capsule for whoever reads DLPack; all that was asked of the GPU before is done then."""
        self._ready()
        shape = (ctypes.c_int64 * len(self.shape))(*self.shape)
        tensor = _Tensor(
            self.pointer, CUDA, 0, len(self.shape), _CODES[self.dtype.kind], 8 * self.dtype.itemsize, 1, shape, None, 0,
            None, ctypes.cast(_give_back, ctypes.c_void_p),
        )  # fmt: skip
        at = ctypes.addressof(tensor)
        _lent[at] = (tensor, shape, self._memory)
        return _new_capsule(at, b"dltensor", ctypes.cast(_dropped, ctypes.c_void_p))

    def copy_to(self, room: Array) -> Array:
        """Copy to memory of the CPU that was made for it (`CudaBatch.pinned`), and show it there."""
        self._memory.copy_to_host(room)
        shown: Array = room.view(self.dtype).reshape(self.shape)
        return shown

    def pinned(self, cuda: Any) -> Array:
        """Memory of the CPU that the GPU writes to directly, several times as fast."""
        room: Array = cuda.pinned_array(self._memory.shape, self._memory.dtype)
        return room

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        found: Array = self._memory.copy_to_host().view(self.dtype).reshape(self.shape)
        return found if dtype is None else found.astype(dtype)

    def __len__(self) -> int:
        return self.shape[0]
