"""Random configurations, fixed and run: none is configured otherwise than by TensorFlow 1 without a finding.

    TFGPU_MIGRATE_PROGRAMS=500 pytest -s tests/test_effective_configuration.py

is the long run; it prints what the programs covered.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.configurations import (
    BRANCHING,
    CONSUMERS,
    FORMS,
    ONE_EXPRESSION,
    SPELLINGS,
    VALUES,
    Program,
    Segment,
    Setting,
)
from tests.effective import differences, fix, unexplained
from tests.pretend_gpus import PretendGpus

pytestmark = pytest.mark.tensorflow

PROGRAMS = int(os.environ.get("TFGPU_MIGRATE_PROGRAMS", "60"))
UNMOVABLE = ("gpu_options.force_gpu_compatible", "operation_timeout_in_ms")
MOVABLE = [path for path in VALUES if path not in UNMOVABLE]


@pytest.fixture(scope="module")
def covered() -> Iterator[Counter[str]]:
    """What the programs of this run had in them, printed at its end."""
    found: Counter[str] = Counter()
    yield found
    for kind in ("field", "form", "consumer", "spelling", "gpus", "outcome"):
        names = {name.partition(" ")[2]: number for name, number in found.items() if name.startswith(f"{kind} ")}
        listed = ", ".join(f"{name} {number}" for name, number in sorted(names.items()))
        print(f"\n{kind}: {len(names)}: {listed}")


@st.composite
def segments(draw: st.DrawFn, consumers: tuple[str, ...]) -> Segment:
    form = draw(st.sampled_from(sorted(FORMS)))
    paths = draw(st.lists(st.sampled_from(MOVABLE), min_size=1, max_size=5))
    paths += draw(st.sampled_from([*[()] * 12, UNMOVABLE[:1], UNMOVABLE[1:]]))
    whens = st.sampled_from([None, None, True, False]) if form in BRANCHING else st.none()
    made = []
    for path in paths:
        text = draw(st.sampled_from(list(VALUES[path])))
        when = draw(whens) if "rewrite_options" not in path else None
        made.append(Setting(path, text, VALUES[path][text], when))
    if form in ONE_EXPRESSION:
        made = [one for one in made if "rewrite_options" not in one.path]
    if form == "mutator_returning":  # its first half is set by a constructor
        made.sort(key=lambda one: "rewrite_options" in one.path)
        made = made if not made or "rewrite_options" not in made[0].path else made[:1]
        made = [one for one in made if "rewrite_options" not in one.path]
    if form == "helper_argument":  # what holds always is set by its constructor
        made.sort(key=lambda one: one.when is not None or "rewrite_options" in one.path)
    if form in ("rebound", "ternary"):  # the graph optimizers are set below both constructors
        made.sort(key=lambda one: "rewrite_options" in one.path)
    return Segment(form, draw(st.sampled_from(consumers)), tuple(made))


@st.composite
def programs(draw: st.DrawFn) -> Program:
    several = draw(st.sampled_from([False, False, True]))
    consumers = ("with", "twice", "loop", "assigned") if several else tuple(CONSUMERS)
    made = [draw(segments(consumers)) for _ in range(2 if several else 1)]
    return Program(tuple(made), draw(st.booleans()), draw(st.booleans()), draw(st.sampled_from(sorted(SPELLINGS))))


@settings(max_examples=PROGRAMS, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(program=programs(), gpus=st.sampled_from([0, 1, 2, 2]))
def test_no_program_is_configured_otherwise_without_a_finding(
    program: Program, gpus: int, pretend_gpus: PretendGpus, covered: Counter[str]
) -> None:
    fixed = fix(program)
    covered["outcome moved" if fixed.moved else "outcome told"] += 1
    assert fixed.moved or fixed.told, fixed.text
    covered[f"gpus {gpus}"] += 1
    covered[f"spelling {program.spelling}"] += 1
    for segment in program.segments:
        covered[f"form {segment.form}"] += 1
        covered[f"consumer {segment.consumer}"] += 1
        covered.update({f"field {one.path}": 1 for one in segment.settings})
    assert unexplained(program, gpus, pretend_gpus) == [], f"{program.text}\n# ->\n{fixed.text}"


GROW = Setting("gpu_options.allow_growth", "True", True)
SHARE = Setting("gpu_options.per_process_gpu_memory_fraction", "0.25", 0.25)
SECOND = Setting("gpu_options.visible_device_list", '"1"', "1")
SOFT = Setting("allow_soft_placement", "True", True)
LOG = Setting("log_device_placement", "True", True)
THREADS = Setting("intra_op_parallelism_threads", "2", 2)
NO_GPU = Setting("device_count.GPU", "0", 0)
JIT = Setting("graph_options.optimizer_options.global_jit_level", "tf.OptimizerOptions.ON_2", "on")
MIXED = Setting("graph_options.rewrite_options.auto_mixed_precision", "1", 1)

_GROWTH = "tf.config.experimental.set_memory_growth(gpu, True)"
_LOOP = 'for gpu in tf.config.list_physical_devices("GPU"):\n    ' + _GROWTH + "\n"


def _program(form: str, *settings_: Setting, consumer: str = "with") -> Program:
    return Program((Segment(form, consumer, settings_),))


# What a fixer could get wrong: the defect, a program, what the fix writes, what the defect makes of it.
DEFECTS = [
    ("a field is dropped", _program("keywords", GROW, LOG), _LOOP, ""),
    ("the wrong branch", _program("helper", NO_GPU._replace(when=True)), "if switch:", "if not switch:"),
    (
        "a branch becomes unconditional",
        _program("stepwise", GROW, LOG._replace(when=False)),
        "if not switch:",
        "if True:",
    ),
    (
        "the block comes too late",
        _program("stepwise", GROW),
        _LOOP + "with tf.compat.v1.Session() as sess:\n    print(sess.run(tf.constant(1)))\n",
        "with tf.compat.v1.Session() as sess:\n    print(sess.run(tf.constant(1)))\n" + _LOOP,
    ),
    (
        "growth on one GPU only",
        _program("attribute", GROW),
        'for gpu in tf.config.list_physical_devices("GPU"):',
        'for gpu in tf.config.list_physical_devices("GPU")[:1]:',
    ),
    ("a cap of another size", _program("options", SHARE), "limit_gpu_memory(0.25)", "limit_gpu_memory(0.5)"),
    ("growth lost beside a cap", _program("copy", GROW, SHARE), "os.environ.setdefault(", "str("),
    ("another card", _program("alias", SECOND), "gpus[1]", "gpus[0]"),
    ("the level passed on", _program("keywords", JIT), "set_jit(True)", "set_jit(2)"),
    (
        "the toggle inverted",
        _program("stepwise", MIXED),
        '"auto_mixed_precision": True',
        '"auto_mixed_precision": False',
    ),
    ("a helper that nothing calls", _program("helper", THREADS), "\nmake()\n", "\n"),
    ("a default left out", _program("ternary", SOFT), "tf.config.set_soft_device_placement(True)", "pass"),
    (
        "the session keeps an empty proto",
        _program("shared", GROW, THREADS),
        "tf.compat.v1.Session()",
        "tf.compat.v1.Session(config=tf.compat.v1.ConfigProto())",
    ),
    (
        "the other session inherits",
        Program((Segment("inline", "with", (SOFT,)), Segment("inline", "with", (LOG,)))),
        "tf.config.set_soft_device_placement(False)\n",
        "",
    ),
]


@pytest.mark.parametrize(("program", "written", "wrong"), [one[1:] for one in DEFECTS], ids=[one[0] for one in DEFECTS])
def test_a_planted_defect_is_caught(program: Program, written: str, wrong: str, pretend_gpus: PretendGpus) -> None:
    text = fix(program).text
    assert written in text, text
    assert differences(program, text, 2, pretend_gpus) == []
    assert differences(program, text.replace(written, wrong), 2, pretend_gpus) != []
