"""`verify --against`: a right migration shows no difference, and each wrong one shows what is wrong."""

from pathlib import Path

import pytest

from tests.record_tf1 import SCRIPTS
from tests.verify_bed import VerifyBed
from tfgpu_migrate.verify.against import is_tf1
from tfgpu_migrate.verify.compare import Side, differences, is_alike, is_chance
from tfgpu_migrate.verify.interpreter import Interpreter
from tfgpu_migrate.verify.launch import Ended
from tfgpu_migrate.verify.result import Result

GPUS = 2
OLD_LIBRARIES = SCRIPTS / "old_libraries"  # whose original needs an older Python and NumPy too
FOLDERS = sorted(folder for folder in SCRIPTS.iterdir() if folder != OLD_LIBRARIES)
needs_tensorflow = pytest.mark.tensorflow


def side(bed: VerifyBed, script: Path, folder: Path, name: str) -> Side:
    seen = bed.run(script, GPUS, as_tf1=is_tf1(str(script)))
    output = folder / name
    output.write_text(seen.stdout, "utf-8")
    return Side(seen.result, output, script.read_text("utf-8"))


def told(bed: VerifyBed, before: Path, after: Path, folder: Path) -> list[str]:
    original = side(bed, before, folder, "before.out")
    return told_of(original, bed, after, folder)


def told_of(original: Side, bed: VerifyBed, after: Path, folder: Path) -> list[str]:
    fixed = side(bed, after, folder, "after.out")
    return [f"{each.code} {each.message}" for each in differences(original, fixed)]


@needs_tensorflow
@pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])
def test_a_fixed_tutorial_does_what_it_did(folder: Path, verify_bed: VerifyBed, tmp_path: Path) -> None:
    assert told(verify_bed, folder / "before.py", folder / "after.py", tmp_path) == []


ON_TENSORFLOW_1 = "; to compare, run the original on TensorFlow 1: --tf1-python PATH"


@needs_tensorflow
def test_an_original_that_does_not_run_here_is_told_first(verify_bed: VerifyBed, tmp_path: Path) -> None:
    (first,) = told(verify_bed, OLD_LIBRARIES / "before.py", OLD_LIBRARIES / "after.py", tmp_path)
    assert first.startswith("TFM621 the original exited with 1: ImportError: cannot import name 'Iterable'")
    assert first.endswith(f"; this script exited with 0{ON_TENSORFLOW_1}")


ORIGINAL = """import tensorflow as tf

config = tf.ConfigProto(allow_soft_placement=True)
config.gpu_options.allow_growth = True
config.gpu_options.visible_device_list = "1"
x = tf.constant([1.0, 2.0])
with tf.device("/gpu:0"):
    total = tf.reduce_sum(x * 3.0)
with tf.Session(config=config) as sess:
    print("total", sess.run(total))
"""
FIXED = """import tensorflow as tf

tf.compat.v1.disable_v2_behavior()

tf.config.set_visible_devices(tf.config.list_physical_devices("GPU")[1:2], "GPU")
for gpu in tf.config.list_physical_devices("GPU")[1:2]:
    tf.config.experimental.set_memory_growth(gpu, True)
tf.config.set_soft_device_placement(True)
x = tf.constant([1.0, 2.0])
with tf.device("/gpu:0"):
    total = tf.reduce_sum(x * 3.0)
with tf.compat.v1.Session() as sess:
    print("total", sess.run(total))
"""
# (what goes wrong, the text of the right migration, what stands there instead, what is told)
WRONG = [
    (
        "dropped growth",
        "set_memory_growth(gpu, True)",
        "set_memory_growth(gpu, False)",
        "TFM623 devices: growth was True",
    ),
    (
        "lost soft placement",
        "set_soft_device_placement(True)",
        "set_soft_device_placement(False)",
        "TFM623 session: soft",
    ),
    ("wrong visible device", "[1:2]", "[0:1]", "TFM623 devices: cards was"),
    (
        "changed dtype",
        "[1.0, 2.0])",
        "[1.0, 2.0], tf.float16)",
        "TFM624 `Sum` was float32 on GPU:0 and is float16 on GPU:0",
    ),
    ("changed output", '"total"', '"sum"', "TFM622 line 1 of the output: `total 9.0` became `sum 9.0`"),
    ("moved to the CPU", '"/gpu:0"', '"/cpu:0"', "TFM624 `Sum` was float32 on GPU:0 and is float32 on CPU:0"),
    ("an error", "sess.run(total)", "sess.run(lost)", "TFM621 the original exited with 0; this script exited with 1"),
]


@pytest.fixture(scope="module")
def original(verify_bed: VerifyBed, tmp_path_factory: pytest.TempPathFactory) -> Side:
    """The original of the planted migrations, once."""
    folder = tmp_path_factory.mktemp("original")
    (folder / "before.py").write_text(ORIGINAL)
    return side(verify_bed, folder / "before.py", folder, "before.out")


def planted(original: Side, bed: VerifyBed, folder: Path, fixed: str) -> list[str]:
    """What differs where this stands for the right migration."""
    (folder / "after.py").write_text(fixed)
    return told_of(original, bed, folder / "after.py", folder)


@needs_tensorflow
def test_a_right_migration_shows_no_difference(original: Side, verify_bed: VerifyBed, tmp_path: Path) -> None:
    assert planted(original, verify_bed, tmp_path, FIXED) == []


@needs_tensorflow
@pytest.mark.parametrize(("old", "new", "expected"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_a_wrong_migration_is_caught(
    old: str, new: str, expected: str, original: Side, verify_bed: VerifyBed, tmp_path: Path
) -> None:
    assert old in FIXED
    found = planted(original, verify_bed, tmp_path, FIXED.replace(old, new))
    assert any(each.startswith(expected) for each in found), found


@pytest.mark.parametrize(
    ("was", "is_now", "alike"),
    [
        ("loss 0.12345", "loss 0.12346", True),
        ("loss 0.12", "loss 0.13", False),
        ("step 10", "step 11", False),
        ("[1. 2.5e3]", "[1.0 2500.0001]", True),
        ("loss 0.1", "cost 0.1", False),
        ("[1, (2.5, 3)]", "[np.int32(1), (np.float32(2.5), np.int64(3))]", True),
        ("[1, 2]", "[np.int32(1), np.int32(3)]", False),
        ("1", "np.array(1)", False),
        ("rate 1e-05", "rate 9e-05", False),
        ("error 3e-09", "error -2e-08", True),
        ("id 123456789", "id 123450000", False),
        ("[0.568258 1.25    ]", "[0.56825805 1.25      ]", True),
    ],
)
def test_numbers_may_differ_in_their_last_digits(was: str, is_now: str, alike: bool) -> None:
    assert is_alike(was, is_now) is alike


SEED_IT = (
    "seed what draws numbers (`seed=` of each op, `np.random.seed`), "
    "and use --scratch if it goes on from files that it wrote"
)
NUMBERS = (
    "the original prints other numbers each run (first line 1: {}), so of such lines only the words were compared: "
    f"{SEED_IT}"
)
WORDS = f"the original prints something else each run (line {{}}), so the rest cannot be compared: {SEED_IT}"


@pytest.mark.parametrize(
    ("original", "again", "fixed", "said"),
    [
        ("loss 0.5\ndone\n", "loss 0.7\ndone\n", "loss 0.9\ndone\n", [NUMBERS.format("`loss 0.5`, then `loss 0.7`")]),
        (
            "loss 0.5\nstep 10\n",
            "loss 0.7\nstep 10\n",
            "loss 0.9\nstep 12\n",
            ["line 2 of the output: `step 10` became `step 12`", NUMBERS.format("`loss 0.5`, then `loss 0.7`")],
        ),
        (
            "loss 0.5\n",
            "loss 0.7\n",
            "cost 0.5\n",
            ["line 1 of the output: `loss 0.5` became `cost 0.5`", NUMBERS.format("`loss 0.5`, then `loss 0.7`")],
        ),
        ("a\nx\n", "b\nx\n", "c\ny\n", [WORDS.format("1: `a`, then `b`")]),
        ("1\n", "1\n2\n", "1\n3\n", [WORDS.format("2: nothing, then `2`")]),
        ("0.1\na\n", "0.2\nb\n", "0.3\nc\n", [WORDS.format("2: `a`, then `b`")]),
        ("1\n", "1\n", "2\n", ["line 1 of the output: `1` became `2`"]),
        ("1\n2\n", "1\n2\n", "1\n", ["line 2 of the output: `2` became nothing"]),
        (
            "0.1 0.2\n",
            "0.3 0.2\n",
            "",
            ["line 1 of the output: `0.1 0.2` became nothing", NUMBERS.format("`0.1 0.2`, then `0.3 0.2`")],
        ),
    ],
)
def test_what_the_original_varies_itself_is_told_as_that(
    original: str, again: str, fixed: str, said: list[str], tmp_path: Path
) -> None:
    ended = Ended(0, None, False, 1)
    sides = []
    for name, text in (("original", original), ("fixed", fixed), ("again", again)):
        (tmp_path / name).write_text(text)
        result = Result("a.py", Interpreter("python", "3.11", "2.21.0"), ended, 2, 2, True, "placer", "")
        sides.append(Side(result, tmp_path / name, ""))
    found = list(differences(*sides))
    assert [each.message for each in found] == said
    assert [each.code for each in found] == ["TFM625" if "other numbers" in message else "TFM622" for message in said]
    assert [is_chance(each) for each in found] == [message.startswith("the original prints") for message in said]


@pytest.mark.parametrize(
    ("uncaught", "tensorflow", "after", "said"),
    [
        (
            "ModuleNotFoundError: No module named 'tensorflow.contrib'\n",
            "2.21.0",
            0,
            [
                "TFM621 the original exited with 1: ModuleNotFoundError: No module named 'tensorflow.contrib'; this "
                f"script exited with 0{ON_TENSORFLOW_1}"
            ],
        ),
        (
            "ValueError: no\n",
            "2.21.0",
            0,
            ["TFM621 the original exited with 1: ValueError: no; this script exited with 0"],
        ),
        (
            "ImportError: no\n",
            "1.15.5",
            0,
            ["TFM621 the original exited with 1: ImportError: no; this script exited with 0"],
        ),
        ("ImportError: no\n", "2.21.0", 1, ["TFM622 line 1 of the output: nothing became `1`"]),
    ],
    ids=["contrib", "another error", "on TensorFlow 1 already", "both fail"],
)
def test_an_original_that_stops_is_told_in_one_line(
    uncaught: str, tensorflow: str, after: int, said: list[str], tmp_path: Path
) -> None:
    sides = []
    for name, code, text in (("before", 1, ""), ("after", after, "1\n")):
        (tmp_path / name).write_text(text)
        result = Result(
            name, Interpreter("python", "3.11", tensorflow), Ended(code, None, False, 1), 2, 2, True, "placer", "",
            uncaught=uncaught if code else None,
        )  # fmt: skip
        sides.append(Side(result, tmp_path / name, ""))
    assert [f"{each.code} {each.message}" for each in differences(*sides)] == said
