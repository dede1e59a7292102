"""Programs that configure TensorFlow 1 sessions, composed of fields, forms and consumers, with the values they set."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

Consume = Callable[[str], list[str]]


class Setting(NamedTuple):
    """One field set to one value, `when` the switch of the program has that value (None: always)."""

    path: str
    text: str
    value: object
    when: bool | None = None


class Segment(NamedTuple):
    """One configuration: how it is built, what takes it, what it sets."""

    form: str
    consumer: str
    settings: tuple[Setting, ...]


# How a script brings TensorFlow: its import, and what it writes before `ConfigProto`.
SPELLINGS = {
    "tf": ("import tensorflow as tf", "tf."),
    "tensorflow": ("import tensorflow", "tensorflow."),
    "other alias": ("import tensorflow as T", "T."),
    "compat.v1": ("import tensorflow.compat.v1 as tf", "tf."),
    "both": ("import tensorflow as tf", "tf.compat.v1."),
    "through Keras": ("from keras import backend as B", "B.tf."),
    "by name": (
        "from tensorflow import (ConfigProto, GPUOptions, GraphOptions, InteractiveSession, OptimizerOptions, Session,"
        " constant, enable_eager_execution, train)",
        "",
    ),
}


class Program(NamedTuple):
    """A script; `switch` is what the condition of its branches is when it runs."""

    segments: tuple[Segment, ...]
    switch: bool = True
    in_main: bool = False
    spelling: str = "tf"

    @property
    def text(self) -> str:
        """The script as TensorFlow 1 code."""
        lines = [f'switch = len("no") == {2 if self.switch else 3}']
        body = [line for number, one in enumerate(self.segments) for line in _segment(one, str(number or ""))]
        if self.in_main:
            body = ["def main():", *_indent(body), "main()"]
        brings, written = SPELLINGS[self.spelling]
        body = [re.sub(r"\btf\.", written, line) for line in body]
        return "\n".join([brings, *self._imports(), *lines, *body, ""])

    def _imports(self) -> list[str]:
        keras = any(one.consumer == "set_session" for one in self.segments)
        return ["from tensorflow.keras import backend as K"] if keras else []

    def applied(self, segment: Segment) -> list[Setting]:
        """The settings that a run makes, in order."""
        found = [one for one in segment.settings if one.when in (None, self.switch)]
        return found if segment.form != "none_then" or self.switch else []


VALUES: dict[str, dict[str, object]] = {
    "gpu_options.allow_growth": {"True": True, "False": False},
    "gpu_options.per_process_gpu_memory_fraction": {"0.25": 0.25, "0.5": 0.5},
    "gpu_options.visible_device_list": {'"0"': "0", '"1"': "1", '""': "", '"0,1"': "0,1", '"1,0"': "1,0"},
    "allow_soft_placement": {"True": True, "False": False},
    "log_device_placement": {"True": True, "False": False},
    "intra_op_parallelism_threads": {"2": 2, "0": 0},
    "inter_op_parallelism_threads": {"3": 3, "0": 0},
    "device_count.GPU": {"0": 0, "1": 1},
    "device_count.CPU": {"1": 1, "2": 2},
    "graph_options.optimizer_options.global_jit_level": {
        "tf.OptimizerOptions.ON_1": "on",
        "tf.OptimizerOptions.ON_2": "on",
        "tf.OptimizerOptions.OFF": "off",
    },
    "graph_options.rewrite_options.arithmetic_optimization": {"1": 1, "2": 2},
    "graph_options.rewrite_options.auto_mixed_precision": {"1": 1},
    "graph_options.rewrite_options.disable_meta_optimizer": {"True": True},
    "gpu_options.force_gpu_compatible": {"True": True},
    "operation_timeout_in_ms": {"60000": 60000},
}


def _indent(lines: Iterable[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _in_constructor(settings: Iterable[Setting], message: str = "") -> list[Setting]:
    return [one for one in settings if one.path.startswith(message) and "rewrite_options" not in one.path]


def _constructor(settings: Iterable[Setting], options: str = "") -> str:
    """`tf.ConfigProto(...)` with the last value of each field; `options` is what brings the GPUOptions."""
    last = {one.path: one for one in _in_constructor(settings)}
    nested: dict[str, dict[str, str]] = {}
    for path, one in last.items():
        message, _, name = path.rpartition(".")
        nested.setdefault(message, {})[name] = one.text
    words = [f"{name}={text}" for name, text in nested.get("", {}).items()]
    if "device_count" in nested:
        counts = ", ".join(f'"{name}": {text}' for name, text in nested["device_count"].items())
        words.append(f"device_count={{{counts}}}")
    if options or "gpu_options" in nested:
        words.append(f"gpu_options={options or _gpu_options(last.values())}")
    if "graph_options.optimizer_options" in nested:
        level = nested["graph_options.optimizer_options"]["global_jit_level"]
        optimizer = f"tf.OptimizerOptions(global_jit_level={level})"
        words.append(f"graph_options=tf.GraphOptions(optimizer_options={optimizer})")
    return f"tf.ConfigProto({', '.join(words)})"


def _gpu_options(settings: Iterable[Setting]) -> str:
    last = {one.path: one for one in _in_constructor(settings, "gpu_options.")}
    return f"tf.GPUOptions({', '.join(f'{path.partition(chr(46))[2]}={one.text}' for path, one in last.items())})"


def _step(name: str, one: Setting) -> str:
    if one.path.startswith("device_count."):
        return f'{name}.device_count["{one.path.partition(".")[2]}"] = {one.text}'
    return f"{name}.{one.path} = {one.text}"


def _steps(name: str, settings: Iterable[Setting], switch: str = "switch") -> list[str]:
    """Assignments, under their condition; neighbours of opposite conditions become `if` and `else`."""
    lines, before = list[str](), None
    for one in settings:
        if one.when is None:
            lines.append(_step(name, one))
        elif before is not None and before.when is True and one.when is False:
            lines += ["else:", f"    {_step(name, one)}"]
        else:
            lines += [f"if {switch}:" if one.when else f"if not {switch}:", f"    {_step(name, one)}"]
        before = one
    return lines


def _rest(settings: Iterable[Setting]) -> list[Setting]:
    return [one for one in settings if "rewrite_options" in one.path]


def _side(settings: Iterable[Setting], taken: bool) -> list[Setting]:
    return [one for one in settings if one.when in (None, taken)]


Form = Callable[[Sequence[Setting], str, Consume], list[str]]


def _keywords(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    return [f"config{n} = {_constructor(s)}", *_steps(f"config{n}", _rest(s)), *consume(f"config{n}")]


def _inline(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    return consume(_constructor(s))


def _stepwise(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    return [f"config{n} = tf.ConfigProto()", *_steps(f"config{n}", s), *consume(f"config{n}")]


def _options(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    others = [one for one in s if not one.path.startswith("gpu_options.")]
    lines = [f"options{n} = {_gpu_options(s)}", f"config{n} = {_constructor(others, f'options{n}')}"]
    return [*lines, *_steps(f"config{n}", _rest(s)), *consume(f"config{n}")]


def _alias(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    lines = [f"config{n} = tf.ConfigProto()", f"options{n} = config{n}.gpu_options"]
    for one in s:
        gpu = one.path.startswith("gpu_options.")
        lines += _steps(f"options{n}", [one._replace(path=one.path[12:])]) if gpu else _steps(f"config{n}", [one])
    return [*lines, *consume(f"config{n}")]


def _rebound(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    yes, no = (_constructor(_side(s, taken)) for taken in (True, False))
    lines = ["if switch:", f"    config{n} = {yes}", "else:", f"    config{n} = {no}"]
    return [*lines, *_steps(f"config{n}", _rest(s)), *consume(f"config{n}")]


def _ternary(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    yes, no = (_constructor(_side(s, taken)) for taken in (True, False))
    return [f"config{n} = {yes} if switch else {no}", *_steps(f"config{n}", _rest(s)), *consume(f"config{n}")]


def _ternary_inline(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    yes, no = (_constructor(_side(s, taken)) for taken in (True, False))
    return consume(f"{yes} if switch else {no}")


def _none_then(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    lines = [
        f"config{n} = tf.ConfigProto()",
        *_steps(f"config{n}", [one._replace(when=None) for one in _side(s, True)]),
    ]
    return [f"config{n} = None", "if switch:", *_indent(lines), *consume(f"config{n}")]


def _helper(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    body = ["config = tf.ConfigProto()", *_steps("config", s), "return config"]
    return [f"def make{n}():", *_indent(body), *consume(f"make{n}()")]


def _helper_argument(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    body = [f"config = {_constructor(one for one in s if one.when is None)}"]
    body += _steps("config", [one for one in s if one.when is not None or one in _rest(s)], "chosen")
    lines = [f"def make{n}(chosen):", *_indent([*body, "return config"])]
    return [*lines, f"config{n} = make{n}(switch)", *consume(f"config{n}")]


def _helper_early(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    yes, no = (_constructor(_side(s, taken)) for taken in (True, False))
    return [
        f"def make{n}(chosen):",
        *_indent(["if chosen:", f"    return {yes}", f"return {no}"]),
        *consume(f"make{n}(switch)"),
    ]


def _helper_options(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    others = [one for one in s if not one.path.startswith("gpu_options.")]
    lines = [
        f"def options{n}():",
        f"    return {_gpu_options(s)}",
        f"config{n} = {_constructor(others, f'options{n}()')}",
    ]
    return [*lines, *_steps(f"config{n}", _rest(s)), *consume(f"config{n}")]


def _mutator(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    half = len(s) // 2
    lines = [f"def tune{n}(proto):", *_indent([*_steps("proto", s[half:]), "return None"])]
    return [
        *lines,
        f"config{n} = tf.ConfigProto()",
        *_steps(f"config{n}", s[:half]),
        f"tune{n}(config{n})",
        *consume(f"config{n}"),
    ]


def _taker(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    lines = [f"def run{n}(proto):", *_indent(consume("proto"))]
    return [*lines, f"config{n} = tf.ConfigProto()", *_steps(f"config{n}", s), f"run{n}(config{n})"]


def _taker_of_helper(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    lines = [f"def make{n}():", *_indent(["config = tf.ConfigProto()", *_steps("config", s), "return config"])]
    return [*lines, f"def run{n}(proto, times):", *_indent(consume("proto")), f"run{n}(make{n}(), 1)"]


def _mutator_returning(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    half = len(s) // 2
    lines = [f"def tune{n}(times, proto):", *_indent([*_steps("proto", s[half:]), "return proto"])]
    return [*lines, f"config{n} = tune{n}(1, {_constructor(s[:half])})", *consume(f"config{n}")]


def _two_makers(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    lines = [f"def make{n}():", *_indent([f"return {_constructor(s)}"])]
    lines += [f"first{n} = make{n}()", f"second{n} = make{n}()", *_steps(f"second{n}", _rest(s))]
    return [*lines, *consume(f"second{n}")]


def _attribute(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    build = ["self.config = tf.ConfigProto()", *_steps("self.config", s)]
    return [
        f"class Job{n}:",
        *_indent(["def __init__(self):", *_indent(build), "def run(self):", *_indent(consume("self.config"))]),
        f"Job{n}().run()",
    ]


def _class_body(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    build = ["config = tf.ConfigProto()", *_steps("config", s)]
    lines = [f"class Job{n}:", *_indent([*build, "def run(self):", *_indent(consume("self.config"))])]
    return [*lines, f"Job{n}().run()"]


def _shared(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    lines = [f"def run{n}():", *_indent(consume(f"config{n}"))]
    return [*lines, f"config{n} = tf.ConfigProto()", *_steps(f"config{n}", s), f"run{n}()"]


def _lambda(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    return [f"make{n} = lambda: {_constructor(s)}", *consume(f"make{n}()")]


def _copy(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    half = len(s) // 2
    lines = [f"base{n} = tf.ConfigProto()", *_steps(f"base{n}", s[:half])]
    lines += [f"config{n} = tf.ConfigProto()", f"config{n}.CopyFrom(base{n})", *_steps(f"config{n}", s[half:])]
    return [*lines, *consume(f"config{n}")]


def _dict(s: Sequence[Setting], n: str, consume: Consume) -> list[str]:
    plain = {one.path: one for one in s if "." not in one.path and one.when is None}
    others = [one for one in s if "." in one.path or one.when is not None]
    lines = [f"given{n} = {{{', '.join(f'{chr(34)}{name}{chr(34)}: {one.text}' for name, one in plain.items())}}}"]
    lines += [f"config{n} = tf.ConfigProto(**given{n})", *_steps(f"config{n}", others)]
    return [*lines, *consume(f"config{n}")]


# Forms that say all of it in one expression: no branches, no graph optimizers, of which no call is public.
ONE_EXPRESSION = frozenset(("inline", "ternary_inline", "helper_early", "lambda"))
BRANCHING = frozenset(
    "stepwise alias rebound ternary ternary_inline helper helper_argument helper_early attribute shared taker".split()
)
FORMS: dict[str, Form] = {
    "keywords": _keywords,
    "inline": _inline,
    "stepwise": _stepwise,
    "options": _options,
    "alias": _alias,
    "rebound": _rebound,
    "ternary": _ternary,
    "ternary_inline": _ternary_inline,
    "none_then": _none_then,
    "helper": _helper,
    "helper_argument": _helper_argument,
    "helper_early": _helper_early,
    "helper_options": _helper_options,
    "mutator": _mutator,
    "taker": _taker,
    "taker_of_helper": _taker_of_helper,
    "mutator_returning": _mutator_returning,
    "two_makers": _two_makers,
    "attribute": _attribute,
    "class_body": _class_body,
    "shared": _shared,
    "lambda": _lambda,
    "copy": _copy,
    "dict": _dict,
}

_RUN = "print(sess.run(tf.constant(1)))"
CONSUMERS: dict[str, Consume] = {
    "with": lambda e: [f"with tf.Session(config={e}) as sess:", f"    {_RUN}"],
    "assigned": lambda e: [f"sess = tf.Session(config={e})", _RUN, "sess.close()"],
    "positional": lambda e: [f'with tf.Session("", None, {e}) as sess:', f"    {_RUN}"],
    "twice": lambda e: [f"with tf.Session(config={e}) as sess:", f"    {_RUN}"] * 2,
    "loop": lambda e: ["for _ in range(2):", f"    with tf.Session(config={e}) as sess:", f"        {_RUN}"],
    "interactive": lambda e: [f"sess = tf.InteractiveSession(config={e})", _RUN],
    "monitored": lambda e: [
        f"with tf.train.MonitoredTrainingSession(config={e}) as sess:",
        "    print(sess.should_stop())",
    ],
    "creator": lambda e: [
        f"creator = tf.train.ChiefSessionCreator(config={e})",
        "with tf.train.MonitoredSession(session_creator=creator) as sess:",
        "    print(sess.should_stop())",
    ],
    "managed": lambda e: [
        "tf.train.get_or_create_global_step()",
        'supervisor = tf.train.Supervisor(logdir="logs")',
        f"with supervisor.managed_session(config={e}) as sess:",
        "    print(sess is None)",
    ],
    "set_session": lambda e: [f"K.set_session(tf.Session(config={e}))"],
    "eager": lambda e: [f"tf.enable_eager_execution(config={e})", "print(tf.constant(1) + 1)"],
}
# Without a session afterwards: TensorFlow 2's eager context has the configuration.
EAGER = frozenset(("set_session", "eager"))


def _segment(one: Segment, number: str) -> list[str]:
    return FORMS[one.form](one.settings, number, CONSUMERS[one.consumer])
