"""Whatever a file looks like around its TF 1 code, `--fix` changes nothing but that code, and changes it once."""

import ast
import codecs
import re
import textwrap

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tfgpu_migrate.check import check_bytes, fix_bytes
from tfgpu_migrate.edit.apply import apply_fixes
from tfgpu_migrate.settings import Settings
from tfgpu_migrate.source import Source

# TF 1 statements; `@` is one step of indentation, `Q` the quotation mark.
SNIPPETS = [
    "x = tf.placeholder(tf.float32, [None], name=QaQ)",
    "sess = tf.Session()",
    "with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:\n@pass",
    "conf = tf.ConfigProto(allow_soft_placement=True,  # é\n@@log_device_placement=flag)\n"
    "sess = tf.Session(QQ, config=conf)",
    "conf = tf.ConfigProto()\nconf.gpu_options.allow_growth = True  # ü\nif flag:\n@conf.log_device_placement = True\n"
    "sess = tf.Session(config=conf)",
    "conf = tf.ConfigProto()\nconf.gpu_options.per_process_gpu_memory_fraction = 0.5\nsess = tf.Session(config=conf)",
    "conf = tf.ConfigProto(gpu_options=tf.GPUOptions(visible_device_list=Q1Q))\n\nsess = tf.Session(config=conf)",
    "saver = (tf.train\n@.Saver())",
    "def make():\n@return tf.Session(config=tf.ConfigProto(device_count={QGPUQ: 0}))",
    "class A(object):\n@def __init__(self):\n@@self.sess = tf.InteractiveSession()\n",
    "config = tf.ConfigProto(**options)\ntf.Session(config=config).run(tf.global_variables_initializer())",
]
# What they stand in.
BLOCKS = ["", "def run(flag, options):\n", "if flag:\n", "try:\n", "class Job:\n@def run(self):\n"]
# What stands around them and must stay.
NEIGHBOURS = [
    "",
    "# tf.Session() é",
    "a = 1;  b = 2",
    "text = Qtf.ConfigProto()Q",
    'text = """tf.Session()\n@ tab\there\n"""',
    "def f(tf):\n@return tf.Session()",
    "if a:\n@b = (1,\n@@@2)  \nelse: pass",
    "total = 1 + \\\n@2",
    "\fimport math",
    "class Session: pass",
    "é = Q日本🦊Q",
]


@st.composite
def files(draw: st.DrawFn) -> tuple[bytes, list[str]]:
    """A file and the neighbours in it, as they are spelled there."""
    newlines = draw(st.sampled_from([["\n"], ["\r\n"], ["\r"], ["\n", "\r\n", "\n", "\r"]]))
    encoding = draw(st.sampled_from(["utf-8", "utf-8-sig", "latin-1", "cp1252"]))
    single_byte = encoding in ("latin-1", "cp1252")
    tokens = {"@": draw(st.sampled_from(["    ", "  ", "\t", " "])), "Q": draw(st.sampled_from(["'", '"']))}
    if single_byte:
        tokens["日本🦊"] = "äöü"

    def spelled(text: str) -> str:
        for token, value in tokens.items():
            text = text.replace(token, value)
        pieces = text.split("\n")
        return "".join(one + newlines[at % len(newlines)] for at, one in enumerate(pieces[:-1])) + pieces[-1]

    around = [spelled(one) for one in draw(st.lists(st.sampled_from(NEIGHBOURS), min_size=2, max_size=4))]
    cut = draw(st.integers(0, len(around)))
    head = f"# coding: {encoding}" if single_byte else "# a file"
    parts = [head, "import tensorflow as tf", *around[:cut], spelled(draw(snippets())), *around[cut:]]
    blank = draw(st.lists(st.integers(0, 2), min_size=len(parts), max_size=len(parts)))
    text = "".join(part + spelled("\n" * (1 + count)) for part, count in zip(parts, blank, strict=True))
    if draw(st.booleans()):
        text = text.rstrip("\r\n")
    return text.encode(encoding), around


@st.composite
def snippets(draw: st.DrawFn) -> str:
    """A snippet, at the top of the file or in a block."""
    snippet, block = draw(st.sampled_from(SNIPPETS)), draw(st.sampled_from(BLOCKS))
    steps = "@" * (1 + block.count("@")) if block else ""
    tail = "\nfinally:\n@print(flag)" if block == "try:\n" else ""
    return block + textwrap.indent(snippet, steps) + tail


NEWLINE = re.compile(r"\r\n|\r|\n")
quick = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))


def fixed(data: bytes) -> bytes:
    report = fix_bytes("a.py", data, Settings())
    assert report.internal_error is None
    assert report.after is not None
    return report.after


@quick
@given(files())
def test_fix_keeps_every_byte_around(given_file: tuple[bytes, list[str]]) -> None:
    data, neighbours = given_file
    after = fixed(data)
    before_text, text = Source.decode(data, "a.py").text, Source.decode(after, "a.py").text
    ast.parse(text)
    at = 0
    for one in neighbours:
        at = text.index(one, at) + len(one)
    assert set(NEWLINE.findall(text)) <= set(NEWLINE.findall(before_text))
    assert after.startswith(codecs.BOM_UTF8) == data.startswith(codecs.BOM_UTF8)
    assert text.endswith(("\r", "\n")) == before_text.endswith(("\r", "\n"))


@quick
@given(files())
def test_a_second_fix_changes_nothing(given_file: tuple[bytes, list[str]]) -> None:
    after = fixed(given_file[0])
    report = fix_bytes("a.py", after, Settings())
    assert report.internal_error is None
    assert report.after in (None, after)


@quick
@given(files())
def test_lines_without_an_edit_stay_in_order(given_file: tuple[bytes, list[str]]) -> None:
    report = check_bytes("a.py", given_file[0], Settings())
    source = report.source
    assert source is not None
    text, applied = apply_fixes(source.text, [one.fix for one in report.diagnostics if one.fix])
    touched = {
        line
        for fix in applied
        for edit in fix.edits
        for line in range(source.location(edit.start)[0], source.location(edit.end)[0] + 1)
    }
    after = iter(NEWLINE.split(text))
    lines = enumerate(NEWLINE.split(source.text), 1)
    assert all(line in after for number, line in lines if number not in touched)
