"""Damage to the bytes of a file: what editors, transfers and merges do, and what nobody does."""

from tests.fuzz.choices import Choices

INSERTED = [
    b"\0",
    b"\r",
    b"\n",
    b"\r\n",
    b"\f",
    b"\t",
    b"\xef\xbb\xbf",
    b"\xff",
    b"\xe9",
    b"\xc3\xa9",
    b"\xf0\x9f\xa6\x8a",
    b"\xe2\x80\xa8",
    b"\\\n",
    b"'''",
    b'"',
    b"#",
    b"(",
    b"]",
    b"  # noqa",
    b"  # noqa: TFM101, E501",
    b"# tfgpu-migrate: disable[TFM2]\n",
    b"# coding: latin-1\n",
    b"# coding: utf-7\n",
    b"# coding: rot13\n",
    b"# -*- coding: nothing -*-\n",
    b"import tensorflow as tf\n",
    b"tf.Session()",
    b"<<<<<<< HEAD\n",
    b"\x1b[31m",
    b" ",
]


def mutated(data: bytes, choices: Choices) -> bytes:
    """The file after one to four blows."""
    for _ in range(1 + choices.below(4)):
        start = _place(data, choices)
        end = min(len(data), start + choices.below(64))
        slice_ = data[start:end]
        blow = choices.below(9)
        if blow <= 2:
            data = data[:start] + choices.one(INSERTED) + data[start:]
        elif blow == 3:
            data = data[:start] + data[end:]
        elif blow == 4:  # a slice twice
            at = _place(data, choices)
            data = data[:at] + slice_ + data[at:]
        elif blow == 5:
            data = data[:start]
        elif blow == 6:
            data = data[:start] + bytes([choices.below(256)]) + data[start + 1 :]
        elif blow == 7:
            data = data.replace(b"\n", choices.one([b"\r\n", b"\r", b"\n\r", b"\f\n"]))
        else:
            data = data[start:]
    return data


def recoded(data: bytes, choices: Choices) -> bytes:
    """The file in another encoding, where its text fits."""
    encoding = choices.one(["utf-8", "utf-8-sig", "utf-16", "latin-1", "cp1252", "shift_jis", "utf-32"])
    try:
        return data.decode().encode(encoding)
    except UnicodeError:
        return data


def _place(data: bytes, choices: Choices) -> int:
    return (choices.below(256) * 256 + choices.below(256)) % (len(data) + 1)
