"""What a run is: the values a test compares."""

from __future__ import annotations

from dataclasses import dataclass

from tfgpu_migrate.verify.child.effective import Card, DeviceConfig, GraphConfig, Start

__all__ = ["MEMORY_MIB", "Card", "DeviceConfig", "GraphConfig", "Run", "Start"]

# No two cards alike, so that a cap computed from the wrong card shows.
MEMORY_MIB = (11264, 24576, 40960, 81920)


@dataclass(frozen=True)
class Run:
    """What became of one script."""

    exit: int
    """As the shell sees it; negative: the signal that ended it."""
    error: str | None
    """`Type: message` of what ended the script, or of why its configuration could not start."""
    stdout: str
    stderr: str
    starts: tuple[Start, ...]

    @property
    def ok(self) -> bool:
        """The script ended well, and its configuration can start."""
        return self.exit == 0 and self.error is None

    @property
    def output(self) -> list[str]:
        """The lines the script itself printed: stdout without TensorFlow's placement log."""
        from tfgpu_migrate.verify.compare import own_lines  # nothing for Python 3.7

        return list(own_lines(self.stdout.splitlines()))

    @property
    def devices(self) -> DeviceConfig | None:
        """The effective device configuration: the first start of a process decides for all later ones."""
        return self.starts[0].devices if self.starts else None

    @property
    def graphs(self) -> tuple[GraphConfig, ...]:
        """The sessions' configurations in order; of a script without any, the eager context's."""
        from tfgpu_migrate.verify.compare import graphs

        return tuple(graphs(self.starts))
