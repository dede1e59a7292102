"""Programs of every syntax of Python, with TensorFlow 1 in each place where an expression may stand.

In a template `◊` is an expression, `▣` a block one step further in, `№` the number of a line that must stay; `§`, `⇥`
and `~` are those of `words.py`.
"""

from tests.fuzz.choices import Choices
from tests.fuzz.words import FIELDS, LONG, MADE, OTHER_IMPORTS, PLAIN, TAKEN

ATOMS = ["x", "y.z", "1", "'tf.Session()'", "None", "...", "x[0]", "b'tf'", "-1.5e3", '"""tf.log"""', "(w := 3)"]
F_STRINGS = ["f'{◊}'", "f'a{◊!r:>{x}} {{tf}}'", "rf'{◊}\\d' 'tf.log(x)'", "f'''{x}\n{◊}'''", "f'{◊=}'"]
EXPRESSIONS = [
    "◊",
    "(◊)",
    "(◊, *x)",
    "[◊, *◊]",
    "{◊: ◊, **x}",
    "{◊}",
    "x(◊, *◊, a=◊, **◊)",
    "x[◊:◊, ◊]",
    "(◊).shape",
    "not (◊)",
    "(◊) + (◊) * 2",
    "(◊) if ◊ else (◊)",
    "x < (◊) <= y",
    "x and (◊) or y",
    "(lambda a=◊, *b, c=◊: ◊)",
    "[◊ for a in (◊) if ◊]",
    "{a: ◊ for a in x for b in a}",
    "sum(◊ for tf in x)",
    "[tf for tf in ◊]",
    "(w := ◊)",
    "(\n⇥⇥◊  ~\n⇥)",
    "x(◊,  ~\n⇥⇥◊,\n⇥)",
    "x(\n\n~\n⇥⇥a=◊)",
    "x + \\\n⇥⇥(◊)",
    "(◊)\\\n⇥⇥.shape",
    "(◊).eval()",
]
STATEMENTS = [
    "◊",
    "x = ◊  ~",
    "x, *y = ◊, ◊",
    "x = y = ◊",
    "x: ◊ = ◊",
    "x: 'tf.Session' = ◊",
    "x += ◊",
    "x.a[◊] = ◊",
    "del x[◊]",
    "assert ◊, ◊",
    "raise x(◊) from ◊",
    "x = 1;  y = ◊ ;x = ◊",
    "◊; ◊",
    "x = \\\n⇥◊",
    "if ◊:  ~\n▣\nelif ◊:\n▣\nelse:\n▣",
    "if ◊: x = ◊; y = ◊",
    "if x:\n▣\nelse: ◊",
    "while ◊:\n▣\nelse:\n▣",
    "for a, (b, *c) in ◊:\n▣\nelse:\n⇥continue_ = ◊",
    "for tf in ◊:\n▣",
    "for a in ◊: x = ◊",
    "with ◊ as sess:\n▣",
    "with ◊, ◊ as (a, b):\n▣",
    "with (\n⇥⇥◊ as a,  ~\n⇥⇥◊,\n):\n▣",
    "with ◊ as sess: sess.run(◊)",
    "try:\n▣\nexcept (◊, x) as e:\n▣\nelse:\n▣\nfinally:\n▣",
    "try:\n▣\nexcept AttributeError:\n▣",
    "try: x = ◊\nexcept: pass",
    "match ◊:\n⇥case [a, *_] if ◊:\n⇥⇥x = ◊\n⇥case {'a': b, **c}:\n⇥⇥y = ◊\n⇥case x.y() | None:\n⇥⇥pass",
    "def f(a=◊, /, b: ◊ = 1, *c, d=◊, **e) -> ◊:\n▣\n⇥return ◊",
    "def f(tf):\n▣",
    "def f(): return ◊",
    "def f():\n⇥'''tf.Session()'''\n▣",
    "def f():\n⇥global x, tf\n⇥x = ◊\n▣",
    "def f():\n⇥n = ◊\n⇥def inner():\n⇥⇥nonlocal n\n⇥⇥n = ◊\n⇥return inner",
    "def f():\n⇥x = yield ◊\n⇥yield from ◊",
    "def f():\n⇥import tensorflow as tf\n▣",
    "def f():\n⇥from tensorflow import Session, log as lg\n⇥return Session(), lg(x)",
    "def f(x):\n⇥def g(y=◊):\n⇥⇥class A: z = ◊\n⇥⇥return ◊\n⇥return g",
    "async def f():\n⇥async with ◊ as a:\n⇥⇥await ◊\n⇥async for b in ◊:\n⇥⇥x = [◊ async for c in b]\n⇥return ◊",
    "@◊\ndef f(): pass",
    "@x(◊)  ~\n@y\nclass A(◊, metaclass=◊):\n▣",
    "class A:\n⇥a: int = ◊\n⇥def __init__(self):\n⇥⇥self.sess = ◊\n⇥def run(self):\n⇥⇥return self.sess.run(◊)",
    "class Session: pass",
    "class T(§test.TestCase):\n⇥def test(self):\n⇥⇥with self.test_session(config=◊) as s:\n⇥⇥⇥s.run(◊)",
    "tf_config = ◊\ntf_config.run(x)",
    "x = [\n⇥◊,\n\n⇥~\n⇥◊\n]",
    "if __name__ == '__main__':\n⇥§app.run()\n▣",
    "if §__version__ < '2':\n▣\nelse:\n▣",
    "lr = lambda: ◊",
    "x = not\\\n◊",
    "return_ = (yield_ := ◊), ◊",
    "try:\n⇥import tensorflow.compat.v1 as tf2\nexcept ImportError:\n⇥tf2 = x\ntf2.Session()",
    "del tf",
    "tf = ◊",
    "§disable_v2_behavior()",
    "§enable_eager_execution()",
    "with §Graph().as_default():\n▣",
    "gpus = §config.list_physical_devices('GPU')\n§config.experimental.set_memory_growth(gpus[0], True)",
]
SIMPLE = [one for one in STATEMENTS if "▣" not in one]
# What must stay, each of its lines.
KEEP = [
    "keep = 'tf.Session() №'  # keep tf.log(x) №",
    "# keep tf.ConfigProto() №",
    'keep = """tf.Session() №\n  tf.log(№)\n"""',
    "keep = {  # keep №\n  1: 'tf №' }",
    "if keep:   pass ;  keep = №",
    "keep = f'{keep!r} tf.log {№}'",
    "def keep(tf): # №\n\treturn tf.Session(№)",
]


def expression(choices: Choices, depth: int = 2) -> str:
    """An expression that mostly names something of TensorFlow."""
    text = _leaf(choices)
    for _ in range(choices.below(depth + 1)):
        before, *rest = choices.one(EXPRESSIONS).split("◊")
        position = choices.below(len(rest))
        holes = [text if at == position else _leaf(choices) for at in range(len(rest))]
        text = before + "".join(hole + piece for hole, piece in zip(holes, rest, strict=True))
    return text


def _leaf(choices: Choices) -> str:
    kind = choices.below(5)
    if kind == 4:
        return choices.one(F_STRINGS).replace("◊", choices.one(PLAIN))
    return choices.one((PLAIN, LONG, LONG, ATOMS)[kind])


def proto(choices: Choices) -> list[str]:
    """A configuration, the fields it is given and what takes it, as statements that may stand in one block."""
    fields = choices.several(FIELDS, 3)
    lines = [f"if x:\n⇥conf.{one}" if choices.below(5) == 4 else f"conf.{one}" for one in fields]
    return [choices.one(MADE), *lines, choices.one(TAKEN), *choices.several(TAKEN, 1)]


def block(choices: Choices, depth: int = 2, size: int = 4) -> list[str]:
    """Statements of one block."""
    found = list[str]()
    for _ in range(1 + choices.below(size)):
        kind = choices.below(10)
        if kind == 9:
            found += proto(choices)
        else:
            found.append(choices.one(KEEP) if kind > 6 else statement(choices, depth))
    return found


def statement(choices: Choices, depth: int) -> str:
    """One statement; its blocks have at most `depth` levels."""
    text = choices.one(STATEMENTS if depth else SIMPLE)
    while "◊" in text:
        text = text.replace("◊", expression(choices, min(depth, 1) + 1), 1)
    while "▣" in text:
        text = text.replace("▣", indented("\n".join(block(choices, depth - 1, 2))), 1)
    return text


def indented(text: str) -> str:
    """A block one step further in."""
    return "\n".join("⇥" + line if line else line for line in text.split("\n"))


def other_imports(choices: Choices) -> tuple[list[str], list[str]]:
    """Imports of parts of TensorFlow, and statements that use them."""
    chosen = dict.fromkeys(choices.several(OTHER_IMPORTS, 2))
    return [one for one, _ in chosen], [f"z = {use}" for _, use in chosen]
