"""Wall time with the GPUs and without, and what to say of it."""

from __future__ import annotations

from typing import NamedTuple

from tfgpu_migrate.verify.launch import Ended

_SAME = 1.1  # one run of each: a smaller ratio is noise


class Times(NamedTuple):
    """Of a script: seconds from its first line to its end, and those of its import of TensorFlow among them."""

    seconds: float
    import_seconds: float

    @property
    def rest(self) -> float:
        """Seconds without the import."""
        return self.seconds - self.import_seconds


class Timed(NamedTuple):
    """How a run ended, the error that ended it, and its times, where it lived to tell them."""

    ended: Ended
    error: str | None
    times: Times | None


class Speed(NamedTuple):
    """The run with GPUs, and the one without; None where there was none, and `why_not` says why."""

    gpu: Timed
    cpu: Timed | None = None
    why_not: str = ""

    @property
    def ratio(self) -> float | None:
        """Time without GPUs by time with them; None where one of them did not end well."""
        both = self._times()
        return None if both is None else both[1].seconds / both[0].seconds

    @property
    def ratio_after_import(self) -> float | None:
        """The same without the import of TensorFlow."""
        both = self._times()
        return None if both is None or min(each.rest for each in both) <= 0 else both[1].rest / both[0].rest

    def _times(self) -> tuple[Times, Times] | None:
        if self.cpu is None or self.cpu.ended.code != 0 or self.gpu.ended.code != 0:
            return None
        if self.gpu.times is None or self.cpu.times is None:
            return None
        return self.gpu.times, self.cpu.times

    @property
    def text(self) -> str:
        """One sentence."""
        if self.cpu is None or self.gpu.times is None:
            return f"not compared with the CPU: {self.why_not}"
        gpu, cpu = self.gpu.times.seconds, self.cpu.ended
        if cpu.timed_out:
            times = cpu.seconds / gpu
            least = f"it takes at least {times:.1f} times as long without GPUs; `--timeout` gives it more time"
            return f"the GPU run took {gpu:.1f} s, the CPU run was stopped after {cpu.seconds:.0f} s: {least}"
        if self.ratio is None or self.cpu.times is None:
            why = f": {self.cpu.error.splitlines()[0][:200]}" if self.cpu.error else ""
            return f"the GPU run took {gpu:.1f} s, the CPU run {cpu.text}{why}; their times do not compare"
        took = f"the GPU run took {gpu:.1f} s, the CPU run {self.cpu.times.seconds:.1f} s: {_verdict(self.ratio)}"
        after = self.ratio_after_import
        if after is None or self.gpu.times.import_seconds < gpu / 2:
            return took
        return f"{took}; most of the GPU run is the import of TensorFlow, and not counting that, {_verdict(after)}"


def _verdict(ratio: float) -> str:
    """What a ratio of CPU time to GPU time means."""
    if ratio >= _SAME:
        return f"it takes {ratio:.1f} times as long without GPUs"
    if ratio <= 1 / _SAME:
        return f"it takes {1 / ratio:.1f} times as long with GPUs"
    return "GPUs make no difference"
