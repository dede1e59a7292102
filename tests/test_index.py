"""Which names of a file are TensorFlow's: import forms, scopes, version branches."""

import textwrap

import pytest

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.source import Source


def uses(code: str) -> list[Use]:
    return [use for use in Index(Source("a.py", textwrap.dedent(code))).uses if use.symbol]


def symbols(code: str) -> list[str]:
    """The symbols used, imports left out."""
    return [use.symbol for use in uses(code) if not use.is_import]


IMPORTS = [
    ("import tensorflow as tf", "tf.Session()", "", "Session"),
    ("import tensorflow", "tensorflow.Session()", "", "Session"),
    ("import tensorflow as T", "T.train.Saver()", "", "train.Saver"),
    ("import os, tensorflow as tf", "tf.Session()", "", "Session"),
    ("from tensorflow import Session", "Session()", "", "Session"),
    ("from tensorflow import Session as S", "S()", "", "Session"),
    ("from tensorflow import train", "train.Saver()", "", "train.Saver"),
    ("from tensorflow.train import Saver", "Saver()", "", "train.Saver"),
    ("from tensorflow import (constant,\n  Session)", "Session()", "", "Session"),
    ("import tensorflow.train", "tensorflow.train.Saver()", "", "train.Saver"),
    ("import tensorflow.train as train", "train.Saver()", "", "train.Saver"),
    ("import tensorflow.compat.v1 as tf", "tf.Session()", "compat.v1", "Session"),
    ("from tensorflow.compat import v1", "v1.Session()", "compat.v1", "Session"),
    ("from tensorflow import compat", "compat.v1.Session()", "compat.v1", "Session"),
    ("import tensorflow as tf", "tf.compat.v1.Session()", "compat.v1", "Session"),
    ("import tensorflow as tf", "tf.compat.v2.config.experimental", "compat.v2", "config.experimental"),
    ("import tensorflow as tf", "tf.compat.v1.compat.v1.Session()", "compat.v1", "Session"),
    ("import keras.backend as K", "K.set_session(0)", "keras", "keras.backend.set_session"),
    ("from keras import backend as K", "K.set_session(0)", "keras", "keras.backend.set_session"),
    ("from keras.backend import set_session", "set_session(0)", "keras", "keras.backend.set_session"),
    (
        "from keras.backend.tensorflow_backend import set_session",
        "set_session(0)",
        "keras",
        "keras.backend.set_session",
    ),
    ("from tensorflow.keras import backend as K", "K.set_session(0)", "", "keras.backend.set_session"),
    ("from tensorflow.python.keras import backend as K", "K.f()", "private", "keras.backend.f"),
    ("from tensorflow.core.protobuf import config_pb2", "config_pb2.ConfigProto()", "private", "ConfigProto"),
    ("from tensorflow.core.protobuf.config_pb2 import ConfigProto", "ConfigProto()", "private", "ConfigProto"),
    ("from tensorflow.python.client.session import Session", "Session()", "private", "Session"),
    ("from tensorflow.python.client import device_lib", "device_lib.f()", "private", "python.client.device_lib.f"),
]


@pytest.mark.parametrize(("statement", "use", "namespace", "symbol"), IMPORTS)
def test_import_form(statement: str, use: str, namespace: str, symbol: str) -> None:
    found = [one for one in uses(f"{statement}\n{use}\n") if not one.is_import]
    assert [(one.namespace, one.symbol) for one in found] == [(namespace, symbol)]


@pytest.mark.parametrize(("statement", "use", "namespace", "symbol"), IMPORTS)
def test_import_form_in_a_function(statement: str, use: str, namespace: str, symbol: str) -> None:
    code = f"def f():\n    {statement}\n    return {use}\n{use}\n"
    found = [one for one in uses(code) if not one.is_import]
    assert [(one.namespace, one.symbol) for one in found] == [(namespace, symbol)]


TF = "import tensorflow as tf\n"


@pytest.mark.parametrize(
    "code",
    [
        "try:\n    import tensorflow as tf\nexcept ImportError:\n    tf = None\ntf.Session()",
        "try:\n    import tensorflow as tf\nexcept ImportError:\n    raise\nelse:\n    tf.Session()",
        "if gpu:\n    import tensorflow as tf\nelse:\n    import tensorflow as tf\ntf.Session()",
        "tf = None\ndef f():\n    global tf\n    import tensorflow as tf\ndef g():\n    tf.Session()",
        "def f():\n    import tensorflow as tf\n    def g():\n        return tf.Session()",
        "class A:\n    import tensorflow as tf\n    s = tf.Session()",
        "import tensorflow as _tf\ntf = _tf\ntf.Session()",
        "import tensorflow\nv1 = tensorflow\nv1.Session()",
        TF + "def f():\n    global tf\n    return tf.Session()",
        TF + "def f():\n    def g():\n        nonlocal_ = 1\n        return tf.Session()",
        TF + "x = [tf.Session() for x in y]",
        TF + "x = {k: v for k, v in tf.Session()}",
        TF + "f = lambda: tf.Session()",
        TF + "@tf.Session\ndef tf_(): pass",
        TF + "def f(x=tf.Session): pass",
        TF + "def f(tf=tf.Session): pass",
        TF + "def f(x: 'tf' = 1) -> tf.Session: pass",
        TF + "class A(tf.Session): pass",
        TF + "class A:\n    tf = 1\n    def f(self):\n        return tf.Session()",
        TF + "print(f'{tf.Session}')",
        TF + "x = tf.Session if a else b",
        TF + "async def f():\n    async with tf.Session() as s: pass",
        TF + "match x:\n    case tf.Session(): pass",
        TF + "(y := tf.Session())",
        TF + "tf.Session()\ndel tf",
        TF + "x.tf.Session(); tf.Session()",
        TF + "x = tf. \\\n  Session()",
        TF + "x = (tf\n     .Session())",
        TF + "tf.Session()\ntf = 1",
        TF + "try:\n    pass\nexcept tf.Session:\n    pass",
        TF + "while tf.Session(): pass",
    ],
)
def test_the_name_is_tensorflow(code: str) -> None:
    assert symbols(code) == ["Session"]


@pytest.mark.parametrize(
    "code",
    [
        TF + "v1 = tf.compat.v1\nv1.Session()",
        TF + "compat = tf.compat\nv1 = compat.v1\nv1.Session()",
        TF + "def f():\n    v1 = tf.compat.v1\n    v1.Session()",
        TF + "Session = tf.Session\nSession()",
        TF + "class A:\n    session = tf.Session\n    s = session()",
        TF + "tf = tf.compat.v1\ntf.Session()",
        TF + "v1   =  tf . compat.v1  # the old names\nv1.Session()",
        TF + "v1 = tf.compat \\\n  .v1; v1.Session()",
        TF + "v1 = (  # the old names\n  tf.compat.v1)\nv1.Session()",
        TF + "v1 =\\\n  tf.compat.v1\nv1.Session()",
    ],
)
def test_a_name_that_is_assigned_from_tensorflow(code: str) -> None:
    last = uses(code)[-1]
    assert last.symbol == "Session"
    assert last.through_alias


@pytest.mark.parametrize(
    "code",
    [
        "tf.Session()",
        "from . import tensorflow as tf\ntf.Session()",
        "from .tensorflow import Session\nSession()",
        "from mine.tensorflow import Session\nSession()",
        "import tensorflow_probability as tf\ntf.Session()",
        "import tensorflow_hub, tensorboard\ntensorflow_hub.Session()",
        "from tensorflow import *\nSession()",
        TF + "'tf.Session()'  # tf.Session()",
        TF + "def f(tf): return tf.Session()",
        TF + "def f(*tf): return tf.Session()",
        TF + "def f(**tf): return tf.Session()",
        TF + "def f(*, tf): return tf.Session()",
        TF + "def f(tf, /): return tf.Session()",
        TF + "def f(tf):\n    def g(): return tf.Session()",
        TF + "f = lambda tf: tf.Session()",
        TF + "def f():\n    tf = other()\n    tf.Session()",
        TF + "def f():\n    tf: object = other()\n    tf.Session()",
        TF + "def f():\n    a, tf = other()\n    tf.Session()",
        TF + "def f():\n    a, (*tf, b) = other()\n    tf.Session()",
        TF + "def f():\n    for tf in other(): tf.Session()",
        TF + "async def f():\n    async for tf in other(): tf.Session()",
        TF + "def f():\n    with other() as tf: tf.Session()",
        TF + "def f():\n    with other() as (a, tf): tf.Session()",
        TF + "def f():\n    try: pass\n    except E as tf: tf.Session()",
        TF + "def f():\n    import torch as tf\n    tf.Session()",
        TF + "def f():\n    from torch import tf\n    tf.Session()",
        TF + "def f():\n    def tf(): pass\n    tf.Session()",
        TF + "def f():\n    class tf: pass\n    tf.Session()",
        TF + "def f():\n    if (tf := other()): tf.Session()",
        TF + "def f():\n    [tf := x for x in y]\n    tf.Session()",
        TF + "def f():\n    tf += 1\n    tf.Session()",
        TF + "def f():\n    tf.Session()\n    del tf",
        TF + "def f():\n    tf.Session()\n    tf = 1",
        TF + "def f(x):\n    match x:\n        case [tf, *_]: tf.Session()",
        TF + "def f(x):\n    match x:\n        case [*tf]: tf.Session()",
        TF + "def f(x):\n    match x:\n        case {'a': 1, **tf}: tf.Session()",
        TF + "def f(x):\n    match x:\n        case A() as tf: tf.Session()",
        TF + "[tf.Session() for tf in y]",
        TF + "{tf.Session(): 1 for x in y for tf in x}",
        TF + "class A:\n    tf = 1\n    tf.Session()",
        TF + "class A:\n    def tf(self): pass\n    s = tf.Session()",
        TF + "tf = other()\ntf.Session()",
        TF + "tf = 1\ndef f(): return tf.Session()",
        TF + "if x:\n    tf = other()\ntf.Session()",
        TF + "def f():\n    tf = 1\n    def g():\n        nonlocal tf\n        tf.Session()",
        TF + "self.tf.Session()",
        TF + "x().tf.Session()",
        TF + "tf().Session()",
        TF + "f(tf=1, Session=2)",
        "def f():\n    import tensorflow as tf\ndef g():\n    tf.Session()",
        "class A:\n    import tensorflow as tf\n    def f(self): return tf.Session()",
    ],
)
def test_the_name_is_something_else(code: str) -> None:
    assert symbols(code) == []


@pytest.mark.parametrize(
    "code",
    [
        "if tf.__version__ < '2':\n    tf.Session()",
        "if tf.__version__.startswith('1'):\n    pass\nelse:\n    tf.Session()",
        "if int(tf.__version__.split('.')[0]) > 1:\n    if x:\n        tf.Session()",
        "if LooseVersion(tf.VERSION) < LooseVersion('2'):\n    tf.Session()",
        "if not tf.version.VERSION.startswith('2'):\n    tf.Session()",
        "if x:\n    pass\nelif tf.__version__ > '2':\n    tf.Session()",
        "if hasattr(tf, 'Session'):\n    tf.Session()",
        "if hasattr(tf.compat, 'v1'):\n    tf.Session()",
        "old = tf.__version__ < '2'\nif old:\n    tf.Session()",
        "major = int(tf.__version__[0])\nold = major < 2\nif old and x:\n    tf.Session()",
        "try:\n    tf.Session()\nexcept AttributeError:\n    pass",
        "try:\n    pass\nexcept (KeyError, AttributeError):\n    tf.Session()",
        "try:\n    from tensorflow import Session\nexcept:\n    from other import Session",
        "try:\n    from tensorflow import Session\nexcept Exception:\n    Session = None",
        "try:\n    from tensorflow import Session\n    old = True\nexcept:\n    import other\n    old = False",
        "try:\n    from tensorflow.contrib import rnn\n    tf.Session()\nexcept ImportError:\n    pass",
        "try:\n    import tensorflow.contrib\nexcept ModuleNotFoundError:\n    pass\nelse:\n    tf.Session()",
        "S = tf.Session if tf.__version__ < '2' else None",
        "S = tf.Session if hasattr(tf, 'Session') else None",
        "from tensorflow.python import tf2\nif not tf2.enabled():\n    tf.Session()",
        "def f():\n    if tf.__version__ < '2':\n        return tf.Session()",
    ],
)
def test_a_version_branch_is_known(code: str) -> None:
    index = Index(Source("a.py", TF + code))
    assert [index.is_guarded(use) for use in index.of("Session")] == [True]


@pytest.mark.parametrize(
    "code",
    [
        "print(tf.__version__)\ntf.Session()",
        "if tf.test.is_gpu_available():\n    tf.Session()",
        "if hasattr(config, 'Session'):\n    tf.Session()",
        "if version < '2':\n    tf.Session()",
        "try:\n    tf.Session()\nexcept ValueError:\n    pass",
        "try:\n    tf.Session()\nexcept:\n    pass",
        "try:\n    from tensorflow import Session\nexcept Exception:\n    sys.exit(1)",
        "try:\n    from tensorflow import Session\nfinally:\n    pass",
        "try:\n    import tensorflow as tf\n    tf.Session()\nexcept ImportError:\n    pass",
        "try:\n    import tensorflow as tf\nexcept (ImportError, ModuleNotFoundError):\n    x\nelse:\n    tf.Session()",
        "assert tf.__version__ < '2'\ntf.Session()",
        "try:\n    import cPickle\nexcept ImportError:\n    pass\ntf.Session()",
    ],
)
def test_other_branches_are_none(code: str) -> None:
    index = Index(Source("a.py", TF + code))
    assert [index.is_guarded(use) for use in index.of("Session")] == [False]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("x = 'é', tf.Session()", "tf.Session"),
        ("(tf\n  . Session())", "tf\n  . Session"),
        ("tf. \\\n  Session()", "tf. \\\n  Session"),
    ],
)
def test_offsets_of_a_use(code: str, text: str) -> None:
    (use,) = (one for one in uses(TF + code) if not one.is_import)
    assert (TF + code)[use.start : use.end] == text
    assert use.editable


def test_a_name_that_is_spelled_otherwise_is_not_editable() -> None:
    (use,) = (one for one in uses(TF + "tf.Se\u017f\u017fion()") if not one.is_import)
    assert (use.symbol, use.editable) == ("Session", False)


def test_the_import_that_a_use_goes_back_to() -> None:
    code = TF + "def f():\n    import tensorflow as tf\n    tf.Session()\ndef g():\n    tf.Session()\n"
    index = Index(Source("a.py", code))
    lines = [index.import_of(use).lineno for use in index.of("Session")]
    assert lines == [3, 1]
