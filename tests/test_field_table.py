"""Every field of ConfigProto has a row: the setter that replaces it, or what a person can do instead."""

import importlib
from collections.abc import Iterator
from typing import Any

import pytest

from tests.field_table import IN_TF1, table
from tfgpu_migrate import rules
from tfgpu_migrate.proto.advice import ADVICE, without_setter
from tfgpu_migrate.proto.fields import FIELDS
from tfgpu_migrate.proto.messages import MESSAGES, PATHS

rules.load()

READ = {path.rstrip(".") for path in PATHS.values()}


def has_row(path: str) -> bool:
    """A row of its own, or that of a message that is reported as a whole."""
    above = path
    while above:
        if above in ADVICE or above in FIELDS:
            return True
        above = above.rpartition(".")[0]
    return path in READ


@pytest.mark.parametrize("path", IN_TF1)
def test_every_field_of_tf1_has_a_row(path: str) -> None:
    assert has_row(path)
    assert not (path in FIELDS and path in ADVICE)


def test_the_page_has_a_row_for_every_field() -> None:
    rows = sum(line.startswith("| `") for line in table().splitlines())
    assert rows == len({*IN_TF1, *FIELDS, *ADVICE} - READ)


@pytest.mark.parametrize("path", ADVICE)
def test_advice_is_a_clause_of_its_own(path: str) -> None:
    text = without_setter(path)
    assert text.startswith("has no tf.config setter: ")
    assert not text.endswith(".")


def test_a_field_that_has_no_row_is_told_to_be_dropped() -> None:
    assert without_setter("no.such_field") == "has no tf.config setter: drop it to move the rest"


@pytest.mark.tensorflow
def test_the_table_is_that_of_the_installed_tensorflow() -> None:
    """No row without a field, no field of the messages that the tool reads without a row."""
    descriptor = importlib.import_module("tensorflow.core.protobuf.config_pb2").ConfigProto.DESCRIPTOR
    known = set(_fields(descriptor, ""))
    assert sorted(path for path in (*ADVICE, *FIELDS) if path not in known) == []
    assert sorted(path for path in known if not has_row(path)) == []


@pytest.mark.tensorflow
def test_the_messages_nest_as_in_the_installed_tensorflow() -> None:
    descriptor = importlib.import_module("tensorflow.core.protobuf.config_pb2").ConfigProto.DESCRIPTOR
    found = {"ConfigProto": descriptor}
    for name, inner in MESSAGES.items():
        for field, message in inner.items():
            found[message] = found[name].fields_by_name[field].message_type
            assert found[message].name == message


def _fields(descriptor: Any, prefix: str, depth: int = 0) -> Iterator[str]:
    for field in descriptor.fields:
        path = prefix + field.name
        yield path
        message = field.message_type
        if message is not None and not message.GetOptions().map_entry and depth < len(MESSAGES):
            yield from _fields(message, f"{path}.", depth + 1)
