"""What a rule that waits for the other fixes finds is told by `check` already, at the lines of the file as it is."""

from __future__ import annotations

from tfgpu_migrate import check_text, fix_text
from tfgpu_migrate.check import _LAST
from tfgpu_migrate.rules import load

BY_NAME = """\
import tensorflow as tf

x = tf.placeholder(tf.float32, [2], name="x")

y = x + tf.get_default_graph().get_tensor_by_name("x:0")
with tf.Session() as sess:
    print(sess.run(y, {x: [1, 2]}))
"""
RUNS = BY_NAME.replace('tf.get_default_graph().get_tensor_by_name("x:0")', "1")


def told(text: str) -> list[tuple[int, str]]:
    findings = check_text(text, settings={"extend-select": ["TFM210"]}).findings
    return [(one.line, one.message) for one in findings if one.code == "TFM210"]


def test_the_rules_that_wait_are_known() -> None:
    assert {code for code, rule in load().items() if rule.is_last} == _LAST


def test_what_keeps_a_graph_is_told_at_its_line_before_any_fix() -> None:
    ((line, message),) = told(BY_NAME)
    assert line == 5
    assert "by-name" in message


def test_that_it_can_be_eager_is_told_too() -> None:
    ((_, message),) = told(RUNS)
    assert "can be eager" in message


def test_nothing_is_told_without_asking() -> None:
    assert [one for one in check_text(BY_NAME).findings if one.code == "TFM210"] == []


def test_a_comment_silences_it() -> None:
    assert told(BY_NAME.replace('"x:0")\n', '"x:0")  # noqa: TFM210\n')) == []


def test_an_import_of_v1_is_read_as_tensorflow_1() -> None:
    moved = BY_NAME.replace(
        "import tensorflow as tf\n", "import tensorflow.compat.v1 as tf\n\ntf.disable_v2_behavior()\n"
    )
    ((line, message),) = told(moved)
    assert line == 7
    assert "by-name" in message
    assert fix_text(moved, unsafe_fixes=True).text == moved


def test_an_import_of_v1_goes_with_all_that_is_read_through_it() -> None:
    moved = RUNS.replace("import tensorflow as tf\n", "import tensorflow.compat.v1 as tf\n\ntf.disable_v2_behavior()\n")
    fixed = fix_text(moved, unsafe_fixes=True)
    assert fixed.text.startswith("import tensorflow as tf\n\nx = tf.TensorSpec")
    assert fixed.left.findings == ()
    assert fix_text(fixed.text, unsafe_fixes=True).text == fixed.text


def test_an_import_of_v1_beside_tensorflow_2_stays() -> None:
    both = RUNS.replace("import tensorflow as tf\n", "import tensorflow as tf2\nimport tensorflow.compat.v1 as tf\n")
    assert "import tensorflow.compat.v1 as tf" in fix_text(both, unsafe_fixes=True).text


def test_eager_code_on_an_import_of_v1_stays() -> None:
    eager = "import tensorflow.compat.v1 as tf\n\nprint(tf.reduce_sum(tf.ones([2])))\n"
    assert fix_text(eager, unsafe_fixes=True).text == eager


def test_a_file_that_cannot_be_read_is_told_as_such() -> None:
    broken = check_text("import tensorflow as tf\nprint tf.Session()\n", settings={"extend-select": ["TFM210"]})
    assert [one.code for one in broken.findings] == ["TFM900"]
    assert broken.error is None
    assert fix_text("import tensorflow as tf\nprint tf.Session()\n", unsafe_fixes=True).left.error is None


def test_the_reason_of_a_file_on_v1_is_told_where_it_is_fixed_too() -> None:
    moved = BY_NAME.replace(
        "import tensorflow as tf\n", "import tensorflow.compat.v1 as tf\n\ntf.disable_v2_behavior()\n"
    )
    findings = fix_text(moved, unsafe_fixes=True).left.findings
    assert [(one.line, "by-name" in one.message) for one in findings if one.code == "TFM210"] == [(7, True)]
