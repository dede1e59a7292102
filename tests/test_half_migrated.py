"""Files that somebody, or another tool, has migrated in part end up as one would write them.

What the fixes write was run on TensorFlow 2.21.
"""

from pathlib import Path

import pytest

from tests.fuzz.judge import fixed
from tfgpu_migrate.check import check_bytes
from tfgpu_migrate.settings import Settings

FOLDERS = sorted((Path(__file__).parent.parent / "fixtures" / "half_migrated").iterdir())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_rest_is_written_as_the_author_would(folder: Path) -> None:
    after = fixed((folder / "before.py").read_bytes(), Settings())
    assert after.decode() == (folder / "after.py").read_text("utf-8")
    assert check_bytes("a.py", after, Settings()).diagnostics == ()


HAND = "import tensorflow as tf\n\ngpus = {listed}\n{guard}\n    for gpu in gpus:\n        {call}\n{tail}"
PROTO = "conf = tf.ConfigProto()\nconf.gpu_options.allow_growth = True\nprint(tf.Session(config=conf))\n"
CALL = "tf.config.experimental.set_memory_growth(gpu, True)"
LISTED = "tf.config.list_physical_devices('GPU')"


@pytest.mark.parametrize(
    ("listed", "guard", "call", "tail", "times"),
    [
        (LISTED, "if gpus:", CALL, PROTO, 1),
        (LISTED, "try:", CALL, f"except RuntimeError:\n    pass\n{PROTO}", 1),
        (f"{LISTED}[:1]", "if gpus:", CALL, PROTO, 2),
        (LISTED, "if gpus and flag:", CALL, PROTO, 2),
        (LISTED, "if gpus:", f"{CALL}; break", PROTO, 2),
        (LISTED, "try:\n    import horovod\nexcept ImportError:\n    pass\nelse:", CALL, PROTO, 2),
        (LISTED, "if gpus:", CALL.replace("True", "flag"), PROTO, 2),
        (LISTED, "if gpus:", CALL, f"gpus = gpus[1:]\n{PROTO}", 2),
        ("tf.config.list_physical_devices('CPU')", "if gpus:", CALL, PROTO, 2),
    ],
)
def test_growth_that_surely_is_set_is_not_set_again(listed: str, guard: str, call: str, tail: str, times: int) -> None:
    text = HAND.format(listed=listed, guard=guard, call=call, tail=tail)
    assert fixed(text.encode(), Settings()).decode().count("set_memory_growth") == times


@pytest.mark.parametrize(
    ("between", "switches"),
    [
        ("x = tf.placeholder('float')\n", "above"),
        ("def f():\n    return tf.placeholder('float')\n", "below"),
        ("with tf.Graph().as_default():\n    x = tf.placeholder('float')\n", "below"),
        ("x = tf.constant(1)\n", "below"),
    ],
)
def test_a_switch_moves_above_what_needs_it(between: str, switches: str) -> None:
    switch = "tf.compat.v1.disable_eager_execution()"
    text = f"import tensorflow as tf\n{between}{switch}\nprint(tf.Session().run(tf.log(1.)))\n"
    after = fixed(text.encode(), Settings()).decode()
    assert after.count("disable_eager_execution()") == 1
    above = after.startswith("import tensorflow as tf\n\ntf.compat.v1.disable_eager_execution()\n\n")
    assert above == (switches == "above")
