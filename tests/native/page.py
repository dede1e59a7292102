"""The examples of docs/native.md: programs before and after their conversion.

    python -m tests.native.page

writes them anew; `tests/native/test_page.py` fails where they are out of date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.native.conversion import fixed
from tests.native.programs import FOLDER, Program
from tests.readme import ROOT

PAGE = ROOT / "docs" / "native.md"
EXAMPLES = {
    "constants_session": "Constants",
    "variable_counter": "A variable that counts",
    "placeholder_add": "Placeholders",
    "nearest_neighbor": "A function of two placeholders",
    "linear_regression": "Linear regression",
    "logistic_batches": "Batches, and accuracy at the end",
    "mlp_dict_weights": "Layers whose weights stand in dictionaries",
    "xor_network": "Name scopes",
    "two_optimizers": "Two networks, each with its optimizer",
    "device_training": "Devices and memory",
    "saver_roundtrip": "Variables that are saved and restored",
    "class_q_network": "A class that keeps its session",
    "dataset_one_shot": "A dataset until its end",
    "queue_csv": "Queues and a reader",
    "frozen_graph": "A frozen graph",
    "layers_convolution": "Layers",
    "summaries": "Summaries",
}
_BEGIN, _END = "<!-- examples: written by python -m tests.native.page -->\n", "<!-- examples: end -->"
_PART = re.compile(f"(?<={_BEGIN}).*?(?={_END})", re.DOTALL)


def rendered(text: str) -> str:
    """The page with its examples as they are now."""
    examples = "".join(_examples())
    return _PART.sub(lambda _: examples, text)


def _examples() -> Iterator[str]:
    for name, title in EXAMPLES.items():
        program = Program(FOLDER / "native" / f"{name}.py")
        before, after = program.path.read_text(encoding="utf-8"), fixed(program, unsafe=True).text
        yield f"\n### {title}\n\n```python\n{before}```\n\nbecomes\n\n```python\n{after}```\n"
    yield "\n"


if __name__ == "__main__":
    PAGE.write_text(rendered(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
