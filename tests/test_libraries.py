"""What the table of removed names says is true of the installed NumPy; which uses of them are found, and renamed."""

import importlib
import inspect
import itertools

import pytest

from tfgpu_migrate.check import check_bytes, fix_bytes
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.libraries.table import Row, packages, rows
from tfgpu_migrate.libraries.uses import library_uses
from tfgpu_migrate.rules import BY_SYMBOL, load
from tfgpu_migrate.settings import Settings
from tfgpu_migrate.source import Source

HEAD = "import tensorflow as tf\nfrom tensorflow import keras\n"
MARKS = {"same", "near", "again", "told", "call", "keyword"}


def having(package: str) -> list[Row]:
    return [row for row in rows().values() if row.old.startswith(f"{package}.")]


def has(path: str) -> bool:
    """Whether a dotted path leads to something, with the modules on the way imported."""
    first, *rest = path.split(".")
    found, at = importlib.import_module(first), first
    for name in rest:
        at = f"{at}.{name}"
        if not hasattr(found, name):
            try:
                importlib.import_module(at)
            except ImportError:
                return False
        found = getattr(found, name)
    return True


def findings(code: str) -> list[tuple[str, str]]:
    report = check_bytes("a.py", (HEAD + code).encode(), Settings(select=("TFM7",)))
    assert report.source is not None
    return [(one.code, report.source.text[one.start : one.end]) for one in report.diagnostics]


def fixed(code: str, *, unsafe: bool = False) -> str:
    report = fix_bytes("a.py", (HEAD + code).encode(), Settings(select=("TFM7",), unsafe_fixes=unsafe))
    assert report.internal_error is None
    return (report.after or report.before).decode().removeprefix(HEAD)


@pytest.mark.parametrize("row", rows().values(), ids=rows())
def test_a_row_says_what_to_do(row: Row) -> None:
    mark, _, module = row.mark.partition("=")[0].partition("+")
    assert mark in MARKS
    assert mark == "keyword" or (row.new == "") == (mark in ("told", "call"))
    assert row.advice or row.new
    assert not module or row.new.startswith(f"{module}.")


@pytest.mark.parametrize(
    "row", [row for row in having("numpy") if row.mark != "again" and not row.asks_for_call], ids=lambda row: row.old
)
@pytest.mark.filterwarnings("ignore")
def test_numpy_no_longer_has_the_old_name_and_has_the_new_one(row: Row) -> None:
    numpy = pytest.importorskip("numpy", minversion="2.4")
    assert numpy
    assert not has(row.old)
    assert not row.new or row.is_builtin or has(row.new)


@pytest.mark.parametrize("row", [row for row in having("numpy") if row.keyword], ids=lambda row: row.old)
def test_numpy_takes_the_new_argument_and_not_the_old_one(row: Row) -> None:
    numpy = pytest.importorskip("numpy", minversion="2.4")
    if row.old == "numpy.array":
        return  # it has the argument, which means something else
    parameters = [*inspect.signature(getattr(numpy, row.old.partition(".")[2])).parameters]
    assert row.keyword not in parameters
    assert not row.new or row.new in parameters or int(row.new) <= len(parameters)


@pytest.mark.parametrize("row", [row for row in having("ndarray") if row.new], ids=lambda row: row.old)
def test_arrays_have_the_new_method_and_not_the_old_one(row: Row) -> None:
    array = pytest.importorskip("numpy", minversion="2.4").ndarray
    assert not hasattr(array, row.old.partition(".")[2])
    assert hasattr(array, row.new.partition(".")[2])


@pytest.mark.parametrize(
    "row",
    [
        row
        for package in packages()
        if package not in ("numpy", "scipy", "sklearn", "PIL")
        for row in having(package)
        if row.new
    ],
    ids=lambda row: row.old,
)
def test_python_has_the_new_name(row: Row) -> None:
    assert row.is_builtin or row.new == "collections.abc.ByteString" or has(row.new)


def test_no_rule_of_tensorflow_is_asked_about_these_names() -> None:
    ours = {code for code in load() if code.startswith("TFM7")}
    assert len(ours) >= 7
    prefixes = {".".join(parts[:n]) for parts in (old.split(".") for old in rows()) for n in range(1, len(parts) + 1)}
    others = [
        symbol for symbol in prefixes for check in BY_SYMBOL.get(symbol, ()) if "libraries" not in check.__module__
    ]
    assert others == []


def test_every_row_belongs_to_one_rule() -> None:
    load()
    assert [old for old in rows() if len(BY_SYMBOL.get(old, ())) != 1] == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import numpy as np\nx = np.float", [("TFM701", "np.float")]),
        ("import numpy\nx = numpy.float", [("TFM701", "numpy.float")]),
        ("from numpy import float as f\nx = f(1)", [("TFM701", "float as f")]),
        ("import numpy as np\nxp = np\nx = xp.Inf", [("TFM701", "xp.Inf")]),
        ("def f():\n    import numpy as np\n    return np.Inf", [("TFM701", "np.Inf")]),
        ("import numpy as np\ndef f(np):\n    return np.Inf", []),
        ("import cupy as np\nx = np.Inf", []),
        ("from scipy.misc import *\n", []),
        ("import numpy as np\nif np.__version__ < '2':\n    x = np.Inf", []),
        ("import sys, numpy as np\nif sys.version_info < (3, 8):\n    x = np.Inf", []),
        ("import numpy as np\nx = np.bool", []),
        ("from sklearn.manifold import TSNE\nx = TSNE(n_iter=3)", [("TFM712", "TSNE")]),
        ("import sklearn.manifold as m\nn_iter = 3\nx = m.TSNE(max_iter=n_iter)", []),
        ("from numpy import reshape\nx = reshape(y, newshape=[1])", [("TFM702", "reshape")]),
        ("import numpy as np\nx = np.bool, np.int", [("TFM701", "np.bool"), ("TFM701", "np.int")]),
        ("for x in xrange(3): pass", [("TFM733", "xrange")]),
        ("from six.moves import *\nfor x in xrange(3): pass", []),
        ("for x in f.xrange(3), g._xrange(3): pass", []),
        ("for x in f.xrange(3), xrange(3): pass", [("TFM733", "xrange")]),
        ("import sys\nif sys.hexversion < 0x3000000:\n    x = unicode(y)", []),
        ("import platform\nif platform.python_version_tuple() < ('3',):\n    x = unicode(y)", []),
        ("if hasattr(__builtins__, 'unicode'):\n    x = unicode(y)", []),
        ("xrange = range\nfor x in xrange(3): pass", []),
        ("class A:\n    xrange = range\n    def f(self):\n        return xrange(3)", [("TFM733", "xrange")]),
        ("def f(x):\n    return x.iteritems(), x.iteritems(1)", [("TFM734", "iteritems")]),
        ("if hasattr(x, 'iteritems'):\n    y = x.iteritems()\nelse:\n    y = x.items()", []),
        ("import cPickle\ncPickle.load(open('a'))", [("TFM732", "cPickle")]),
        ("try:\n    import cPickle as pickle\nexcept:\n    import pickle", []),
        ("import numpy as np\nnp.int = int\nx = np.int, np.float", [("TFM701", "np.float")]),
        ("from PIL import Image\nImage.ANTIALIAS = Image.LANCZOS\nx = Image.ANTIALIAS", []),
        ("import scipy.misc\nx = scipy.misc.imread('a')", [("TFM711", "scipy.misc.imread")]),
        ("x = 'np.float xrange(3) .iteritems()'  # np.float", []),
        ("import time\nx = time.time()", []),
        (
            "import numpy as np\nx = np.load(a), np.load(a).item, np.load(a, None, True, encoding='x')",
            [("TFM702", "np.load")],
        ),
        ("import numpy as np\nx = np.fromstring(a, sep=' '), np.fromstring(*a), map(np.fromstring, a)", []),
        ("import numpy as np\nx = map(np.asscalar, a)", [("TFM702", "np.asscalar")]),
        ("import numpy as np\nx = np.fromstring(a, dtype='u1', count=3, like=None)", [("TFM702", "np.fromstring")]),
        ("from numpy import fromstring\nx = fromstring(a)", [("TFM702", "fromstring")]),
        ("from numpy import asscalar\nx = asscalar(a)", [("TFM702", "asscalar"), ("TFM702", "asscalar")]),
        ("from inspect import getargspec\nx = getargspec(f).args", [("TFM731", "getargspec")]),
        ("import inspect\na, b, c, d = inspect.getargspec(f)", [("TFM731", "inspect.getargspec")]),
    ],
)
def test_findings(code: str, found: list[tuple[str, str]]) -> None:
    assert findings(code) == found


@pytest.mark.parametrize(
    ("code", "after"),
    [
        ("import numpy as np\nfloat = 3\nx = np.float, np.int\n", "import numpy as np\nfloat = 3\nx = np.float, int\n"),
        ("import numpy as np\nx = f'{np.Inf}'\n", "import numpy as np\nx = f'{np.inf}'\n"),
        ("import urllib as u\nu.quote('a')\n", "import urllib as u\nu.quote('a')\n"),
        ("import urllib.parse\nurllib.quote('a')\n", "import urllib.parse\nurllib.parse.quote('a')\n"),
        (
            "try:\n    import urllib.request\nexcept ImportError:\n    import urllib\nurllib.urlopen('a')\n",
            "try:\n    import urllib.request\nexcept ImportError:\n    import urllib\nurllib.request.urlopen('a')\n",
        ),
        ("from urllib import quote, urlopen\n", "from urllib.parse import quote\nfrom urllib.request import urlopen\n"),
        ("from itertools import izip, chain\n", "from itertools import izip, chain\n"),
        ("functools = 3\nreduce(max, x)\n", "functools = 3\nreduce(max, x)\n"),
        ("import functools\nreduce(max, x)\n", "import functools\nfunctools.reduce(max, x)\n"),
        ("import cPickle as pickle, os\n", "import pickle, os\n"),
        (
            "import numpy as np\nx = np.asscalar(a + b), np.asscalar((a)), np.asscalar( a[0] )\n",
            "import numpy as np\nx = (a + b).item(), (a).item(), a[0].item()\n",
        ),
        ("import numpy as np\nx = np.asscalar(np.asscalar(a))\n", "import numpy as np\nx = a.item().item()\n"),
        (
            "import numpy as np\nx = np.fromstring(a, 'u1', -1, '').reshape(3)\n",
            "import numpy as np\nx = np.frombuffer(a, 'u1', -1).copy().reshape(3)\n",
        ),
        ("import numpy as np\nx = np.fromstring(string=a)\n", "import numpy as np\nx = np.fromstring(string=a)\n"),
        ("import numpy as np\nx = np.fromstring('a', 'u1')\n", "import numpy as np\nx = np.fromstring('a', 'u1')\n"),
        ("import inspect\nx = inspect.getargspec(f).args\n", "import inspect\nx = inspect.getfullargspec(f).args\n"),
        ("import numpy as np; x = np.Inf\n", "import numpy as np; x = np.inf\n"),
        (
            "import numpy as np\nx = np.asscalar(a.b(1)\n    .c())\n",
            "import numpy as np\nx = (a.b(1)\n    .c()).item()\n",
        ),
        (
            "import numpy as np\nx = np.asscalar(a.b(\n    1))\n",
            "import numpy as np\nx = a.b(\n    1).item()\n",
        ),
        # Who may take the name from this file still finds it.
        (
            "from numpy import product, NaN\n__all__ = ['product', 'NaN']\n",
            "from numpy import prod as product, nan as NaN\n__all__ = ['product', 'NaN']\n",
        ),
        ("from numpy import product\n", "from numpy import prod as product\n"),
        (
            "from numpy import product\ndef f(x):\n    return product(x)\n",
            "from numpy import prod as product\ndef f(x):\n    return product(x)\n",
        ),
        (
            "from itertools import izip_longest\nprint(list(izip_longest(a)))\n__all__ = ['izip_longest']\n",
            "from itertools import zip_longest as izip_longest\n"
            "print(list(izip_longest(a)))\n__all__ = ['izip_longest']\n",
        ),
        (
            "def f(x):\n    from numpy import product\n    return product(x)\n",
            "def f(x):\n    from numpy import prod\n    return prod(x)\n",
        ),
        (
            "from numpy import Inf, Infinity, infty\nprint(Inf, Infinity, infty)\n",
            "from numpy import inf\nprint(inf, inf, inf)\n",
        ),
        (
            "from numpy import Inf, pi, NaN, infty\nprint(Inf, NaN, infty)\n",
            "from numpy import inf, nan\nfrom numpy import pi\nprint(inf, nan, inf)\n",
        ),
        (
            "from numpy import (Inf,  # a\n    infty)\nprint(Inf, infty)\n",
            "from numpy import (Inf,  # a\n    infty)\nprint(Inf, infty)\n",
        ),
        (
            "from numpy import Inf, in1d\nx = Inf, in1d(a, b)\n",
            "from numpy import inf, in1d\nx = inf, in1d(a, b)\n",
        ),
    ],
)
def test_fixes(code: str, after: str) -> None:
    assert fixed(code) == after
    assert fixed(after) == after


def test_a_file_that_names_nothing_of_the_table_gets_no_second_index() -> None:
    source = Source("a.py", "import tensorflow as tf\nimport numpy as np\nx = np.zeros(3)  # xrange is long gone\n")
    index = Index(source)
    found = library_uses(index)
    assert (found.uses, found.index) == ((), index)


def test_without_tensorflow_there_is_nothing_to_say() -> None:
    code = b"# no tensorflow here\nimport numpy as np\nx = np.float, xrange(3)\n"
    assert check_bytes("a.py", code, Settings()).diagnostics == ()


def test_the_members_of_a_module_that_is_gone_are_told_with_its_import() -> None:
    lines = ("import urllib2", "urllib2.urlopen('a')", "urllib2.Request('b')")
    counts = [len(findings("\n".join(lines[:n]))) for n in range(1, 4)]
    assert all(one == 1 for one, _ in itertools.pairwise(counts))


PLACEHOLDER = "x = tf.placeholder(tf.float32)\nimport numpy as np\n"


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("np.issubdtype(a, np.float)", "np.issubdtype(a, np.floating)"),
        ("np.issubdtype(arg2=np.complex, arg1=a)", "np.issubdtype(arg2=np.complexfloating, arg1=a)"),
        ("np.issubdtype(np.int, np.int)", "np.issubdtype(int, np.signedinteger)"),
        ("np.issubdtype(a, np.str)", "np.issubdtype(a, str)"),
        ("np.issubdtype(a, np.bool)", "np.issubdtype(a, np.bool)"),
        ("np.issubdtype(a, np.object)", "np.issubdtype(a, np.object)"),
        ("np.issubdtype(a, float)", "np.issubdtype(a, np.floating)"),
        ("np.issubdtype(a, arg2=int )", "np.issubdtype(a, arg2=np.signedinteger )"),
        ("np.issubdtype(a, bool)", "np.issubdtype(a, bool)"),
    ],
)
def test_the_types_that_issubdtype_is_asked_for_in_code_of_tensorflow_1(call: str, after: str) -> None:
    assert findings(f"{PLACEHOLDER}y = {call}\n")
    assert fixed(f"{PLACEHOLDER}y = {call}\n") == f"{PLACEHOLDER}y = {after}\n"


def test_later_code_means_a_type_itself() -> None:
    assert findings("import numpy as np\ny = np.issubdtype(a, float)\n") == []
    code = "import numpy as np\ny = np.issubdtype(a, np.float)\n"
    assert fixed(code) == code
    assert fixed(code, unsafe=True) == code.replace("np.float", "np.floating")


@pytest.mark.parametrize("code", ["np.issubdtype(a, float)", "np.issubdtype(*a, float)", "np.issubdtype(a)"])
def test_a_type_of_the_files_own_is_another_one(code: str) -> None:
    assert findings(f"{PLACEHOLDER}from x import float\ny = {code}\n") == []


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("np.array(a, copy=False)", "np.asarray(a)"),
        ("np.array(a, np.int32, copy=False)", "np.asarray(a, np.int32)"),
        ("np.array(a, copy=False, dtype=np.int32)", "np.asarray(a, dtype=np.int32)"),
        ("np.array(a, copy=False, ndmin=2)", "np.array(a, copy=False, ndmin=2)"),
        ("np.array(a, copy=True)", "np.array(a, copy=True)"),
        ("np.array(a, copy=sure)", "np.array(a, copy=sure)"),
    ],
)
def test_code_of_tensorflow_1_asks_for_no_copy_where_none_is_needed(call: str, after: str) -> None:
    head = "import numpy as np\nx = tf.placeholder(tf.float32)\n"
    assert fixed(f"{head}b = {call}\n") == f"{head}b = {after}\n"
    assert fixed(f"import numpy as np\nb = {call}\n") == f"import numpy as np\nb = {call}\n"


def test_a_call_without_the_argument_that_is_gone_needs_no_second_index() -> None:
    index = Index(Source("a.py", "import numpy as np\nx = np.reshape(y, [1])\n"))
    assert library_uses(index).index is index


@pytest.mark.parametrize(
    "code",
    [
        "a = etree.tostring(b)\n",
        "class A:\n    def tostring(self): return ''\n\nA().tostring()\n",
        "box.itemset(3)\n",
        "a = b.as_matrix\n",
    ],
)
def test_a_method_of_the_same_name_may_be_another_one(code: str) -> None:
    assert findings(code) == []


def test_methods_of_models_are_those_of_keras_in_its_files() -> None:
    call = "x = model.fit_generator(batches(), 3)\n"
    head = "import os\nos.environ['TF_USE_LEGACY_KERAS'] = '1'\n"
    assert findings(call) == [("TFM741", "fit_generator")]
    assert findings(f"{head}{call}") == []
    assert findings(f"{head}x = model.predict_classes(y)\n") == [("TFM741", "predict_classes")]
    assert findings(f"class Model:\n    def fit_generator(self): pass\n{call}") == []
    without = check_bytes("a.py", f"import tensorflow as tf\n{call}".encode(), Settings())
    assert without.diagnostics == ()
