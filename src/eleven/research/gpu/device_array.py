"""GPU buffers that other libraries read in place, through `__cuda_array_interface__` or DLPack."""

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
"""Exported tensors, kept alive until their consumers release them."""


def _take_back(tensor: int) -> None:
    """Release an exported tensor (the DLPack deleter)."""
    _lent.pop(tensor, None)


_give_back = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_take_back)


_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.argtypes, _new_capsule.restype = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p), ctypes.py_object
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.argtypes, _is_valid.restype = (ctypes.c_void_p, ctypes.c_char_p), ctypes.c_int
_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.argtypes, _pointer_of.restype = (ctypes.c_void_p, ctypes.c_char_p), ctypes.c_void_p


def _drop(capsule: int) -> None:
    """Release a tensor whose capsule was never consumed."""
    if _is_valid(capsule, b"dltensor"):
        _take_back(_pointer_of(capsule, b"dltensor"))


_dropped = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(_drop)


class DeviceArray:
    """GPU memory in row-major order; `np.asarray` copies it to the CPU, torch and JAX read it in place."""

    def __init__(self, memory: Any, shape: tuple[int, ...], dtype: Any, ready: Any, pitch: int = 0) -> None:
        """Wrap contiguous rows, or rows that are `pitch` elements apart."""
        self._memory, self._ready = memory, ready
        self.shape, self.dtype = tuple(shape), np.dtype(dtype)
        self._strides = (pitch, 1) if pitch and pitch != shape[-1] else None

    @property
    def pointer(self) -> int:
        """The address in GPU memory."""
        return int(self._memory.__cuda_array_interface__["data"][0])

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        strides = tuple(each * self.dtype.itemsize for each in self._strides) if self._strides else None
        told = {"shape": self.shape, "typestr": self.dtype.str, "data": (self.pointer, False), "strides": strides}
        return {**told, "stream": 1, "version": 3}

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, 0

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        """Return a DLPack capsule, after waiting for all queued GPU work."""
        self._ready()
        shape = (ctypes.c_int64 * len(self.shape))(*self.shape)
        strides = (ctypes.c_int64 * len(self._strides))(*self._strides) if self._strides else None
        tensor = _Tensor(
            self.pointer, CUDA, 0, len(self.shape), _CODES[self.dtype.kind], 8 * self.dtype.itemsize, 1, shape,
            ctypes.cast(strides, ctypes.c_void_p) if strides else None, 0,
            None, ctypes.cast(_give_back, ctypes.c_void_p),
        )  # fmt: skip
        at = ctypes.addressof(tensor)
        _lent[at] = (tensor, shape, strides, self._memory)
        return _new_capsule(at, b"dltensor", ctypes.cast(_dropped, ctypes.c_void_p))

    def copy_to(self, room: Array) -> Array:
        """Copy to CPU memory from `CudaBatch.pinned`, and return it as an array of the same shape."""
        self._memory.copy_to_host(room)
        return self._rows(room)

    def _rows(self, memory: Array) -> Array:
        """Return the rows within the CPU memory that the buffer was copied to."""
        width = self._strides[0] if self._strides else self.shape[-1]
        shown: Array = memory.view(self.dtype).reshape(*self.shape[:-1], width)
        return shown[..., : self.shape[-1]]

    def pinned(self, cuda: Any) -> Array:
        """Return page-locked CPU memory, to which the GPU copies several times as fast."""
        room: Array = cuda.pinned_array(self._memory.shape, self._memory.dtype)
        return room

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        found = self._rows(self._memory.copy_to_host())
        return found if dtype is None else found.astype(dtype)

    def __len__(self) -> int:
        return self.shape[0]
