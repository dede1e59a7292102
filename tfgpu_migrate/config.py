"""`[tool.tfgpu-migrate]` as one frozen value."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """What a run was told, after configuration files and flags; the defaults are those of an empty configuration."""

    select: tuple[str, ...] = ("ALL",)
    ignore: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    exclude: tuple[str, ...] = ()
    target_version: tuple[int, int] = (2, 21)
    python_version: tuple[int, int] = (3, 10)
    graph_mode: str = "auto"
    gpu_memory_mb: int | None = None
    unsafe_fixes: bool = False
