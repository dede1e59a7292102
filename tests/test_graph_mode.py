"""Graph mode is switched on where it is needed, and nowhere else: eager code would stop."""

import pytest

from tfgpu_migrate import check_text, fix_text

TF = "import tensorflow as tf\n"
EAGER = "print(tf.constant(1).numpy())\n"
GRAPH = "x = tf.compat.v1.placeholder(tf.float32, [2])\n"
SESSION = "sess = tf.compat.v1.InteractiveSession()\n"


@pytest.mark.parametrize(
    "body",
    [
        f"g = tf.Graph()\nwith g.as_default():\n    {GRAPH}",
        "class Frozen:\n    def __init__(self):\n        self.graph = tf.Graph()\n"
        f"        with self.graph.as_default():\n            {GRAPH}"
        "        self.sess = tf.compat.v1.Session(graph=self.graph)\n\n\nFrozen()\n",
        f"with tf.Graph().as_default() as graph:\n    {GRAPH}sess = tf.compat.v1.Session(graph=graph)\n",
        f"g = tf.Graph()\nwith g.as_default():\n    {GRAPH}{EAGER}tf.compat.v1.disable_eager_execution()\n",
        "sess = tf.compat.v1.Session()\nsess.close()\n",
        f"import subprocess\n{SESSION}subprocess.run(['true'])\n",
        f"from absl import app\n{SESSION}app.run(print)\n",
    ],
)
def test_eager_code_with_a_graph_of_its_own_or_an_idle_session_stays_eager(body: str) -> None:
    assert not [one.code for one in check_text(TF + body + EAGER).findings if one.code == "TFM202"]


@pytest.mark.parametrize(
    "body",
    [
        GRAPH,
        f"def build(g):\n    with g.as_default():\n        {GRAPH}\n\nbuild(tf.Graph())\n",
        f"g = tf.Graph()\ng = other\nwith g.as_default():\n    {GRAPH}",
        "sess = tf.compat.v1.Session()\nsess.run(x)\nsess.close()\n",
        f"{SESSION}print(x.eval())\n",
    ],
)
def test_a_graph_from_elsewhere_or_a_session_that_runs_needs_it(body: str) -> None:
    assert [one.code for one in check_text(TF + body).findings if one.code == "TFM202"]


def test_a_late_switch_of_a_private_module_moves_up_by_its_public_name() -> None:
    late = "from tensorflow.python.framework.ops import disable_eager_execution\n"
    fixed = fix_text(f"{TF}{late}\n{GRAPH}disable_eager_execution()\n").text
    assert fixed.startswith(TF)
    assert f"\ntf.compat.v1.disable_eager_execution()\n\n{GRAPH}" in fixed
    assert fixed.endswith(GRAPH)


@pytest.mark.parametrize("compared", ["type(x)==(tf.Tensor)", "(type(x)) == tf.Tensor", "type((x)) is tf.Tensor"])
def test_parentheses_of_a_compared_type_go_with_it(compared: str) -> None:
    fixed = fix_text(f"{TF}x = tf.placeholder(tf.float32)\nassert({compared})\n").text
    assert fixed.endswith("assert(isinstance(x, tf.Tensor))\n")


@pytest.mark.parametrize(("sharded", "starts"), [("False", False), ("True", True), ("many", True)])
def test_a_saver_of_one_file_starts_nothing(sharded: str, starts: bool) -> None:
    saver = f"saver = tf.train.Saver(sharded={sharded})\n"
    proto = "import os\nn = os.cpu_count()\nconf = tf.ConfigProto(intra_op_parallelism_threads=n)\n"
    findings = check_text(f"{TF}{saver}{proto}sess = tf.Session(config=conf)\n").findings
    assert any("starts the runtime" in one.message for one in findings) is starts
