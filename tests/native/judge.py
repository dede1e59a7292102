"""Whether two runs print the same: the same words, and numbers that are the same to a part in a thousand."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest

RELATIVE = 1e-3
ABSOLUTE = 1e-5

_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|\bnan\b|[-+]?\binf\b"
_TOKEN = re.compile(rf"(?P<number>{_NUMBER})|\S")
# NumPy 2 writes `np.float32(0.5)` in lists and tuples where NumPy 1 wrote `0.5`.
_SCALAR = re.compile(r"\bnp\.(?:u?int|float|bool)\d*_?\(([^()]*)\)")
_ADDRESS = re.compile(r"0x[0-9a-f]+")
# A tensor of a graph has no value to print, that of eager code has.
_TENSOR = re.compile(
    r"""Tensor\("[^"]*"[^()]*(?:\([^()]*\)[^()]*)*\)|tf\.Tensor\(.*?dtype=\w+\)|<tf\.(?:Variable|Tensor)[^>]*>""",
    re.DOTALL,
)
_SHOWN = 3


def differences(expected: Iterable[str], actual: Iterable[str]) -> list[str]:
    """The first tokens that differ; none where both printed the same.

    Lines and spaces do not count, for NumPy pads and breaks an array by the width of its longest number; nor does what
    the repr of a tensor or a variable says.
    """
    found = []
    for number, (old, new) in enumerate(zip_longest(_tokens(expected), _tokens(actual))):
        if old is None or new is None or not _is_alike(old, new):
            found.append(f"token {number}: {old!r} became {new!r}")
        if len(found) == _SHOWN or old is None or new is None:
            break
    return found


def _tokens(lines: Iterable[str]) -> Iterator[float | str]:
    text = _TENSOR.sub("TENSOR", "\n".join(lines))
    for match in _TOKEN.finditer(_SCALAR.sub(r"\1", _ADDRESS.sub("ADDRESS", text))):
        yield float(match[0]) if match["number"] else match[0]


def _is_alike(old: float | str, new: float | str) -> bool:
    if isinstance(old, str) or isinstance(new, str):
        return old == new
    if math.isnan(old) or math.isnan(new):
        return math.isnan(old) and math.isnan(new)
    return math.isclose(old, new, rel_tol=RELATIVE, abs_tol=ABSOLUTE)
