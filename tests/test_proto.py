"""Which protos move to tf.config, which stay in compat.v1, and the reason given for those that stay."""

import re
import textwrap
from dataclasses import replace

import pytest

from tfgpu_migrate import rules
from tfgpu_migrate.check import check_bytes, fix_bytes
from tfgpu_migrate.context import Context
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.proto.decide import Decision
from tfgpu_migrate.settings import Settings
from tfgpu_migrate.source import Source

HEAD = "import tensorflow as tf\n"
SETTINGS = Settings(graph_mode="never")  # one line less in every result
rules.load()


def decisions(code: str) -> list[Decision]:
    source = Source("a.py", HEAD + textwrap.dedent(code))
    return Context(source, Index(source), SETTINGS).decisions


def fixed(code: str, settings: Settings = SETTINGS) -> str:
    data = (HEAD + textwrap.dedent(code)).encode()
    report = fix_bytes("a.py", data, settings)
    assert report.internal_error is None
    text = (report.after or data).decode()
    compile(text, "a.py", "exec")
    return text.removeprefix(HEAD)


GROW = "c = tf.ConfigProto()\nc.gpu_options.allow_growth = True\n"
LOG = "c = tf.ConfigProto(log_device_placement=True)\n"
GROWN = 'for gpu in tf.config.list_physical_devices("GPU"):\n    tf.config.experimental.set_memory_growth(gpu, True)\n'
LOG_IT = "log_device_placement=x"
ENV = 'os.environ["CUDA_VISIBLE_DEVICES"] = "1"\n'
LOGGED = "tf.debugging.set_log_device_placement(True)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (GROW + "s = tf.Session(config=c)\n", GROWN + "s = tf.compat.v1.Session()\n"),
        (GROW + "s = tf.Session(t, None, c)\n", GROWN + "s = tf.compat.v1.Session(t, None)\n"),
        (GROW + "s = tf.compat.v1.Session(config=c)\n", GROWN + "s = tf.compat.v1.Session()\n"),
        (GROW + "with tf.Session(config=c): pass\n", GROWN + "with tf.compat.v1.Session(): pass\n"),
        (GROW + "self.s = tf.Session(config=c)\n", GROWN + "self.s = tf.compat.v1.Session()\n"),
        (GROW + "s[0] = tf.Session(config=c)\n", GROWN + "s[0] = tf.compat.v1.Session()\n"),
        (GROW + "ss = [tf.Session(config=c) for x in y]\n", GROWN + "ss = [tf.compat.v1.Session() for x in y]\n"),
        (GROW + "s = x and tf.Session(config=c)\n", GROWN + "s = x and tf.compat.v1.Session()\n"),
        (GROW + "for x in y:\n    tf.Session(config=c)\n", GROWN + "for x in y:\n    tf.compat.v1.Session()\n"),
        (
            GROW + "try:\n    s = tf.Session(config=c)\nexcept E:\n    pass\n",
            GROWN + "try:\n    s = tf.compat.v1.Session()\nexcept E:\n    pass\n",
        ),
        (
            GROW + "def f():\n    return tf.Session()\ns = tf.Session(config=c)\n",
            GROWN + "def f():\n    return tf.compat.v1.Session()\ns = tf.compat.v1.Session()\n",
        ),
        (
            GROW + "with tf.Session(config=c): pass\nwith tf.Session(config=c): pass\n",
            GROWN + "with tf.compat.v1.Session(): pass\nwith tf.compat.v1.Session(): pass\n",
        ),
        (
            "o = tf.GPUOptions()\no.allow_growth = True\ns = tf.Session(config=tf.ConfigProto(gpu_options=o))\n",
            GROWN + "s = tf.compat.v1.Session()\n",
        ),
        ("c: tf.ConfigProto = tf.ConfigProto()\ns = tf.Session(config=c)\n", "s = tf.compat.v1.Session()\n"),
        ("s = tf.Session(config=tf.ConfigProto())\n", "s = tf.compat.v1.Session()\n"),
        (
            "x = tf.compat.v1.train.Saver(sharded=True)\n" + GROW + "s = tf.Session(config=c)\n",
            GROWN + "x = tf.compat.v1.train.Saver(sharded=True)\ns = tf.compat.v1.Session()\n",
        ),
        (
            "x = tf.compat.v1.train.Saver(sharded=True)\n" + LOG + "s = tf.Session(config=c)\n",
            "x = tf.compat.v1.train.Saver(sharded=True)\n" + LOGGED + "s = tf.compat.v1.Session()\n",
        ),
        (
            "a = g()\nwith b:\n    x = tf.distribute.OneDeviceStrategy('/gpu:0')\n"
            "c = tf.ConfigProto(intra_op_parallelism_threads=a.n)\ns = tf.Session(config=c)\n",
            "a = g()\ntf.config.threading.set_intra_op_parallelism_threads(a.n)\n"
            "with b:\n    x = tf.distribute.OneDeviceStrategy('/gpu:0')\ns = tf.compat.v1.Session()\n",
        ),
        (
            "tf.compat.v1.disable_eager_execution()\nx = tf.cond(y, f, g)\n" + GROW + "s = tf.Session(config=c)\n",
            "tf.compat.v1.disable_eager_execution()\n"
            + GROWN
            + "x = tf.compat.v1.cond(y, f, g)\ns = tf.compat.v1.Session()\n",
        ),
        (
            "if x:\n"
            + textwrap.indent(GROW + "s = tf.Session(config=c)\n", "    ")
            + "else:\n"
            + textwrap.indent(LOG + "s = tf.Session(config=c)\n", "    "),
            "if x:\n"
            + textwrap.indent(GROWN + "s = tf.compat.v1.Session()\n", "    ")
            + "else:\n"
            + textwrap.indent(LOGGED + "s = tf.compat.v1.Session()\n", "    "),
        ),
        (
            "if x:\n"
            + textwrap.indent(GROW + "s = tf.Session(config=c)\n", "    ")
            + "else:\n    s = tf.Session(config=tf.ConfigProto(log_device_placement=True))\n",
            "if x:\n"
            + textwrap.indent(GROWN + "s = tf.compat.v1.Session()\n", "    ")
            + "else:\n"
            + textwrap.indent(LOGGED + "s = tf.compat.v1.Session()\n", "    "),
        ),
        (
            "def f(x):\n    o = tf.GPUOptions(allow_growth=True)\n    if x:\n"
            "        return tf.Session(config=tf.ConfigProto(gpu_options=o, log_device_placement=True))\n"
            "    return tf.Session(config=tf.ConfigProto(gpu_options=o))\n",
            "def f(x):\n"
            + textwrap.indent(GROWN, "    ")
            + "    if x:\n"
            + textwrap.indent(LOGGED, "        ")
            + "        return tf.compat.v1.Session()\n    return tf.compat.v1.Session()\n",
        ),
        (
            "c = tf.ConfigProto()\nc.gpu_options.allow_growth = p['growth'] == 1\ns = tf.Session(config=c)\n",
            "for gpu in tf.config.list_physical_devices('GPU'):\n"
            "    tf.config.experimental.set_memory_growth(gpu, p['growth'] == 1)\ns = tf.compat.v1.Session()\n",
        ),
        (
            "s = tf.Session(config=tf.ConfigProto(device_count={'CPU': n}))\n",
            "cpu = tf.config.list_physical_devices('CPU')[0]\n"
            "tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * n)\n"
            "s = tf.compat.v1.Session()\n",
        ),
        *(
            (
                f"{known}c = tf.ConfigProto()\nc.gpu_options.visible_device_list = {value}\ns = tf.Session(config=c)\n",
                f"{known}gpus = tf.config.list_physical_devices({quote}GPU{quote})\nif gpus:\n"
                f"    tf.config.set_visible_devices(gpus[{index}], {quote}GPU{quote})\ns = tf.compat.v1.Session()\n",
            )
            for known, value, index, quote in (
                ("rank = hvd.local_rank()\n", "str(rank)", "rank", '"'),
                ("gpu_id = 1\n", "str(gpu_id)", "gpu_id", '"'),
                ("", 'f"{hvd.local_rank()}"', "hvd.local_rank()", '"'),
                ("p.add_argument('--gpu-id', type=int)\na = p.parse_args()\n", "str(a.gpu_id)", "a.gpu_id", "'"),
                ("flags.DEFINE_integer('gpu', 0, '')\n", "'%d' % F.gpu", "F.gpu", "'"),
            )
        ),
        (
            ENV + GROW + "s = tf.Session(config=c)\n",
            ENV + GROWN + "s = tf.compat.v1.Session()\n",
        ),
        (
            LOG + ENV + "s = tf.Session(config=c)\n",
            LOGGED + ENV + "s = tf.compat.v1.Session()\n",
        ),
        (
            GROW + "with tf.train.MonitoredTrainingSession(config=c): pass\n"
            "d = tf.ConfigProto()\nd.gpu_options.allow_growth = True\n"
            "t = tf.train.SingularMonitoredSession(config=d)\n",
            GROWN
            + "with tf.compat.v1.train.MonitoredTrainingSession(): pass\n"
            + GROWN
            + "t = tf.compat.v1.train.SingularMonitoredSession()\n",
        ),
        (LOG + "s = tf.Session(config=c)\n", LOGGED + "s = tf.compat.v1.Session()\n"),
        (LOG + "tf.Session(config=c).run(x)\n", LOGGED + "tf.compat.v1.Session().run(x)\n"),
        (
            "tf.Session(config=tf.ConfigProto(log_device_placement=True)).run(x)\n",
            LOGGED + "tf.compat.v1.Session().run(x)\n",
        ),
        (
            "with tf.Session() as s: pass\n" + LOG + "t = tf.Session(config=c)\n",
            "with tf.compat.v1.Session() as s: pass\n" + LOGGED + "t = tf.compat.v1.Session()\n",
        ),
        (
            "c = tf.ConfigProto()\nc.log_device_placement = f(1)\ns = tf.Session(config=c)\n",
            "tf.debugging.set_log_device_placement(f(1))\ns = tf.compat.v1.Session()\n",
        ),
        (
            LOG + "s = 1; t = tf.Session(config=c)\n",
            LOGGED + "s = 1; t = tf.compat.v1.Session()\n",
        ),
        ("x = tf.Session(config=tf.ConfigProto()) if y else None\n", "x = tf.compat.v1.Session() if y else None\n"),
        (
            "def f(x):\n" + textwrap.indent(LOG + "s = tf.Session(config=c)\n", "    ") + "    return s\n",
            "def f(x):\n" + textwrap.indent(LOGGED + "s = tf.compat.v1.Session()\n", "    ") + "    return s\n",
        ),
        (
            "class A:\n    s = tf.Session(config=tf.ConfigProto(log_device_placement=True))\n",
            "class A:\n    " + LOGGED + "    s = tf.compat.v1.Session()\n",
        ),
        (
            "class A:\n    n = x.n\n    c = tf.ConfigProto(log_device_placement=x.log)\n    s = tf.Session(config=c)\n"
            "    def f(self):\n        self.y = read(x)\n",
            "tf.debugging.set_log_device_placement(x.log)\n\n\nclass A:\n    n = x.n\n    s = tf.compat.v1.Session()\n"
            "    def f(self):\n        self.y = read(x)\n",
        ),
        (
            LOG + "c.log_device_placement = False\ns = tf.Session(config=c)\n",
            "s = tf.compat.v1.Session()\n",
        ),
        (
            LOG + "if x:\n    c.log_device_placement = False\ns = tf.Session(config=c)\n",
            LOGGED + "if x:\n    tf.debugging.set_log_device_placement(False)\ns = tf.compat.v1.Session()\n",
        ),
        (
            LOG + "with x:\n    c.allow_soft_placement = True\n    s = tf.Session(config=c)\n",
            LOGGED + "with x:\n    tf.config.set_soft_device_placement(True)\n    s = tf.compat.v1.Session()\n",
        ),
    ],
)
def test_what_moves(before: str, after: str) -> None:
    assert fixed(before) == after
    assert fixed(after) == after


USE = "s = tf.Session(config=c)\n"
STAYS = [
    # what is not followed
    ("for x in y:\n    c.log_device_placement = x\n" + USE, "in a loop or a `try`"),
    ("while x:\n    c.log_device_placement = True\n" + USE, "in a loop or a `try`"),
    ("try:\n    c.log_device_placement = True\nfinally:\n    pass\n" + USE, "in a loop or a `try`"),
    ("def f():\n    return tf.Session(config=c)\n", "importing this file would configure the process"),
    ("def f():\n    c.log_device_placement = True\n" + USE, "used by another function"),
    ("f = lambda: tf.Session(config=c)\n", "importing this file would configure the process"),
    (USE + "f(c)\n", "passed to `f`"),
    (USE + "f(config=c)\n", "passed to `f`"),
    (USE + "f(*c)\n", ""),
    (USE + "self.c = c\n", "kept in `self.c`"),
    (USE + "d = [c]\n", "not followed"),
    (USE + "d = c if x else None\n", "conditional expression"),
    (USE + "c.MergeFrom(d)\n", "not followed"),
    (USE + "print(c.log_device_placement)\n", "not followed"),
    (USE + "setattr(c, 'log_device_placement', True)\n", "passed to `setattr`"),
    (USE + "c.device_count[x] = 0\n", "not a literal"),
    (USE + "c.device_count.update(GPU=0)\n", "not followed"),
    (USE + "c.log_device_placement |= True\n", "not followed"),
    (USE + "c.log_device_placement = c.allow_soft_placement = True\n", "not followed"),
    (USE + "del c\n", "bound more than once"),
    (USE + "d, e = c, 1\n", "not followed"),
    ("if x:\n    c = None\n" + USE, "bound more than once"),
    ("for c in x:\n    pass\n" + USE, "bound more than once"),
    # what tf.config cannot say
    ("c.operation_timeout_in_ms = 5\n" + USE, "`operation_timeout_in_ms` has no tf.config setter"),
    ("c.gpu_options.allocator_type = 'BFC'\n" + USE, "`gpu_options.allocator_type` has no"),
    ("c.experimental.executor_type = 'x'\n" + USE, "`experimental.executor_type` has no"),
    ("c.device_count['TPU'] = 1\n" + USE, "cannot be said"),
    ("c.gpu_options.visible_device_list = '1,0'\n" + USE, "reorders GPUs"),
    ("c.gpu_options.visible_device_list = x\n" + USE, "may reorder"),
    ("c.gpu_options.visible_device_list = str(x)\n" + USE, "may reorder"),
    ("c.gpu_options.per_process_gpu_memory_fraction = 1.5\n" + USE, "unified memory"),
    ("c.gpu_options.allow_growth = f(\n)\n" + USE, "is computed"),
    ("c.graph_options.optimizer_options.global_jit_level = f()\n" + USE, "is computed"),
    # what one setting for the process cannot say
    (USE + "c.log_device_placement = False\nt = tf.Session(config=c)\n", "changed between two sessions"),
    (USE + "t = tf.Session()\n", "would inherit"),
    (USE + "d = tf.ConfigProto()\nt = tf.Session(config=d)\n", "want different settings"),
    ("s = tf.InteractiveSession(config=c)\n", "InteractiveSession ignores tf.config"),
    # where it stands
    ("if x: c.log_device_placement = True\n" + USE, "shares a line"),
    ("c.log_device_placement = True; x = 1\n" + USE, "shares a line"),
    ("s = tf.Session('', c)\n", "passed to `tf.Session`"),
    ("s = tf.Session(*c)\n", ""),
]


@pytest.mark.parametrize(("code", "reason"), STAYS)
def test_what_stays_and_why(code: str, reason: str) -> None:
    first = decisions(LOG + code)[0]
    assert first.fix is None
    assert first.problem is not None
    assert reason in first.problem.reason


@pytest.mark.parametrize("code", [code for code, _ in STAYS])
def test_what_stays_only_changes_its_names(code: str) -> None:
    assert fixed(LOG + code) == re.sub(r"tf\.(?=ConfigProto|Session|Interactive)", "tf.compat.v1.", LOG + code)


LEAKS = {
    "a bare session in the same statement": """
        with tf.Session() as a, tf.Session(config=tf.ConfigProto(log_device_placement=True)) as b:
            a.run(1)
        """,
    "a session with `config=None` takes what tf.config has set": LOG + USE + "t = tf.Session(config=None)\n",
    "a bare session on another path would get growth": """
        def f(x):
            c = tf.ConfigProto()
            c.gpu_options.allow_growth = True
            if x:
                return tf.Session()
            return tf.Session(config=c)
        """,
    "called again without x, the session still logs": """
        def f(x):
            c = tf.ConfigProto()
            if x:
                c.log_device_placement = True
            return tf.Session(config=c)
        f(True), f(False)
        """,
    "the second round of a loop does not set it": """
        for x in (True, False):
            c = tf.ConfigProto()
            if x:
                c.log_device_placement = True
            with tf.Session(config=c) as s:
                s.run(1)
        """,
}


@pytest.mark.parametrize("code", LEAKS.values(), ids=LEAKS)
def test_no_session_gets_what_another_was_given(code: str) -> None:
    """Either the proto stays, or the other value is written too."""
    result = fixed(code)
    assert "ConfigProto" in result or "False" in result.partition("return")[0]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("def f():\n    return tf.ConfigProto()\n", "returned"),
        ("def f():\n    yield tf.ConfigProto()\n", "yielded"),
        ("f = lambda: tf.ConfigProto()\n", "lambda"),
        ("c = tf.ConfigProto() if x else f()\ns = tf.Session(config=c)\n", "conditional expression"),
        ("self.c = tf.ConfigProto()\n", "kept in `self.c`"),
        ("c = d = tf.ConfigProto()\n", "not followed"),
        ("c = {'a': tf.ConfigProto()}\n", "not followed"),
        ("tf.estimator.RunConfig(session_config=tf.ConfigProto())\n", "passed to `tf.estimator.RunConfig`"),
        (
            "class A:\n    c = tf.ConfigProto()\n    def f(self):\n        tf.Session(config=A.c)\n",
            "importing this file",
        ),
        ("@d\nclass A:\n    c = tf.ConfigProto()\n    s = tf.Session(config=c)\n", "in the body of a class"),
        *(
            (f"class A:\n    {above}\n    c = tf.ConfigProto({given})\n    s = tf.Session(config=c)\n", "in the body")
            for above, given in (
                ("x = True", LOG_IT),
                ("x += 1", LOG_IT),
                ("import x", LOG_IT),
                ("def x(): pass", LOG_IT),
                ("for x in y: pass", LOG_IT),
                ("x.n = 1", LOG_IT + ".n"),
                ("x.read()", LOG_IT + ".n"),
                ("read(y)", LOG_IT + ".n"),
                ("import tensorflow as tf", "log_device_placement=True"),
            )
        ),
        (
            "class A:\n    x = y\n    c = tf.ConfigProto(log_device_placement=True) if x else tf.ConfigProto()\n"
            "    s = tf.Session(config=c)\n",
            "in the body of a class",
        ),
        ("c = tf.ConfigProto(**d)\ns = tf.Session(config=c)\n", "`**d` fills the ConfigProto"),
        ("c = tf.ConfigProto(gpu_options=x)\ns = tf.Session(config=c)\n", "`gpu_options` comes from code"),
        ("c = tf.ConfigProto()\n", "never reaches a session"),
        ("o = tf.GPUOptions(allow_growth=True)\n", "never reaches a session"),
        ("tf.ConfigProto()\n", "not followed"),
        ("if x and tf.Session(config=tf.ConfigProto(log_device_placement=True)): pass\n", "no line can be put before"),
        ("x and tf.Session(config=tf.ConfigProto(log_device_placement=True))\n", "may not run"),
        ("[tf.Session(config=tf.ConfigProto(log_device_placement=y)) for y in x]\n", "may not run"),
        ("x = 1; tf.Session(config=tf.ConfigProto(log_device_placement=True))\n", "no line can be put before"),
        (
            "o = tf.GPUOptions()\nc = tf.ConfigProto(gpu_options=o)\no.allow_growth = True\ns = tf.Session(config=c)\n",
            "after the message was copied",
        ),
        (
            "o = tf.GPUOptions(allow_growth=True)\nprint(o)\ns = tf.Session(config=tf.ConfigProto(gpu_options=o))\n",
            "passed to `print`",
        ),
        (
            "x = tf.train.Saver(sharded=True)\nc = tf.ConfigProto()\nif x:\n    c.gpu_options.allow_growth = True\n"
            "s = tf.Session(config=c)\n",
            "starts the runtime before",
        ),
        (
            "x = tf.train.Saver(sharded=True)\nn = f()\nc = tf.ConfigProto(intra_op_parallelism_threads=n)\n"
            "s = tf.Session(config=c)\n",
            "starts the runtime before",
        ),
        (
            "def f(n):\n    x = tf.train.Saver(sharded=True)\n    n.set()\n"
            "    c = tf.ConfigProto(intra_op_parallelism_threads=n.threads)\n    s = tf.Session(config=c)\n",
            "starts the runtime before",
        ),
        (
            "x = tf.train.Saver(sharded=True)\nos.environ['CUDA_VISIBLE_DEVICES'] = '1'\n"
            + GROW
            + "s = tf.Session(config=c)\n",
            "starts the runtime before",
        ),
        (
            "with tf.train.MonitoredTrainingSession() as s: pass\n" + GROW + "t = tf.Session(config=c)\n",
            "starts the runtime before",
        ),
        ("if x:\n    c = tf.ConfigProto()\n    f()\ns = tf.Session(config=c)\n", "outside the block"),
        *(
            (
                "class A(object):\n    def __init__(self, g):\n        if g:\n"
                "            self.c = tf.ConfigProto(device_count={'GPU': 0})\n        else:\n"
                "            self.c = tf.ConfigProto()\n            self.c.gpu_options.allow_growth = True\n"
                f"    def run(self):\n        tf.Session(config=self.c)\n{made}\n",
                "in code that runs more than once",
            )
            for made in ("A(0), A(1)", "[A(g) for g in x]", "list(map(A, x))")
        ),
        (
            "def f():\n    tf.train.Saver(sharded=True)\ndef g():\n    c = tf.ConfigProto()\n"
            "    c.gpu_options.allow_growth = True\n    tf.Session(config=c)\nf()\ng()\n",
            "on line 3 starts the runtime before",
        ),
        (
            "def f(n):\n    c = tf.ConfigProto(intra_op_parallelism_threads=n)\n"
            "    tf.train.MonitoredTrainingSession(config=c)\nf(1)\nf(2)\n",
            "set again with another value",
        ),
        (
            "o = tf.GPUOptions(allow_growth=True)\nc = tf.ConfigProto(gpu_options=o, log_device_placement=True)\n"
            "s = tf.Session(config=c)\nd = tf.ConfigProto(gpu_options=o)\nt = tf.Session(config=d)\n",
            "with a part in common want different settings",
        ),
        *(
            (
                f"{known}c = tf.ConfigProto()\nc.gpu_options.visible_device_list = str({value})\n"
                "s = tf.Session(config=c)\n",
                "may reorder GPUs or be empty",
            )
            for known, value in (
                ("", "n"),
                ("n = 1\nn = x\n", "n"),
                ("p.add_argument('--gpu')\n", "a.gpu"),
                ("p.add_argument('--gpu', type=int, nargs='+')\n", "a.gpu"),
                ("p.add_argument('--gpu', type=int)\nflags.DEFINE_string('gpu', '', '')\n", "a.gpu"),
            )
        ),
        ("c = tf.ConfigProto()\nc.gpu_options.allow_growth = f(\n)\ns = tf.Session(config=c)\n", "is computed"),
        (
            "c = tf.ConfigProto(device_count={'CPU': 2})\nc.gpu_options.allow_growth = True\n"
            "s = tf.Session(config=c)\n",
            "beside growth",
        ),
        (GROW + "os.environ['CUDA_VISIBLE_DEVICES'] = '1'\ntf.Session(config=c)\n", "is set on line 4"),
        (
            "class A:\n    def __init__(self):\n        self.c = tf.ConfigProto(device_count={'GPU': 1})\n"
            "    def run(self):\n        os.environ.update(CUDA_VISIBLE_DEVICES='1')\n"
            "        tf.Session(config=self.c)\nA().run()\n",
            "is set on line 6",
        ),
        (GROW + "with self.test_session(config=c): pass\n", "places softly"),
    ],
)
def test_a_proto_that_is_not_seen_whole_stays(code: str, reason: str) -> None:
    (one,) = decisions(code)
    assert one.fix is None
    assert one.problem is not None
    assert reason in one.problem.reason
    assert "tf.config." not in fixed(code)


def test_a_problem_points_at_the_place_of_the_decision() -> None:
    code = HEAD + LOG + "c.operation_timeout_in_ms = 5\n" + USE
    report = check_bytes("a.py", code.encode(), SETTINGS)
    (place,) = [code[one.start : one.end] for one in report.diagnostics if one.code == "TFM300"]
    assert place == "c.operation_timeout_in_ms = 5"


def test_every_field_of_a_proto_carries_the_fix_of_the_whole() -> None:
    report = check_bytes("a.py", (HEAD + GROW + "c.log_device_placement = True\n" + USE).encode(), SETTINGS)
    carried = {one.code: one.fix for one in report.diagnostics}
    assert carried["TFM301"] is not None
    assert carried["TFM301"] == carried["TFM305"] == carried["TFM300"]


def test_a_silenced_field_keeps_its_proto() -> None:
    code = "c = tf.ConfigProto()\nc.gpu_options.allow_growth = True  # noqa: TFM301\n" + USE
    assert fixed(code) == code.replace("tf.Session", "tf.compat.v1.Session")


def test_memory_in_megabytes() -> None:
    settings = replace(SETTINGS, gpu_memory_mb=2048)
    code = "c = tf.ConfigProto()\nc.gpu_options.per_process_gpu_memory_fraction = 0.5\n" + USE
    assert fixed(code, settings) == (
        'for gpu in tf.config.list_physical_devices("GPU"):\n'
        "    tf.config.set_logical_device_configuration("
        "gpu, [tf.config.LogicalDeviceConfiguration(memory_limit=2048)])\n"
        "s = tf.compat.v1.Session()\n"
    )


@pytest.mark.parametrize(
    ("field", "lines"),
    [
        ("gpu_options.allow_growth = x", ["set_memory_growth(gpu, x)"]),
        ("gpu_options.visible_device_list = '1'", ['set_visible_devices(gpus[1], "GPU")']),
        ("gpu_options.visible_device_list = '0, 2'", ["set_visible_devices([gpus[0], gpus[2]]"]),
        ("gpu_options.visible_device_list = str(hvd.local_rank())", ["gpus[hvd.local_rank()]"]),
        ("gpu_options.visible_device_list = '%d' % n", ["gpus[n]"]),
        ("gpu_options.visible_device_list = str(rank() % 4)", ["gpus[rank() % 4]"]),
        ("device_count['GPU'] = 2", ['set_visible_devices(tf.config.list_physical_devices("GPU")[:2], "GPU")']),
        ("device_count['CPU'] = 2", ["[tf.config.LogicalDeviceConfiguration()] * 2"]),
        ("intra_op_parallelism_threads = os.cpu_count()", ["set_intra_op_parallelism_threads(os.cpu_count())"]),
        ("allow_soft_placement = False", ["set_soft_device_placement(False)"]),
        ("graph_options.optimizer_options.global_jit_level = 1", ["set_jit(True)"]),
        ("graph_options.optimizer_options.global_jit_level = -1", ["set_jit(False)"]),
        ("graph_options.optimizer_options.global_jit_level = tf.OptimizerOptions.ON_2", ["set_jit(True)"]),
    ],
)
def test_lines_of_a_field(field: str, lines: list[str]) -> None:
    result = fixed(f"c = tf.ConfigProto()\nc.{field}\n{USE}")
    assert "ConfigProto" not in result
    assert all(line in result.replace("'", '"') for line in lines)


@pytest.mark.parametrize("counts", ["{'CPU': 2, 'GPU': 0}", "dict(CPU=2, GPU=0)"])
def test_devices_are_counted_in_any_dict_that_is_written_out(counts: str) -> None:
    result = fixed(f"c = tf.ConfigProto(device_count={counts})\n{USE}").replace("'", '"')
    assert "ConfigProto" not in result
    assert "[tf.config.LogicalDeviceConfiguration()] * 2)" in result
    assert 'tf.config.set_visible_devices([], "GPU")' in result


@pytest.mark.parametrize("counts", ["dict(counts)", "dict(**counts)", "dict([('GPU', 0)])", "load(GPU=0)"])
def test_devices_that_are_counted_at_run_time_stay(counts: str) -> None:
    (one,) = decisions(f"c = tf.ConfigProto(device_count={counts})\n{USE}")
    assert one.problem is not None
    assert "is filled at run time" in one.problem.reason


FRACTION = "c = tf.ConfigProto(gpu_options=tf.GPUOptions(per_process_gpu_memory_fraction=0.5))\n"


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("gpu = '/gpu:0'\n" + GROW + USE, "gpu = '/gpu:0'"),
        ("gpus = 2\nc = tf.ConfigProto()\nc.gpu_options.visible_device_list = '1'\n" + USE, "gpus = 2"),
        ("cpu = '/cpu:0'\nc = tf.ConfigProto(device_count={'CPU': 2})\n" + USE, "cpu = '/cpu:0'"),
        (
            "os = 'linux'\nc = tf.ConfigProto(gpu_options=tf.GPUOptions("
            "allow_growth=True, per_process_gpu_memory_fraction=0.5))\n" + USE,
            "os = 'linux'",
        ),
    ],
)
def test_a_generated_line_binds_no_name_of_the_file(code: str, line: str) -> None:
    """The name keeps its value: it is bound once in the result, or the proto stays."""
    result = fixed(code)
    assert line in result
    name = line.partition(" ")[0]
    assert len(re.findall(rf"(?m)^(?:for {name} |import {name}$|{name} = )", result)) == 1


def test_the_helper_sees_what_it_uses() -> None:
    body = textwrap.indent(f"{HEAD}{FRACTION}with tf.Session(config=c): pass\n", "    ")
    source = Source("a.py", f"def main():\n{body}main()\n")
    report = fix_bytes("a.py", source.encode(source.text), SETTINGS)
    assert report.after is not None
    text = report.after.decode()
    assert "    import ctypes\n" in text
    assert "    def limit_gpu_memory(" in text


def test_an_eager_file_stays_eager() -> None:
    """The call that says so stays beside graph code, without its configuration."""
    result = fixed(
        """
        c = tf.ConfigProto()
        c.gpu_options.allow_growth = True
        if x:
            tf.enable_eager_execution(c)
        else:
            s = tf.Session(config=c)
            s.run(1)
        """
    )
    assert "tf.compat.v1.enable_eager_execution()" in result
    assert "disable_v2_behavior" not in result


STAYS_TOO = {
    "InteractiveSession has growth on always": """
        c = tf.ConfigProto()
        if x:
            c.gpu_options.allow_growth = True
        s = tf.InteractiveSession(config=c)
        """,
    "counted twice": """
        c = tf.ConfigProto(device_count={"CPU": 2})
        if x:
            c.device_count["CPU"] = 1
        s = tf.Session(config=c)
        """,
    "what excludes the other, call by call": """
        def job(grow):
            c = tf.ConfigProto()
            if grow:
                c.gpu_options.allow_growth = True
            else:
                c.gpu_options.per_process_gpu_memory_fraction = 0.25
            with tf.Session(config=c) as s:
                s.run(1)
        job(True), job(False)
        """,
    "a number that is no ASCII number": """
        s = tf.Session(config=tf.ConfigProto(gpu_options=tf.GPUOptions(visible_device_list="\N{SUPERSCRIPT TWO}")))
        """,
}


@pytest.mark.parametrize("code", STAYS_TOO.values(), ids=STAYS_TOO)
def test_what_would_not_be_the_same_stays(code: str) -> None:
    assert all(decision.fix is None for decision in decisions(code))


def test_a_block_that_loses_its_import_and_its_call_gets_pass() -> None:
    result = fixed("def limit():\n    from keras import backend as K\n    K.set_session(tf.Session())\n")
    assert "def limit():\n    pass\n" in result


def test_a_session_that_goes_is_not_the_first_of_others() -> None:
    result = fixed("from keras import backend as K\nK.set_session(tf.Session())\ns = tf.Session()\ns.run(1)\n")
    assert "K.set_session" in result


@pytest.mark.parametrize(
    "session",
    [
        "tf.train.MonitoredTrainingSession(config={})",
        "tf.train.ChiefSessionCreator(config={})",
        "tf.enable_eager_execution(config={})",
    ],
)
@pytest.mark.parametrize("config", ["make()", "tf.ConfigProto(**options)"])
def test_a_session_that_would_lose_its_configuration_keeps_its_name(session: str, config: str) -> None:
    """Renamed, it would run with other devices; under its own name it stops, and the finding says why."""
    code = session.format(config) + "\n"
    assert code.partition("(")[0] in fixed(code)


def test_a_session_without_a_configuration_is_renamed() -> None:
    assert "tf.compat.v1.train.MonitoredTrainingSession(" in fixed("tf.train.MonitoredTrainingSession(config=None)\n")
