"""Random graph programs in the flat style of tutorials, for `python -m tests.native.attack`.

A program gets a few of the features below, so that most can be converted and each meets the others. It is
deterministic: nothing reads a variable in the run that changes it, but for the loss beside its train op.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

_OPTIMIZERS = (
    "tf.train.GradientDescentOptimizer(0.1)",
    "tf.train.AdamOptimizer(0.1)",
    "tf.train.MomentumOptimizer(0.05, 0.9)",
    "tf.train.AdagradOptimizer(learning_rate=0.2)",
    "tf.train.RMSPropOptimizer(0.05, momentum=0.5)",
)


class Writer:
    """Writes one program; `text` is the whole of it."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._lines: list[str] = []
        self._needs: dict[str, frozenset[str]] = {}  # the placeholders behind each tensor that has a name
        self._placeholders: dict[str, str] = {}  # and what may be fed
        self._variables: list[str] = []
        self._losses: list[tuple[str, str]] = []
        self._changes: dict[str, frozenset[str]] = {}  # ops that assign
        self._numbers: list[str] = []
        self._lists: list[str] = []
        self._has_default = False  # `eval` needs a default session
        self._count = 0
        self._seeds = 0
        features: list[Callable[[], None]] = [
            self._rebind,
            self._alias,
            self._python_value,
            self._list,
            self._function,
            self._loop,
            self._branch,
            self._assign,
            self._train,
            self._scope,
            self._said,
            self._random_variable,
            self._dict,
            self._random_op,
            self._default,
            self._delete,
            self._dropout,
            self._gradient,
        ]
        self._features = self._random.sample(features, self._random.choice([0, 1, 1, 2, 2, 3]))

    @property
    def text(self) -> str:
        """The program."""
        self._lines = ["import numpy as np", "import tensorflow as tf", ""]
        self._placeholder()
        self._variable()
        for _ in range(self._random.randint(3, 9)):
            self._random.choice([self._op, self._op, self._placeholder, self._variable, self._constant])()
            if self._features and self._random.random() < 0.6:
                self._random.choice(self._features)()
        self._session()
        return "\n".join(self._lines) + "\n"

    def _name(self, kind: str) -> str:
        self._count += 1
        return f"{kind}{self._count}"

    def _add(self, line: str) -> None:
        self._lines.append(line)

    def _value(self) -> str:
        return f"{self._random.uniform(-2, 2):.2f}"

    def _vector(self) -> str:
        return f"[{self._value()}, {self._value()}]"

    def _tensor(self) -> str:
        return self._random.choice(list(self._needs))

    def _fetched(self) -> str:
        names = [name for name in self._needs if name not in self._placeholders]
        return self._random.choice(names if self._random.random() < 0.98 else list(self._needs))

    # What builds

    def _placeholder(self) -> None:
        name = self._name(self._random.choice("xyX"))
        shape, fed = self._random.choice(
            [
                ("", self._value()),
                ("", self._vector()),
                (", [None]", self._vector()),
                (", [2]", f"np.array({self._vector()})"),
                (", shape=()", f"np.float64({self._value()})"),
                (", []", str(self._random.randint(0, 3))),
            ]
        )
        self._add(f"{name} = tf.placeholder(tf.float32{shape})")
        self._placeholders[name] = fed
        self._needs[name] = frozenset([name])

    def _default(self) -> None:
        name = self._name("d")
        self._add(f"{name} = tf.placeholder_with_default({self._value()}, [])")
        self._needs[name] = frozenset()

    def _constant(self) -> None:
        name = self._name("c")
        value = self._random.choice([self._value(), self._vector()])
        self._add(f"{name} = tf.constant({value})")
        self._needs[name] = frozenset()

    def _variable(self) -> None:
        name = self._name(self._random.choice("wbW"))
        value = self._random.choice(
            [self._value(), self._vector(), "tf.zeros([2])", "tf.ones([2])", f"tf.constant({self._vector()})"]
        )
        rest = self._random.choice(["", "", ", trainable=False", f', name="{name}"'])
        self._add(f"{name} = tf.Variable({value}{rest})")
        self._needs[name] = frozenset()
        self._variables.append(name)

    def _random_variable(self) -> None:
        name = self._name("r")
        self._seeds += 1
        draw = self._random.choice(["random_normal", "random_uniform", "truncated_normal"])
        self._add(f"{name} = tf.Variable(tf.{draw}([2], seed={self._seeds}))")
        self._needs[name] = frozenset()
        self._variables.append(name)

    def _random_op(self) -> None:
        name = self._name("n")
        self._seeds += 1
        self._add(f"{name} = tf.random_uniform([2], seed={self._seeds})")
        self._needs[name] = frozenset()

    def _dropout(self) -> None:
        name, tensor = self._name("dropped"), self._tensor()
        self._seeds += 1
        self._add(f"{name} = tf.nn.dropout({tensor} + [0.5, 1.5], 0.5, seed={self._seeds})")
        self._needs[name] = self._needs[tensor]

    def _gradient(self) -> None:
        name, tensor, variable = self._name("slope"), self._tensor(), self._random.choice(self._variables)
        whole = f"tf.reduce_sum(tf.tanh({tensor} * {variable}))"
        self._add(f"{name} = tf.gradients({whole}, {variable})[0]")
        self._needs[name] = self._needs[tensor]
        if self._random.random() < 0.5:
            change = self._name("descent")
            self._add(f"{change} = {variable}.assign({variable} - 0.1 * {name})")
            self._changes[change] = self._needs[tensor]

    def _expression(self) -> tuple[str, frozenset[str]]:
        a, b = self._tensor(), self._tensor()
        number = self._random.choice([*self._numbers, self._value()])
        form = self._random.choice(
            [
                "{a} + {b}",
                "{a} * {b}",
                "{a} - {n}",
                "{n} * {a}",
                "tf.add({a}, {b})",
                "tf.tanh({a})",
                "tf.maximum({a}, {n})",
                "tf.reduce_sum({a}) * {b}",
                "tf.square({a})",
                "tf.nn.relu({a}) + {n}",
                "tf.reduce_mean({a} * {b}, keep_dims=False)",
                "tf.sigmoid({a} / 2) - {b}",
            ]
        )
        needs = self._needs[a] | (self._needs[b] if "{b}" in form else frozenset())
        return form.format(a=a, b=b, n=number), needs

    def _op(self) -> None:
        name = self._name(self._random.choice(["h", "t", "out", "y_"]))
        text, needs = self._expression()
        self._add(f"{name} = {text}")
        self._needs[name] = needs

    def _rebind(self) -> None:
        ops = [name for name in self._needs if name[0] in "hto"]
        if ops:
            name = self._random.choice(ops)
            text, needs = self._expression()
            self._add(f"{name} = {text}")
            self._needs[name] = needs

    def _alias(self) -> None:
        name, other = self._name("same"), self._tensor()
        self._add(f"{name} = {other}")
        self._needs[name] = self._needs[other]

    def _delete(self) -> None:
        ops = [name for name in self._needs if name[0] in "ho" and name not in dict(self._losses)]
        if ops and not self._lists:
            name = self._random.choice(ops)
            self._add(f"del {name}")
            del self._needs[name]

    def _python_value(self) -> None:
        if self._numbers and self._random.random() < 0.5:
            self._add(f"{self._random.choice(self._numbers)} = {self._value()}")
            return
        self._numbers.append(self._name("rate"))
        self._add(f"{self._numbers[-1]} = {self._value()}")

    def _list(self) -> None:
        name, sum_ = self._name("parts"), self._name("sum")
        first, second = self._tensor(), self._tensor()
        self._add(f"{name} = [{first} * 1.0, {second} + [0.0, 0.0]]")
        self._add(f"{name}.append({first} + {second})")
        self._add(f"{sum_} = {name}[0] + {name}[-1] * {name}[1]")
        if self._random.random() < 0.5:
            self._add(f"{name}[0] = {name}[1]")
        self._needs[sum_] = self._needs[first] | self._needs[second]

    def _dict(self) -> None:
        name, out = self._name("weights"), self._name("from_dict")
        self._add(f"{name} = {{'a': tf.Variable({self._vector()}), 'b': tf.Variable({self._value()})}}")
        tensor = self._tensor()
        self._add(f"{out} = {tensor} * {name}['a'] + {name}['b']")
        self._needs[out] = self._needs[tensor]

    def _function(self) -> None:
        name, first, second = self._name("layer"), self._name("first"), self._name("second")
        free, a, b = self._tensor(), self._tensor(), self._tensor()
        made = self._random.random() < 0.4
        body = ["    k = tf.Variable(0.5)"] if made else []
        result = f"inputs * {'k' if made else '0.5'} + {free}"
        self._lines += [f"def {name}(inputs):", *body, f"    return {result}"]
        self._add(f"{first} = {name}({a})")
        self._add(f"{second} = {name}({b})")
        self._needs[first] = self._needs[a] | self._needs[free]
        self._needs[second] = self._needs[b] | self._needs[free]

    def _loop(self) -> None:
        name, tensor = self._name("loop"), self._tensor()
        self._add(f"{name} = {tensor}")
        made = self._random.random() < 0.3
        self._lines += [
            "for i in range(3):",
            f"    {name} = {name} * {'tf.Variable(0.5)' if made else '0.5'} + i",
        ]
        self._needs[name] = self._needs[tensor]

    def _branch(self) -> None:
        name, one, two = self._name("either"), self._tensor(), self._tensor()
        test = self._random.choice(["True", "False", f"len('{name}') > 3"])
        self._lines += [f"if {test}:", f"    {name} = {one} * 2", "else:", f"    {name} = {two} - 1"]
        self._needs[name] = self._needs[one] | self._needs[two]

    def _scope(self) -> None:
        name, tensor = self._name("scoped"), self._tensor()
        self._lines += [f"with tf.name_scope('{name}'):", f"    {name} = tf.sin({tensor})"]
        self._needs[name] = self._needs[tensor]

    def _said(self) -> None:
        self._add(f'print("built {self._count}")')

    def _assign(self) -> None:
        name, variable = self._name("change"), self._random.choice(self._variables)
        form = self._random.choice(
            ["tf.assign({v}, {v} * 0.5)", "{v}.assign_add({v} * 0.1)", "tf.assign_sub({v}, {v} * 0.25)"]
        )
        self._add(f"{name} = {form.format(v=variable)}")
        self._changes[name] = frozenset()

    def _train(self) -> None:
        loss, train = self._name("loss"), self._name("train")
        tensor, variable = self._tensor(), self._random.choice(self._variables)
        self._add(f"{loss} = tf.reduce_mean(tf.square({tensor} * 0.1 - {variable} * 0.5))")
        variables = self._random.choice(["", "", f", var_list=[{variable}]"])
        extra = self._variables.index(variable) >= 0 and "trainable=False" in "\n".join(self._lines)
        if extra:  # a loss that reaches nothing to train is an error, in both
            self._add(f"{variable}_t = tf.Variable(0.3)")
            self._add(f"{loss} = {loss} + tf.square({variable}_t - 1.0)")
            variables = ""
        optimizer = self._random.choice(_OPTIMIZERS)
        if self._random.random() < 0.4:
            self._add(f"{train}_by = {optimizer}")
            self._add(f"{train}_pairs = {train}_by.compute_gradients({loss}{variables})")
            clipped = f"[(tf.clip_by_value(g, -0.3, 0.3), v) for g, v in {train}_pairs if g is not None]"
            self._add(f"{train} = {train}_by.apply_gradients({clipped})")
        else:
            self._add(f"{train} = {optimizer}.minimize({loss}{variables})")
        self._needs[loss] = self._needs[tensor]
        self._losses.append((loss, train))

    # What runs

    def _feed(self, needs: frozenset[str]) -> str:
        names = [name for name in self._placeholders if name in needs or self._random.random() < 0.05]
        self._random.shuffle(names)
        if not names:
            return ""
        items = ", ".join(f"{name}: {self._placeholders[name]}" for name in names)
        return self._random.choice([", feed_dict={%s}", ", {%s}"]) % items

    def _session(self) -> None:
        self._add("")
        form = self._random.choice(
            ["with tf.Session() as sess:", "sess = tf.Session()", "sess = tf.InteractiveSession()"]
        )
        self._add(form)
        self._has_default = "= tf.Session" not in form
        indent = "    " if form.startswith("with") else ""
        start = len(self._lines)
        self._add("sess.run(tf.global_variables_initializer())")
        for _ in range(self._random.randint(2, 6)):
            self._random.choice([self._run, self._run, self._run_many, self._run_in_loop, self._comprehension])()
            if self._losses and self._random.random() < 0.8:
                self._run_training()
            if self._changes and self._random.random() < 0.5:
                change = self._random.choice(list(self._changes))
                self._add(f"sess.run({change}{self._feed(self._changes[change])})")
        self._add(f"print({', '.join(f'sess.run({name})' for name in self._variables)})")
        for name in self._needs:
            if name not in self._placeholders and not any(
                re.search(rf"\b{name}\b", line) for line in self._lines[start:]
            ):
                self._add(f"print(sess.run({name}{self._feed(self._needs[name])}))")
        self._lines[start:] = [indent + line for line in self._lines[start:]]

    def _run(self) -> None:
        tensor = self._fetched()
        if self._has_default and self._random.random() < 0.2:
            self._add(f"print({tensor}.eval({self._feed(self._needs[tensor])[2:]}))")
            return
        self._add(f"print(sess.run({tensor}{self._feed(self._needs[tensor])}))")

    def _run_many(self) -> None:
        one, two = self._fetched(), self._fetched()
        feed = self._feed(self._needs[one] | self._needs[two])
        left, right = self._name("got"), self._name("and")
        self._add(f"{left}, {right} = sess.run([{one}, {two}]{feed})")
        self._add(f"print({left}, {right} * 2)")

    def _run_training(self) -> None:
        loss, train = self._random.choice(self._losses)
        feed = self._feed(self._needs[loss])
        form = self._random.choice(
            [
                "_, value = sess.run([{train}, {loss}]{feed})",
                "value = sess.run([{loss}, {train}]{feed})[0]",
                "sess.run({train}{feed}); value = sess.run({loss}{feed})",
                "_, value, now = sess.run([{train}, {loss}, {v}]{feed}); print(now)",
            ]
        )
        variable = self._random.choice(self._variables)
        self._add(f"for step in range({self._random.randint(1, 4)}):")
        self._add(f"    {form.format(train=train, loss=loss, feed=feed, v=variable)}")
        self._add("    print(step, value)")

    def _run_in_loop(self) -> None:
        tensor = self._fetched()
        self._add("for i in range(3):")
        self._add("    if i != 1:")
        self._add(f"        print(i, sess.run({tensor}{self._feed(self._needs[tensor])}))")

    def _comprehension(self) -> None:
        tensor = self._fetched()
        self._add(f"print([sess.run({tensor}{self._feed(self._needs[tensor])}) for _ in range(2)])")


def program(seed: int) -> str:
    """The program of a seed, the same each time."""
    return Writer(seed).text
