"""Memory growth and logical devices in one program, of which TensorFlow does only one."""

from collections.abc import Iterator
from typing import NamedTuple

from tfgpu_migrate.context import Context
from tfgpu_migrate.placement.dtypes import given
from tfgpu_migrate.placement.setters import GROWTH, LOGICAL
from tfgpu_migrate.placement.timeline import Event


class Both(NamedTuple):
    """The second of the two calls, and the one that came first."""

    event: Event
    after: Event


def growth_and_limits(context: Context) -> Iterator[Both]:
    """The calls that make growth and logical devices meet in one run."""
    for line in context.timelines:
        asked = [one for one in line if _lets_grow(context, one) or _splits(one)]
        for position, event in enumerate(asked):
            others = [one for one in asked[:position] if _splits(one) is not _splits(event) and one.runs_with(event)]
            if others:
                yield Both(event, others[0])


def _splits(event: Event) -> bool:
    return event.use is not None and event.use.symbol in LOGICAL


def _lets_grow(context: Context, event: Event) -> bool:
    use = event.use
    if use is None or use.symbol != GROWTH:
        return False
    call = context.call(use)
    enable = given(call, "enable", 1) if call is not None else None
    return enable is not None and enable.literal is True
