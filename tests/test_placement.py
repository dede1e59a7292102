"""Probes for GPUs and variables on devices: the shapes that the fixtures leave out."""

from pathlib import Path

import pytest

from tests.pretend_gpus import PretendGpus
from tfgpu_migrate.check import check_bytes, fix_bytes
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.settings import Settings

FIXTURES = Path(__file__).parent.parent / "fixtures"
CLIENT = "from tensorflow.python.client import device_lib\n"
IMPORT = "import tensorflow as tf\n"
FOUND = '[d for d in device_lib.list_local_devices() if d.device_type == "GPU"]'
LISTED = 'tf.config.list_physical_devices("GPU")'


def findings(text: str, code: str) -> list[Diagnostic]:
    report = check_bytes("script.py", text.encode(), Settings())
    return [one for one in report.diagnostics if one.code == code]


def fixed(text: str) -> str:
    report = fix_bytes("script.py", text.encode(), Settings())
    assert report.internal_error is None
    return (report.before if report.after is None else report.after).decode()


LISTINGS = [
    (
        "the import becomes that of TensorFlow",
        f"import os\n\n{CLIENT}\nlocal = device_lib.list_local_devices()\n\n"
        'n = len([d for d in local if d.device_type == "GPU"])\n',
        f"import os\n\n{IMPORT}\nn = len({LISTED})\n",
    ),
    (
        "the import keeps its other names",
        f"from tensorflow.python.client import device_lib, timeline\nn = len({FOUND})\nprint(timeline)\n",
        f"{IMPORT}from tensorflow.python.client import timeline\nn = len({LISTED})\nprint(timeline)\n",
    ),
    (
        "the import keeps what is still used",
        f"{IMPORT}{CLIENT}n = len({FOUND})\nprint(device_lib.list_local_devices())\n",
        f"{IMPORT}{CLIENT}n = len({LISTED})\nprint(device_lib.list_local_devices())\n",
    ),
    (
        "an import of the whole package stays",
        "import tensorflow.python.client.device_lib\n"
        'n = sum(1 for d in tensorflow.python.client.device_lib.list_local_devices() if d.device_type == "GPU")\n',
        'import tensorflow.python.client.device_lib\nn = len(tensorflow.config.list_physical_devices("GPU"))\n',
    ),
    (
        "an import in try stays",
        f"{IMPORT}try:\n    {CLIENT}finally:\n    pass\nn = len({FOUND})\n",
        f"{IMPORT}try:\n    {CLIENT}finally:\n    pass\nn = len({LISTED})\n",
    ),
    (
        "an import that shares its line stays",
        f"import os; {CLIENT}{IMPORT}n = len({FOUND})\n",
        f"import os; {CLIENT}{IMPORT}n = len({LISTED})\n",
    ),
    (
        "the function itself, under another name, in a function",
        "def count():\n    from tensorflow.python.client.device_lib import list_local_devices as lld\n"
        "    return sum([1 for d in lld() if 'CPU' == d.device_type])\n",
        "def count():\n    import tensorflow as tf\n    return len(tf.config.list_physical_devices('CPU'))\n",
    ),
    (
        "compat.v1 has tf.config as well",
        f"import tensorflow.compat.v1 as tf\n{CLIENT}n = len({FOUND})\n",
        f"import tensorflow.compat.v1 as tf\nn = len({LISTED})\n",
    ),
    (
        "names, sorted, without a variable of their own",
        f'{IMPORT}{CLIENT}print(sorted(d.name for d in device_lib.list_local_devices() if d.device_type == "GPU"))\n',
        f'{IMPORT}print(sorted(d.name.replace("physical_device", "device") for d in {LISTED}))\n',
    ),
    (
        "counted later, in a function",
        f"{IMPORT}{CLIENT}gpus = {FOUND}\n\n\ndef count():\n    return len(gpus)\n",
        f"{IMPORT}gpus = {LISTED}\n\n\ndef count():\n    return len(gpus)\n",
    ),
    (
        "no tf.config before the proto: the growth can follow",
        f"{IMPORT}{CLIENT}n = len({FOUND})\nc = tf.ConfigProto()\nc.gpu_options.allow_growth = True\n"
        "print(n, tf.Session(config=c).run(tf.constant(1)))\n",
        f"{IMPORT}\ntf.compat.v1.disable_v2_behavior()\n\nn = len({LISTED})\nfor gpu in {LISTED}:\n"
        "    tf.config.experimental.set_memory_growth(gpu, True)\n"
        "print(n, tf.compat.v1.Session().run(tf.constant(1)))\n",
    ),
]


@pytest.mark.parametrize(("before", "after"), [case[1:] for case in LISTINGS], ids=[case[0] for case in LISTINGS])
def test_listing_moves_to_tf_config(before: str, after: str) -> None:
    assert fixed(before) == after
    assert fixed(after) == after


KEPT_LISTINGS = [
    ("unfiltered: TF 1 counts XLA devices", "print(len(device_lib.list_local_devices()))\n"),
    ("devices handed on", f"use({FOUND})\n"),
    ("devices returned", f"def gpus():\n    return {FOUND}\n"),
    ("devices counted and handed on", f"gpus = {FOUND}\nprint(len(gpus), gpus)\n"),
    ("a name bound twice", f"gpus = {FOUND}\nprint(len(gpus))\ngpus = []\n"),
    ("an attribute of a class", f"class Machine:\n    gpus = {FOUND}\n    count = len(gpus)\n"),
    ("another len", f"def len(x):\n    return 0\n\n\nprint(len({FOUND}))\n"),
    ("another kind", 'n = len([d for d in device_lib.list_local_devices() if d.device_type == "TPU"])\n'),
    ("not one kind", 'n = len([d for d in device_lib.list_local_devices() if d.device_type != "CPU"])\n'),
    ("names without a kind", "print([d.name for d in device_lib.list_local_devices()])\n"),
    ("every device of a kind", 'all(d.device_type == "CPU" for d in device_lib.list_local_devices())\n'),
    ("size beside the name", f"print([(d.name, d.memory_limit) {FOUND[3:]})\n"),
    ("two loops", f"print([d.name + e {FOUND[3:-1]} for e in d.name])\n"),
    (
        "a comment that would go",
        'n = len([d for d in device_lib.list_local_devices()  # all\n  if d.device_type == "GPU"])\n',
    ),
    (
        "a line of its own",
        'local = device_lib.list_local_devices(); n = len([d for d in local if d.device_type == "GPU"])\n',
    ),
]


@pytest.mark.parametrize("text", [case[1] for case in KEPT_LISTINGS], ids=[case[0] for case in KEPT_LISTINGS])
def test_other_listings_are_reported_and_left(text: str) -> None:
    text = IMPORT + CLIENT + text
    assert [one.fix for one in findings(text, "TFM402")] == [None]
    assert fixed(text) == text


def test_tf_that_means_something_else_is_not_overwritten() -> None:
    text = f"{CLIENT}tf = 0.5\nprint(len({FOUND}), tf)\n"
    assert [one.fix for one in findings(text, "TFM402")] == [None]


def test_a_version_branch_is_left_in_peace() -> None:
    text = f"{IMPORT}{CLIENT}if tf.__version__ < '2':\n    n = len({FOUND})\n    ok = tf.test.is_gpu_available()\n"
    assert findings(text, "TFM402") == findings(text, "TFM403") == []


PROBES = [
    ("tf.test.is_gpu_available() or x", f"bool({LISTED}) or x"),
    ("x if not x or tf.test.is_gpu_available() else y", f"x if not x or {LISTED} else y"),
    ("[x for x in y if tf.test.is_gpu_available()]", f"[x for x in y if {LISTED}]"),
    ("bool(tf.test.is_gpu_available())", f"bool({LISTED})"),
    ("tf.test.is_gpu_available(flags.cuda)", f"bool({LISTED})"),
    ("tf.compat.v1.test.is_gpu_available()", f"bool({LISTED})"),
    ("print(tf.test.gpu_device_name() != '')", f"print(bool({LISTED}))"),
    ("[tf.test.gpu_device_name() == '']", f"[(not {LISTED})]"),
    ("assert '/device:GPU:0' == tf.test.gpu_device_name()", f"assert {LISTED}"),
    ('f"{tf.test.is_gpu_available()}"', "f\"{bool(tf.config.list_physical_devices('GPU'))}\""),
    ('f"""{tf.test.is_gpu_available()}"""', 'f"""{bool(tf.config.list_physical_devices(\'GPU\'))}"""'),
]


@pytest.mark.parametrize(("before", "after"), PROBES, ids=[case[0] for case in PROBES])
def test_probe_moves_to_tf_config(before: str, after: str) -> None:
    # The marks of the other lines decide on the marks of the new one.
    frame = f'{IMPORT}print("", "", "", "", "")\n'
    assert fixed(f"{frame}{before}\n") == f"{frame}{after}\n"


@pytest.mark.parametrize(
    "text",
    [
        "tf.test.is_gpu_available(min_cuda_compute_capability=(3, 5))",
        "tf.test.is_gpu_available(True, least)",
        "tf.test.is_gpu_available(ask())",
        "tf.test.is_gpu_available(*options)",
        "tf.test.is_gpu_available(  # any\n)",
        "unittest.skipUnless(tf.test.is_gpu_available, 'a GPU')",
    ],
)
def test_other_probes_are_reported_and_left(text: str) -> None:
    text = f"{IMPORT}{text}\n"
    assert [one.fix for one in findings(text, "TFM403")] == [None]


@pytest.mark.parametrize(
    "text",
    [
        "name = tf.test.gpu_device_name()",
        "tf.test.gpu_device_name() == '/gpu:0'",
        "tf.test.gpu_device_name() in names",
        "ask = tf.test.gpu_device_name",
        "tf.test.is_built_with_cuda()",
    ],
)
def test_the_name_of_a_gpu_may_be_asked_for(text: str) -> None:
    assert findings(f"{IMPORT}{text}\n", "TFM403") == []


def test_one_silenced_probe_leaves_the_others_their_fix() -> None:
    text = f"{IMPORT}a = tf.test.is_gpu_available()  # noqa: TFM403\nb = tf.test.is_gpu_available()\n"
    assert fixed(text) == text.replace("b = tf.test.is_gpu_available()", f"b = bool({LISTED})")


MODES = {
    "eager": (IMPORT, ""),
    "ref": ("import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\n", ""),
    "resource": ("import tensorflow.compat.v1 as tf\ntf.disable_eager_execution()\ntf.placeholder(tf.int32)\n", ""),
}
# The truth table of TensorFlow 2.21's placer: dtype -> modes in which a variable of it is on the CPU.
ON_CPU = {
    "int32": "eager ref resource",
    "string": "eager ref resource",
    "qint8": "eager ref resource",
    "qint32": "eager ref resource",
    "int8": "ref",
    "int16": "ref",
    "uint8": "ref",
    "uint16": "ref",
    "uint64": "ref",
    "bool": "",
    "complex64": "",
    "complex128": "",
    "int64": "",
    "uint32": "",
    "float16": "",
    "bfloat16": "",
    "float32": "",
    "float64": "",
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("dtype", ON_CPU)
def test_dtypes_are_those_of_the_placer(dtype: str, mode: str) -> None:
    text = f"{MODES[mode][0]}with tf.device('/gpu:0'):\n    v = tf.Variable(x, dtype=tf.{dtype})\n"
    assert len(findings(text, "TFM401")) == (mode in ON_CPU[dtype].split())


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("0, False, None, 'n'", True),
        ("0, True, True, None, 'n', None, tf.int64", False),
        ("x, True, True, None, 'n', None, tf.int32", True),
        ("tf.ones([2], dtype=tf.dtypes.int32)", True),
        ("tf.constant(3, shape=[2])", True),
        ("tf.constant(3, 'float32')", False),
        ("tf.constant(2147483648)", False),
        ("tf.random.uniform([], 0, 9, tf.int32)", True),
        ("tf.random.uniform([])", False),
        ("tf.cast(x, tf.float32)", False),
        ("tf.cast(x, dtype)", False),
        ("np.ones(2, dtype='int32')", True),
        ("np.arange(3)", False),
        ("[]", False),
        ("[1, x]", False),
        ("-1", True),
        ("len(x)", False),
        ("*values", False),
    ],
)
def test_dtype_of_a_first_value(value: str, found: bool) -> None:
    text = f"{IMPORT}with tf.device('gpu:1'):\n    v = tf.Variable({value})\n"
    assert bool(findings(text, "TFM401")) == found


@pytest.mark.parametrize(
    ("scope", "found"),
    [
        ("tf.device('/device:GPU:0')", True),
        ("tf.device('GPU')", True),
        ("tf.device('/gpu:%d' % (i + 1))", True),
        ("tf.device('/job:worker/replica:0/task:{}/gpu:{}'.format(t, g))", True),
        ("tf.device(rf'/GPU:{i}')", True),
        ("tf.compat.v1.device('/gpu:0')", True),
        ("tf.device('/cpu:0'), tf.device('/gpu:0')", True),
        ("tf.device('/gpu:0'), tf.device('/cpu:0')", False),
        ("tf.device('/gpu:0'), tf.name_scope('a'), tf.control_dependencies([])", True),
        ("tf.device('/gpu:0'), placed(model)", False),
        ("tf.device('/gpu:0'), tf.init_scope()", False),
        ("tf.device('/job:ps')", False),
        ("tf.device('/%s:0' % kind)", False),
        ("tf.device(name)", False),
        ("tf.device(lambda op: '/gpu:0')", False),
        ("torch.device('/gpu:0')", False),
    ],
)
def test_the_innermost_device_scope_counts(scope: str, found: bool) -> None:
    text = f"{IMPORT}with {scope}:\n    for i in range(2):\n        v = tf.Variable(0)\n"
    assert bool(findings(text, "TFM401")) == found


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("", "soft placement puts it silently on the CPU and"),
        ("tf.config.set_soft_device_placement(False)\n", "with soft placement off it raises"),
        ("tf.config.set_soft_device_placement(flag)\n", "without it it raises"),
        ("x = tf.placeholder(tf.int32)\ns = tf.Session()\ns.run(x)\n", "with soft placement off it raises"),
        ("x = tf.compat.v1.placeholder(tf.int32)\n", "without it it raises"),
        ("x = tf.placeholder(tf.int32)\ns = tf.Session(config=c)\ns.run(x)\n", "without it it raises"),
        (
            "x = tf.placeholder(tf.int32)\n"
            "s = tf.Session(config=tf.ConfigProto(allow_soft_placement=True))\ns.run(x)\n",
            "soft placement puts it silently on the CPU and",
        ),
    ],
)
def test_the_message_says_what_soft_placement_does(lines: str, said: str) -> None:
    text = f"{IMPORT}{lines}with tf.device('/gpu:0'):\n    v = tf.Variable(0)\n"
    [found] = findings(text, "TFM401")
    assert said in found.message


@pytest.mark.tensorflow
@pytest.mark.parametrize("gpus", [0, 2])
@pytest.mark.parametrize(
    "folder",
    [path.parent for code in ("TFM402", "TFM403", "TFM501") for path in sorted(FIXTURES.glob(f"{code}_*/after.py"))],
    ids=lambda path: path.name,
)
def test_fixed_fixtures_print_what_they_printed(folder: Path, gpus: int, pretend_gpus: PretendGpus) -> None:
    before, after = (pretend_gpus.run(folder / name, gpus) for name in ("before.py", "after.py"))
    assert after.ok, after.error
    assert after.output == before.output
