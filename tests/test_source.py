"""Bytes to text and back: encodings, newlines, offsets, and what cannot be read."""

import codecs
import re

import pytest

from tfgpu_migrate.source import Source, Unreadable


def source(text: str) -> Source:
    return Source("a.py", text)


def unreadable(data: bytes) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        Source.decode(data, "a.py").tree  # noqa: B018
    return caught.value


@pytest.mark.parametrize(
    ("data", "encoding", "text"),
    [
        (b"", "utf-8", ""),
        ("x = 'é'".encode(), "utf-8", "x = 'é'"),
        (codecs.BOM_UTF8 + b"x = 1\n", "utf-8", "x = 1\n"),
        (codecs.BOM_UTF8 + b"# coding: utf-8\n", "utf-8", "# coding: utf-8\n"),
        (b"# -*- coding: latin-1 -*-\nx = '\xe9'\n", "iso-8859-1", "# -*- coding: latin-1 -*-\nx = 'é'\n"),
        (b"#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n'\x80'", "cp1252", None),
        (b"\n# coding=koi8-r\n'\xc1'\n", "koi8-r", "\n# coding=koi8-r\n'а'\n"),  # noqa: RUF001
        (b"x = 1\n# coding: cp1252\n", "utf-8", None),  # a cookie below code is a comment
        (b"\n\n# coding: cp1252\n", "utf-8", None),  # in the third line too
        (b"# coding: utf8\r\nx = 1\r", "utf-8", None),
        (b"# coding: latin-1\rx = '\xe9'\r", "iso-8859-1", "# coding: latin-1\rx = 'é'\r"),
        (b"x = 1\r# coding: latin-1\rx = '\xc3\xa9'\r", "utf-8", None),
    ],
)
def test_decodes_as_python_does(data: bytes, encoding: str, text: str | None) -> None:
    read = Source.decode(data, "a.py")
    assert codecs.lookup(read.encoding) == codecs.lookup(encoding)
    assert text is None or read.text == text
    assert read.encode(read.text) == data


@pytest.mark.parametrize("data", [b"x\r\ny\rz\n", b"\tx\n\x0cy\n", b"x\n\n\n", b"x", b"\r", b"'\xe2\x80\xa8'\n"])
def test_keeps_every_byte(data: bytes) -> None:
    read = Source.decode(data, "a.py")
    assert read.encode(read.text) == data


@pytest.mark.parametrize(
    ("data", "line", "reason"),
    [
        (b"x = 1\ny = '\xe9'\n", 2, "0xe9"),
        (b"x = 1\n\n\n\n'\xff'", 5, "0xff"),
        (codecs.BOM_UTF8 + b"x = 1\n'\xff'\n", 2, "0xff"),
        (b"x = 1\r\ry = '\xff'\r", 3, "0xff"),
        (b"# coding: ascii\nx = 1\n'\xc3\xa9'\n", 3, "0xc3"),
        (b"# coding: klingon\nx = 1\n", 1, "klingon"),
        (b"#!/bin/sh\n# coding: klingon\nx = 1\n", 2, "klingon"),
        (codecs.BOM_UTF8 + b"# coding: latin-1\n", 1, ""),
        *(
            (b"# coding: %s\nx = 1\n" % name, 1, name.decode())
            for name in (b"rot13", b"hex", b"punycode", b"undefined")
        ),
        (b"x = 1\ny = '\0'\n", 2, "null byte"),
        (b"x = 1\nif x\n  pass\n", 2, "':'"),
        (b"x = (1,\n", 1, "never closed"),
        (b"x = 1\n  y = 2\n", 2, "indent"),
        (b"x = " + b"(" * 300 + b"1" + b")" * 300, 1, "nested"),
    ],
)
def test_unreadable_names_the_line(data: bytes, line: int, reason: str) -> None:
    error = unreadable(data)
    assert error.line == line
    assert reason in error.reason
    assert "Python 2" not in error.reason


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("print 'x'", "print"),
        ("print x", "print"),
        ("print", "no error"),
        ("print >>f, x", "no error"),
        ("print >>f, 'x' % y, z", "no error"),
        ("exec 'x' in y", "exec"),
        ("raise ValueError, 'x'", "raise"),
        ("try: pass\nexcept ValueError, e: pass", "except"),
        ("try: pass\nexcept (ValueError, KeyError), e: pass", "except"),
        ("x <> y", "operator"),
        ("x = `y`", "backticks"),
        ("x = ur'y'", "prefix"),
        ("x = 0777", "octal"),
        ("x = 10L", "long"),
        ("x = 0xFFL", "long"),
        ("def f(a, (b, c)): pass", "parameters"),
        ("if x:\n        y\n\tz", "tabs"),
    ],
)
def test_python_2_is_called_python_2(line: str, kind: str) -> None:
    if kind == "no error":  # Python 3 takes it for an expression
        assert source(line).tree.body
        return
    assert "Python 2" in unreadable(f"x = y = 1\n{line}\n".encode()).reason


@pytest.mark.parametrize(
    "line", ["print('x' 'y'", "x = '<>' +", "raise ValueError('a', 'b'", "def f(a, (b: pass", "x = 0b12"]
)
def test_broken_python_3_is_not_called_python_2(line: str) -> None:
    assert "Python 2" not in unreadable(f"{line}\n".encode()).reason


@pytest.mark.parametrize(
    "text", ["é = 1; y = é", "'🦊'; y = 1", "x = 'a'\r\n'é'; y = 2\r'ü'; y", "\fx = 1\n\fy = 2", "\tif"]
)
@pytest.mark.parametrize("before", ["", "'日本' \\\n + ", "\n"])
def test_offsets_are_characters(before: str, text: str) -> None:
    read = source(before + text)
    for offset in range(len(read.text)):
        line, column = read.location(offset)
        byte_column = len(read.text[read.line_start(offset) : offset].encode())
        assert read.offset(line, byte_column) == offset
        assert read.line_start(offset) + column - 1 == offset


def test_span_of_a_node_behind_other_letters() -> None:
    read = source("a = 'é', '🦊', tf . placeholder\n")
    assert read.text[slice(*read.span(read.tree.body[0].value.elts[2]))] == "tf . placeholder"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "newline"),
    [("", "\n"), ("x", "\n"), ("x\n", "\n"), ("x\r\ny\n", "\r\n"), ("x\ry\r\n", "\r"), ("\n\r\n", "\n")],
)
def test_newline_is_that_of_the_first_line(text: str, newline: str) -> None:
    assert source(text).newline == newline


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("x = 1\n", "    "),
        ("if x:\n  y\n", "  "),
        ("if x:\n\ty\n", "\t"),
        ("if x:  # why\r\n   y\r\n", "   "),
        ("class A: pass\nif x:\n    if y:\n        z\n", "    "),
        ("def f():\n  if x:\n    y\n", "  "),
        ("d = {'a':\n          1}\nif x:\n  y\n", "  "),
        ("x = 1\nif x:\n      # far\n  y\ntry:\n   z\n", "   "),
        ("class A:\n\n  def f(\n      self,\n  ):\n    x\n", "  "),
        ("if (a and\n        b):\n    c\nelse:\n    d\n", "    "),
        ("if x:\r  y\r", "  "),
    ],
)
def test_indent_unit(text: str, unit: str) -> None:
    assert source(text).indent_unit == unit


@pytest.mark.parametrize(
    ("text", "quote"), [("", '"'), ("x = 'a'", "'"), ('x = "a"', '"'), ("'a' 'b' \"c\"", "'"), ("'a' \"b\"", '"')]
)
def test_quote_is_the_more_frequent_one(text: str, quote: str) -> None:
    assert source(text).quote == quote


def test_lines_around_an_offset() -> None:
    read = source("a\r\n  bc\r\n\r\n \t\r\nd")
    at = read.text.index("c")
    assert (read.line_start(at), read.line_end(at), read.next_line(at)) == (3, 7, 9)
    assert read.indent(at) == "  "
    assert read.blank_lines_after(9) == ["\r\n", " \t\r\n"]
    assert read.blank_lines_before(read.text.index("d")) == ["\r\n", " \t\r\n"]
    assert read.next_line(len(read.text)) == len(read.text)
    assert source("").blank_lines_before(0) == []


def test_a_younger_syntax_is_told_apart() -> None:
    read = source("match x:\n    case 1: pass\n")
    assert read.parse((3, 10)).body
    with pytest.raises(Unreadable):
        read.parse((3, 9))


def test_text_that_the_encoding_cannot_hold() -> None:
    read = Source.decode(b"# coding: latin-1\n", "a.py")
    with pytest.raises(UnicodeEncodeError):
        read.encode("日")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tf.Session(x_1)", {"tf", "Session", "x_1"}),
        ("# café naïve xrange…", {"caf", "na", "ve", "xrange"}),
        ("a\ud800b\u2028c", {"a", "b", "c"}),
        ("", set()),
    ],
)
def test_the_words_of_a_text(text: str, words: set[str]) -> None:
    assert Source("a.py", text).words == words


@pytest.mark.parametrize("text", ["", "a", "a\n", "\n\n", "a\nb", "a\r\nb\rc\n", "a\n\nb\n"])
def test_lines_begin_behind_newlines(text: str) -> None:
    ends = [match.end() for match in re.finditer(r"\r\n|\r|\n", text)]
    source = Source("a.py", text)
    assert [source.line_offset(line) for line in range(1, len(ends) + 2)] == [0, *ends]
