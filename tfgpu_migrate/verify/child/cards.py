"""A machine's pretended cards, and the part of the CUDA driver that scripts ask for memory sizes."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Sequence
from typing import Any

_SUCCESS, _INVALID_VALUE, _NOT_INITIALIZED, _NO_DEVICE = 0, 1, 3, 100


class Driver:
    """Cards of so much memory. CUDA_VISIBLE_DEVICES is read once, when the driver is first touched, as in CUDA."""

    def __init__(self, memory_mib: Sequence[int]) -> None:
        self._memory_mib = tuple(memory_mib)
        self._visible: tuple[int, ...] | None = None

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards the process can see, in its own order. Looking at them touches the driver."""
        if self._visible is None:
            self._visible = tuple(_visible(len(self._memory_mib), os.environ.get("CUDA_VISIBLE_DEVICES")))
        return self._visible

    def memory_mib(self, ordinal: int) -> int:
        """The memory of the card that the process calls so."""
        return self._memory_mib[self.cards[ordinal]]

    def library(self) -> _LibCuda:
        """Stand in for `libcuda.so.1`, which a machine without a card does not have."""
        if not self._memory_mib:
            raise OSError("libcuda.so.1: cannot open shared object file: No such file or directory")
        return _LibCuda(self)

    def _initialize(self, _flags: int) -> int:
        return _SUCCESS if self.cards else _NO_DEVICE

    def _device(self, device: Any, ordinal: int) -> int:
        if self._visible is None:
            return _NOT_INITIALIZED
        if not 0 <= ordinal < len(self._visible):
            return _INVALID_VALUE
        device[0] = ordinal
        return _SUCCESS

    def _total_memory(self, total: Any, device: int) -> int:
        if self._visible is None:
            return _NOT_INITIALIZED
        total[0] = self.memory_mib(device) << 20
        return _SUCCESS


class _LibCuda:
    """Real C functions, so that ctypes converts and checks arguments as it does for the library."""

    def __init__(self, driver: Driver) -> None:
        status = ctypes.c_int
        self.cuInit = ctypes.CFUNCTYPE(status, ctypes.c_uint)(driver._initialize)
        self.cuDeviceGet = ctypes.CFUNCTYPE(status, ctypes.POINTER(ctypes.c_int), ctypes.c_int)(driver._device)
        memory = ctypes.CFUNCTYPE(status, ctypes.POINTER(ctypes.c_size_t), ctypes.c_int)(driver._total_memory)
        self.cuDeviceTotalMem_v2 = memory


def install(driver: Driver) -> None:
    """Put the pretended driver where `ctypes.CDLL` looks for `libcuda.so.1`."""
    real: Callable[..., Any] = ctypes.CDLL

    def load(name: Any, *args: Any, **kwargs: Any) -> Any:
        return driver.library() if "libcuda.so" in str(name) else real(name, *args, **kwargs)

    setattr(ctypes, "CDLL", load)  # noqa: B010 - assigning to a class name of a module is no statement mypy allows


def _visible(count: int, variable: str | None) -> list[int]:
    """Cards named by CUDA_VISIBLE_DEVICES, which ends at the first entry that names none (CUDA C guide, appendix)."""
    if variable is None:
        return list(range(count))
    cards = []
    for entry in variable.split(","):
        if not entry.strip().isdigit() or int(entry) >= count:
            break
        cards.append(int(entry))
    return cards
