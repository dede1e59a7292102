"""What the recorder of `verify` costs: each measured alone and recorded, in one process, in turn.

    python benchmarks/verify.py PYTHON [--rounds 7]

PYTHON is an interpreter with TensorFlow. Times are CPU time of the main thread, the best of the rounds; the ratio is
what counts. Exit code 1: a budget is exceeded.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

BUDGETS = {"eager op": 1.5, "eager training step": 1.5, "tf.function": 1.05}
_INJECT = Path(__file__).resolve().parents[1] / "tfgpu_migrate" / "verify" / "child" / "inject"
# Keeps the doors as they are without the recorder, then swaps them; so both are measured in the same minute.
_MEASURE = """
import json, os, sys, time
import tensorflow as tf
from tensorflow.python import pywrap_tfe
from tensorflow.python.framework import constant_op

DOORS = [(pywrap_tfe, name) for name in ("TFE_Py_FastPathExecute", "TFE_Py_Execute", "TFE_Py_ExecuteCancelable")]
DOORS.append((constant_op, "convert_to_eager_tensor"))
hooked = [getattr(*door) for door in DOORS]
plain = [cell(hook) for hook, cell in zip(hooked, [
    *[lambda hook: hook.__closure__[hook.__code__.co_freevars.index("execute")].cell_contents] * 3,
    lambda hook: hook.__closure__[hook.__code__.co_freevars.index("convert")].cell_contents,
])]

a, b = tf.random.uniform((64, 64)), tf.random.uniform((64, 64))
weights = [tf.Variable(tf.random.uniform((64, 64))) for _ in range(4)]

def op():
    for _ in range(2000):
        tf.add(a, b)

def step():
    for _ in range(40):
        with tf.GradientTape() as tape:
            x = a
            for weight in weights:
                x = tf.nn.relu(x @ weight)
            loss = tf.reduce_mean(x)
        for weight, gradient in zip(weights, tape.gradient(loss, weights)):
            weight.assign_sub(gradient * 0.01)

@tf.function
def compiled(x):
    for weight in weights:
        x = tf.nn.relu(x @ weight)
    return tf.reduce_mean(x)

def call():
    for _ in range(300):
        compiled(a)

WORK = {"eager op": op, "eager training step": step, "tf.function": call}
best = {}
for _ in range(int(sys.argv[1]) + 1):  # the first round warms up
    for name, work in WORK.items():
        for kind, doors in (("plain", plain), ("recorded", hooked)):
            for door, function in zip(DOORS, doors):
                setattr(*door, function)
            start = time.thread_time()
            work()
            best.setdefault((name, kind), []).append(time.thread_time() - start)
print(json.dumps({name: [min(best[name, kind][1:]) for kind in ("plain", "recorded")] for name in WORK}))
"""


def main() -> int:
    """Measure with no GPU and with two pretended ones; 1 if a ratio is over its budget."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    failed = False
    for gpus in (None, 2):
        print(f"{'observed' if gpus is None else 'pretended'} ({gpus or 0} GPUs)")
        for name, (plain, recorded) in measured(arguments.python, gpus, arguments.rounds).items():
            ratio = recorded / plain
            failed |= ratio > BUDGETS[name]
            print(f"  {name:20} {plain * 1000:8.1f} ms {recorded * 1000:8.1f} ms {ratio:6.2f} (budget {BUDGETS[name]})")
    return int(failed)


def measured(python: str, gpus: int | None, rounds: int) -> dict[str, list[float]]:
    """Seconds without and with the recorder, by name."""
    stop, stopper = os.pipe()
    flags = {"as_tf1": False, "hide_gpus": False}
    settings = {"folder": os.devnull, "gpus": gpus, "memory_mib": 16384, "stop": stop, **flags}
    environment = dict(os.environ, TFGPU_VERIFY=json.dumps(settings), PYTHONPATH=str(_INJECT), TF_CPP_MIN_LOG_LEVEL="3")
    command = [python, "-c", _MEASURE, str(rounds)]
    done = subprocess.run(
        command, env=environment, pass_fds=[stop], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True
    )
    os.close(stop)
    os.close(stopper)
    found: dict[str, list[float]] = json.loads(done.stdout.splitlines()[-1])
    return found


if __name__ == "__main__":
    sys.exit(main())
