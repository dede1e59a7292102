"""The examples of docs/native.md are what the fixes write today, and native."""

import re

from tests.native.conversion import graph_names
from tests.native.page import EXAMPLES, PAGE, rendered
from tests.native.programs import pending


def test_the_examples_are_up_to_date() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert rendered(text) == text, "run `python -m tests.native.page`"


def test_there_are_fourteen_and_all_are_converted() -> None:
    converted = re.findall(r"\nbecomes\n\n```python\n(.*?)```\n", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(converted) == len(EXAMPLES) == 14
    assert [text for text in converted if graph_names(text)] == []
    assert not pending() & set(EXAMPLES)
