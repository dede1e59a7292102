"""`--output-format junit`: a failed test for each finding, as ruff writes it."""

import os
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from xml.sax.saxutils import quoteattr

from tfgpu_migrate.report.findings import Finding
from tfgpu_migrate.report.portable import filename

_NOT_XML = re.compile("[^\t\n\r\u0020-\u007e\u00a0-\u2027\u202f-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(found: Sequence[Finding]) -> Iterator[str]:
    """Yield the lines of the XML."""
    tests = len(found) or 1
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name="tfgpu-migrate" tests="{tests}" skipped="0" failures="{len(found)}" errors="0">\n'
    if not found:
        yield _suite("tfgpu-migrate", 1, 0)
        yield '        <testcase name="No errors found" classname="tfgpu-migrate"/>\n'
        yield "    </testsuite>\n"
    for path, group in groupby(found, lambda finding: finding.path):
        findings, file = list(group), filename(path)
        yield _suite(file, len(findings), len(findings))
        for finding in findings:
            yield from _case(finding, os.path.splitext(file)[0])  # noqa: PTH122 - may be `-`
        yield "    </testsuite>\n"
    yield "</testsuites>\n"


def _suite(name: str, tests: int, failures: int) -> str:
    counts = f'tests="{tests}" skipped="0" errors="0" failures="{failures}"'
    return f'    <testsuite name={_quoted(name)} {counts} package="org.tfgpu-migrate">\n'


def _case(finding: Finding, module: str) -> Iterator[str]:
    line, column = finding.start
    place = "" if finding.cell is not None else f' line="{line}" column="{column}"'
    cell = "" if finding.cell is None else f"cell {finding.cell}, "
    name = f"org.tfgpu-migrate.{finding.diagnostic.code}"
    message = finding.diagnostic.message
    text = f"{cell}line {line}, col {column}, {message}"
    yield f'        <testcase name="{name}" classname={_quoted(module)}{place}>\n'
    yield "            <properties>\n"
    yield '                <property name="severity" value="error"/>\n'
    yield "            </properties>\n"
    yield f"            <failure message={_quoted(message)}>{_escaped(text)}</failure>\n"
    yield "        </testcase>\n"


def _quoted(text: str) -> str:
    return quoteattr(_NOT_XML.sub("\ufffd", text))


def _escaped(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
