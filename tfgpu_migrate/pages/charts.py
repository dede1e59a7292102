"""Numbers as the pieces of a picture: parts of a bar, bands of a chart. All in percent of its width and height."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple


class Segment(NamedTuple):
    """A part of a bar: where it begins, and how wide it is."""

    name: str
    value: int
    start: float
    width: float


class Band(NamedTuple):
    """One of the areas that stand on each other in a chart; `points` is its outline, as SVG takes it."""

    name: str
    points: str


def percent(part: int, whole: int) -> int:
    """How many hundredths a part is: never 100 while something is missing, never 0 while something is there."""
    if not whole:
        return 100
    rounded = round(100 * part / whole)
    if rounded == 100 and part < whole:
        return 99
    return 1 if rounded == 0 and part else rounded


def segments(values: Iterable[tuple[str, int]]) -> list[Segment]:
    """The parts of a bar in their order, without those that are empty."""
    shown = [(name, value) for name, value in values if value]
    whole, start, made = sum(value for _, value in shown), 0.0, list[Segment]()
    for name, value in shown:
        width = 100 * value / whole
        made.append(Segment(name, value, round(start, 3), round(width, 3)))
        start += width
    return made


def bands(points: Sequence[Mapping[str, int]], names: Sequence[str]) -> list[Band]:
    """An area for each name, the first one at the bottom; nothing where there are less than two points."""
    if len(points) < 2:
        return []
    most = max(sum(point[name] for name in names) for point in points) or 1
    floor, made = [0] * len(points), list[Band]()
    for name in names:
        roof = [low + point[name] for low, point in zip(floor, points, strict=True)]
        corners = [*enumerate(roof), *reversed(list(enumerate(floor)))]
        made.append(Band(name, " ".join(_corner(at, value, len(points), most) for at, value in corners)))
        floor = roof
    return made


def _corner(at: int, value: int, points: int, most: int) -> str:
    return f"{100 * at / (points - 1):.2f},{100 - 100 * value / most:.2f}"
