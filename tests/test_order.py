"""What the rules on TensorFlow 2 device code say is what TensorFlow does, and in which order a file's calls run."""

from collections.abc import Iterator

import pytest

from tests.pretend_gpus import PretendGpus
from tfgpu_migrate.check import check_bytes, fix_bytes
from tfgpu_migrate.context import Context
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.placement.setters import SETTERS
from tfgpu_migrate.placement.starts import STARTS
from tfgpu_migrate.settings import Settings
from tfgpu_migrate.source import Source

HEAD = """import os
import tensorflow as tf
gpus = tf.config.list_physical_devices("GPU")
limit = [tf.config.LogicalDeviceConfiguration(memory_limit=100)]
"""
CALLS = {
    "set_memory_growth": "tf.config.experimental.set_memory_growth(gpus[0], True)",
    "set_virtual_device_configuration": "tf.config.experimental.set_virtual_device_configuration(gpus[0], limit)",
    "set_visible_devices": "tf.config.set_visible_devices(gpus[0], 'GPU')",
    "set_logical_device_configuration": "tf.config.set_logical_device_configuration(gpus[0], limit)",
    "set_inter_op_parallelism_threads": "tf.config.threading.set_inter_op_parallelism_threads(2)",
    "set_intra_op_parallelism_threads": "tf.config.threading.set_intra_op_parallelism_threads(2)",
}
# Calls that people make before they configure. The whole list was measured; these stay under test.
STARTING = {
    "Variable": "tf.Variable(1.0)",
    "config.list_logical_devices": "tf.config.list_logical_devices()",
    "constant": "tf.constant(1)",
    "data.Dataset.from_tensor_slices": "tf.data.Dataset.from_tensor_slices([1])",
    "device": "tf.device('/gpu:0')",
    "distribute.MirroredStrategy": "tf.distribute.MirroredStrategy()",
    "keras.layers.Dropout": "tf.keras.layers.Dropout(0.5)",
    "keras.layers.LSTM": "tf.keras.layers.LSTM(1)",
    "keras.metrics.Mean": "tf.keras.metrics.Mean()",
    "keras.optimizers.Adam": "tf.keras.optimizers.Adam()",
    "random.normal": "tf.random.normal([1])",
    "summary.create_file_writer": "tf.summary.create_file_writer('logs')",
}
NOT_STARTING = (
    "tf.keras.Input((3,))",
    "tf.keras.layers.Dense(1)",
    "tf.keras.losses.MeanSquaredError()",
    "tf.keras.utils.set_random_seed(1)",
    "tf.random.set_seed(1)",
    "tf.TensorSpec([1])",
    "tf.function(lambda x: x)",
    "tf.config.set_soft_device_placement(True)",
)


def codes(text: str) -> list[str]:
    return [one.code for one in check_bytes("x.py", text.encode(), Settings()).diagnostics]


@pytest.mark.tensorflow
@pytest.mark.parametrize("setter", SETTERS)
def test_a_late_setter_raises_what_the_finding_says(setter: str, pretend_gpus: PretendGpus) -> None:
    text = f"{HEAD}tf.constant(1)\n{CALLS[setter.rpartition('.')[2]]}\n"
    assert pretend_gpus.run_text(text, 2).error == f"RuntimeError: {SETTERS[setter]}"


@pytest.mark.tensorflow
@pytest.mark.parametrize("symbol", STARTING)
def test_a_start_starts(symbol: str, pretend_gpus: PretendGpus) -> None:
    assert symbol in STARTS
    text = f"{HEAD}x = {STARTING[symbol]}\n{CALLS['set_memory_growth']}\n"
    assert "TFM502" in codes(text)
    assert pretend_gpus.run_text(text, 1).error == f"RuntimeError: {SETTERS['config.experimental.set_memory_growth']}"


V1, NO_EAGER = "tf.compat.v1.disable_v2_behavior()", "tf.compat.v1.disable_eager_execution()"
IN_GRAPHS = {  # a call in a graph program: what switched it, whether the call starts the runtime
    "v = tf.compat.v1.get_variable('v', [])\nx = tf.compat.v1.train.Saver(sharded=True)": {V1: True, NO_EAGER: True},
    "v = tf.compat.v1.get_variable('v', [])\nx = tf.compat.v1.train.Saver()": {V1: False, NO_EAGER: False},
    "v = tf.compat.v1.get_variable('v', [])\nx = tf.compat.v1.train.MonitoredTrainingSession()": {V1: True},
    "x = tf.cond(tf.constant(True), lambda: 1, lambda: 2)": {V1: False, NO_EAGER: True},
    "x = tf.map_fn(lambda x: x, tf.constant([1]))": {V1: False, NO_EAGER: True},
}


@pytest.mark.tensorflow
@pytest.mark.parametrize(
    ("call", "switch", "starts"),
    [(call, switch, starts) for call, rows in IN_GRAPHS.items() for switch, starts in rows.items()],
)
def test_what_starts_the_runtime_in_a_graph(call: str, switch: str, starts: bool, pretend_gpus: PretendGpus) -> None:
    text = f"import tensorflow as tf\n{switch}\n{call}\ngpus = tf.config.list_physical_devices('GPU')\n"
    text += f"{CALLS['set_memory_growth']}\n"
    assert ("TFM502" in codes(text)) == starts
    assert ("cannot be modified" in (pretend_gpus.run_text(text, 1).error or "")) == starts


@pytest.mark.tensorflow
@pytest.mark.parametrize("call", NOT_STARTING)
def test_what_does_not_start_is_silent(call: str, pretend_gpus: PretendGpus) -> None:
    text = f"{HEAD}x = {call}\n{CALLS['set_memory_growth']}\n"
    assert "TFM502" not in codes(text)
    assert pretend_gpus.run_text(text, 1).ok


@pytest.mark.tensorflow
def test_layers_that_are_built_start_the_runtime(pretend_gpus: PretendGpus) -> None:
    for built in (
        "tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])",
        "tf.keras.layers.Dense(1)(tf.keras.Input((2,)))",
    ):
        text = f"{HEAD}x = {built}\n{CALLS['set_memory_growth']}\n"
        assert "TFM502" in codes(text)
        assert "cannot be modified" in (pretend_gpus.run_text(text, 1).error or "")


@pytest.mark.tensorflow
@pytest.mark.parametrize("gpus", [0, 1, 2])
def test_a_block_that_moved_up_configures(gpus: int, pretend_gpus: PretendGpus) -> None:
    text = "import tensorflow as tf\nx = tf.Variable(1.0)\nfor gpu in tf.config.list_physical_devices('GPU'):\n"
    text += "    tf.config.experimental.set_memory_growth(gpu, True)\nprint(float(x))\n"
    fixed = fix_bytes("x.py", text.encode(), Settings()).after
    assert fixed is not None
    run = pretend_gpus.run_text(fixed.decode(), gpus)
    assert run.ok
    assert run.devices is not None
    assert run.devices.growth is (gpus > 0)


@pytest.mark.tensorflow
@pytest.mark.parametrize("first", ["tf.compat.v1.Session()", "tf.test.is_gpu_available()"])
def test_devices_that_exist_are_not_configured(first: str, pretend_gpus: PretendGpus) -> None:
    text = f"{HEAD}tf.compat.v1.disable_v2_behavior()\nx = {first}\nfor gpu in gpus:\n"
    text += "    tf.config.experimental.set_memory_growth(gpu, True)\ntf.compat.v1.Session()\n"
    run = pretend_gpus.run_text(text, 2)
    assert "TFM502" in codes(text)
    assert run.ok
    assert run.devices is not None
    assert not run.devices.growth


def late(text: str) -> Iterator[str]:
    """The lines of the findings TFM502, as text."""
    source = Source("x.py", f"import tensorflow as tf\n{text}")
    report = check_bytes("x.py", source.encode(source.text), Settings())
    for one in report.diagnostics:
        if one.code == "TFM502":
            yield source.text[one.start : source.line_end(one.start)]


GROW = "tf.config.threading.set_intra_op_parallelism_threads"


@pytest.mark.parametrize(
    "text",
    [
        f"def f():\n    {GROW}(1)\ndef g():\n    tf.constant(1)\ng()\nf()\n",
        "class A:\n    def __init__(self):\n        self.x = tf.zeros([1])\n        self.set()\n"
        f"    def set(self):\n        {GROW}(1)\n",
        f"with open('x') as f:\n    tf.constant(1)\n{GROW}(1)\n",
        f"try:\n    x = tf.constant(1)\n    {GROW}(1)\nexcept RuntimeError:\n    pass\n",
        f"def main(_):\n    tf.constant(1)\n    {GROW}(1)\nif __name__ == '__main__':\n    app.run(main)\n",
        f"if x:\n    tf.constant(1)\n    if y:\n        {GROW}(1)\n",
        f"{GROW}(int(tf.constant(1)))\n",
    ],
)
def test_an_order_that_is_sure_is_found(text: str) -> None:
    assert list(late(text)) == [next(line.strip() for line in text.splitlines() if GROW in line)]


@pytest.mark.parametrize(
    "text",
    [
        f"{GROW}(1)\ntf.constant(1)\n{GROW}(1)\n",
        f"if x:\n    tf.constant(1)\n{GROW}(1)\n",
        f"for x in y:\n    tf.constant(1)\n{GROW}(1)\n",
        f"if x:\n    tf.constant(1)\nelse:\n    {GROW}(1)\n",
        f"f = lambda: tf.constant(1)\n{GROW}(1)\n",
        f"x and tf.constant(1)\n{GROW}(1)\n",
        f"def f():\n    yield tf.constant(1)\nf()\n{GROW}(1)\n",
        f"def f():\n    tf.constant(1)\ndef g():\n    {GROW}(1)\n",
        f"with tf.Graph().as_default():\n    tf.constant(1)\n{GROW}(1)\n",
        f"tf.compat.v1.disable_eager_execution()\ntf.constant(1)\n{GROW}(1)\n",
        f"try:\n    pass\nexcept ValueError:\n    tf.constant(1)\n{GROW}(1)\n",
    ],
)
def test_an_order_that_is_not_sure_is_silent(text: str) -> None:
    assert list(late(text)) == []


@pytest.mark.parametrize(
    "between",
    [
        "count = int(x)",  # the block reads it
        "os.environ['CUDA_VISIBLE_DEVICES'] = '0'",
        "gpu = x",
        "print(gpu)",
        "gpus = []",
    ],
)
def test_a_block_does_not_move_over_what_could_notice(between: str) -> None:
    text = f"import os\nimport tensorflow as tf\nx = tf.constant(1)\n{between}\n"
    text += "gpus = tf.config.list_physical_devices('GPU')\nfor gpu in gpus[:count]:\n"
    text += "    tf.config.experimental.set_memory_growth(gpu, True)\n"
    report = fix_bytes("x.py", text.encode(), Settings())
    assert report.after is None or b"x = tf.constant(1)\n" + between.encode() in report.after
    assert "TFM502" in [one.code for one in report.diagnostics]


IMPORT = "import tensorflow as tf\n"
GROWING = """for gpu in tf.config.list_physical_devices('GPU'):
    tf.config.experimental.set_memory_growth(gpu, True)
"""
SHOW = "tf.config.set_visible_devices([], 'GPU')\n"


def fixed(text: str) -> str:
    report = fix_bytes("x.py", text.encode(), Settings())
    return (report.after or b"").decode()


VISIBLE = "tf.config.set_visible_devices(chosen, 'GPU')\n"


@pytest.mark.parametrize(
    "text",
    [
        f"for n in range(1):\n    chosen.append(gpus[n])\n{VISIBLE}",
        f"if gpus:\n    chosen.append(gpus[0])\n{VISIBLE}",
        f"fill(chosen)\n{VISIBLE}",
        f"choose(gpus)\n{VISIBLE}",
        "choose(gpus)\ntf.config.set_visible_devices(gpus[:limit], 'GPU')\n",
        "read(args)\ntf.config.threading.set_intra_op_parallelism_threads(args.threads)\n",
        "args.read()\ntf.config.threading.set_intra_op_parallelism_threads(args.threads)\n",
    ],
)
def test_a_setting_does_not_move_over_a_call_that_may_change_what_it_reads(text: str) -> None:
    head = "import tensorflow as tf\nfrom x import fill, parse, read\nargs = parse()\nlimit, chosen = 1, []\n"
    head += "gpus = tf.config.list_physical_devices('GPU')\ndef choose(given):\n    global limit\n"
    head += "    limit = 2\n    chosen.extend(given)\nx = tf.Variable(1.0)\n"
    report = fix_bytes("x.py", f"{head}{text}".encode(), Settings())
    assert "TFM502" in [one.code for one in report.diagnostics]
    assert report.after is None or report.after.decode().endswith(f"x = tf.Variable(1.0)\n{text}")


@pytest.mark.parametrize(
    ("between", "setting"),
    [
        ("show(x)\n", "tf.config.set_visible_devices(gpus[:1], 'GPU')\n"),
        ("show(args.steps, len(gpus))\n", "tf.config.threading.set_intra_op_parallelism_threads(args.threads)\n"),
    ],
)
def test_a_setting_moves_over_a_call_that_does_not_see_what_it_reads(between: str, setting: str) -> None:
    head = "import tensorflow as tf\nfrom x import parse, show\nargs = parse()\n"
    head += "gpus = tf.config.list_physical_devices('GPU')\n"
    assert fixed(f"{head}x = tf.Variable(1.0)\n{between}{setting}") == f"{head}{setting}x = tf.Variable(1.0)\n{between}"


@pytest.mark.parametrize(
    "between",
    [
        # A function reads, or sets, the name that the loop binds.
        "g = 'old'\ndef show():\n    return g\nx = tf.constant(1)\nprint(show())\n"
        f"for g in tf.config.list_physical_devices('CPU'):\n    {GROW}(1)\n",
        "def change():\n    global g\n    g = 'new'\nx = tf.constant(1)\nchange()\n"
        f"for g in tf.config.list_physical_devices('CPU'):\n    {GROW}(1)\nprint(g)\n",
        # A statement in between binds what the setter reads.
        f"x = tf.constant(1)\nmatch [1024]:\n    case [limit]:\n        pass\n{GROW}(limit)\n",
        f"x = tf.constant(1)\nmatch [1, 2]:\n    case [_, *limit]:\n        pass\n{GROW}(limit)\n",
        f"x = tf.constant(1)\nmatch {{}}:\n    case {{**limit}}:\n        pass\n{GROW}(limit)\n",
        f"limit = 1\nx = tf.constant(1)\ntry:\n    y = 1\nexcept ValueError as limit:\n    pass\n{GROW}(limit)\n",
        f"x = tf.constant(1)\nfrom settings import *\n{GROW}(limit)\n",
        f"x = tf.constant(1)\nexec('limit = 2')\n{GROW}(limit)\n",
        # What the setter reads has another name, by which it changes.
        f"a = parse()\nb = a\nx = tf.constant(1)\nb.n = 3\n{GROW}(a.n)\n",
        f"b = parse()\na = b\nx = tf.constant(1)\nb.n = 3\n{GROW}(a.n)\n",
        f"b = parse()\na = b.c\nx = tf.constant(1)\nb.read()\n{GROW}(a['n'])\n",
        "a = parse()\nb = a\nx = tf.constant(1)\nb += [2]\ntf.config.set_visible_devices(a, 'GPU')\n",
        f"import settings\nx = tf.constant(1)\nload()\n{GROW}(settings.n)\n",
        f"def f(a):\n    x = tf.constant(1)\n    load()\n    {GROW}(a.n)\n",
        # Code runs without brackets.
        f"a = parse()\nkeep(a)\nx = tf.constant(1)\n@change\ndef f():\n    pass\n{GROW}(a.n)\n",
        f"a = parse()\nkeep(a)\nx = tf.constant(1)\nwith change:\n    pass\n{GROW}(a.n)\n",
    ],
)
def test_a_setting_does_not_move_over_what_its_names_may_notice(between: str) -> None:
    text = f"import tensorflow as tf\nfrom x import change, keep, load, parse\n{between}"
    assert "TFM502" in codes(text)
    assert fixed(text) == ""


def test_a_line_of_a_string_is_no_comment() -> None:
    text = f'{IMPORT}x = tf.constant("""\n# a""")\n'
    setting = f"# why\n{GROW}(2)\n"
    assert fixed(f"{text}{setting}") == f"{IMPORT}{setting}{text.removeprefix(IMPORT)}"
    assert fixed(f"{text}{GROW}(2)\n") == f"{IMPORT}{GROW}(2)\n{text.removeprefix(IMPORT)}"


def test_a_setting_moves_above_the_decorators_of_a_class() -> None:
    a_class = "# ordered\n@functools.total_ordering\n@other\nclass A:\n    x = tf.constant(1)\n"
    head = f"{IMPORT}import functools\nfrom x import other\n"
    assert fixed(f"{head}{a_class}{GROW}(2)\n") == f"{head}{GROW}(2)\n{a_class}"


def test_a_setting_does_not_move_over_a_function_that_writes_the_environment() -> None:
    text = "import os\nimport tensorflow as tf\ndef setup():\n    os.environ['CUDA_VISIBLE_DEVICES'] = '1'\n"
    text += f"    return tf.constant(1)\nsetup()\n{GROWING}"
    assert "TFM502" in codes(text)
    assert fixed(text) == ""


def test_tensorflow_may_have_any_name() -> None:
    text = f"x = tf.constant(1)\ntf.print(x)\n{GROWING}".replace("tf.", "flow.")
    moved = f"{GROWING}\nx = tf.constant(1)\ntf.print(x)\n".replace("tf.", "flow.")
    assert fixed(f"import tensorflow as flow\n{text}") == f"import tensorflow as flow\n{moved}"


def test_settings_move_in_their_order() -> None:
    text = f"{IMPORT}x = tf.constant(1)\n{SHOW}{GROWING}print(x)\n"
    assert fixed(text) == f"{IMPORT}{SHOW}{GROWING}\nx = tf.constant(1)\nprint(x)\n"


def test_the_call_of_a_plain_function_moves() -> None:
    function = f"def grow():\n    {GROWING}".replace("\n    tf", "\n        tf")
    text = f"{IMPORT}{function}\nx = tf.constant(1)\ngrow()\n"
    assert fixed(text) == f"{IMPORT}{function}\ngrow()\nx = tf.constant(1)\n"


@pytest.mark.parametrize("line", ["    global x\n", "    open('x')\n", "    print(x)\n"])
def test_the_call_of_a_function_that_does_more_stays(line: str) -> None:
    text = f"{IMPORT}def grow():\n{line}    {SHOW}\nx = tf.constant(1)\ngrow()\n"
    assert fixed(text) == ""


def test_output_keeps_its_order() -> None:
    text = "import tensorflow as tf\nx = tf.constant(1)\nprint('a')\n"
    text += "for gpu in tf.config.list_physical_devices('GPU'):\n"
    text += "    tf.config.experimental.set_memory_growth(gpu, True)\n    print('b')\n"
    report = check_bytes("x.py", text.encode(), Settings())
    assert [(one.code, one.fix) for one in report.diagnostics] == [("TFM502", None)]


def test_timelines_end_where_functions_call_each_other() -> None:
    source = Source("x.py", "import tensorflow as tf\ndef f():\n    g()\ndef g():\n    tf.constant(1)\n    f()\nf()\n")
    context = Context(source, Index(source), Settings())
    assert [len(line) for line in context.timelines] == [1]
