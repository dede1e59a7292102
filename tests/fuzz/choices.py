"""A string of bytes as a sequence of decisions, which hypothesis and coverage-guided fuzzers draw and shrink fast."""

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


class Choices:
    """Decisions in the order they are asked for; the first of the options, the simplest, where no bytes are left."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def below(self, number: int) -> int:
        """A number from 0, less than another, at most 256."""
        value = self._data[self._at] if self._at < len(self._data) else 0
        self._at += 1
        return value % number

    def one(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]

    def several(self, options: Sequence[T], most: int) -> list[T]:
        """None of the options, or up to so many, the same one maybe twice."""
        return [self.one(options) for _ in range(self.below(most + 1))]


def choices(*sizes: int) -> st.SearchStrategy[Choices]:
    """Decisions for programs of these sizes."""
    return st.one_of(*(st.binary(min_size=size, max_size=2 * size) for size in sizes)).map(Choices)
