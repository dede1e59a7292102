"""Steps per CPU second of training loops: made native TensorFlow 2, against the graphs that the safe fixes leave.

    python benchmarks/native.py PYTHON [--rounds 5]

PYTHON is an interpreter with TensorFlow 2.21. Each program is fixed both ways; both results run in turn, each in a
process of its own, and time their own loop after a warm-up. The best round counts, and what counts of it is the ratio.
Exit code 1: a converted loop is slower than its graph, or a program is not converted.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tfgpu_migrate import fix_text

BUDGET = 1.0  # of the graph's steps per second
_WARM_UP = 50
_HEAD = """import time

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
"""
_LOOP = """
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range({warm_up} + {steps}):
        if step == {warm_up}:
            start = time.process_time()
        {run}
    print({steps} / (time.process_time() - start))
"""
# name -> what builds the graph, what a step runs, how many steps
PROGRAMS = {
    "one sample, two variables": (
        """
X = tf.placeholder("float")
Y = tf.placeholder("float")
W = tf.Variable(0.3)
b = tf.Variable(0.1)
cost = tf.square(X * W + b - Y)
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(cost)
""",
        "sess.run(train_op, feed_dict={X: 0.5, Y: 1.5})",
        3000,
    ),
    "loss fetched beside": (
        """
X = tf.placeholder(tf.float32, [None, 20])
Y = tf.placeholder(tf.float32, [None, 1])
W = tf.Variable(tf.zeros([20, 1]))
b = tf.Variable(tf.zeros([1]))
loss = tf.reduce_mean(tf.square(tf.matmul(X, W) + b - Y))
train_op = tf.train.AdamOptimizer(0.01).minimize(loss)
data = rng.rand(64, 20).astype(np.float32)
target = data.sum(axis=1, keepdims=True)
""",
        "_, value = sess.run([train_op, loss], feed_dict={X: data, Y: target})",
        2000,
    ),
    "three layers, batch of 128": (
        """
X = tf.placeholder(tf.float32, [None, 784])
Y = tf.placeholder(tf.float32, [None, 10])
W1 = tf.Variable(rng.normal(0, 0.05, (784, 256)), dtype=tf.float32)
b1 = tf.Variable(tf.zeros([256]))
W2 = tf.Variable(rng.normal(0, 0.05, (256, 256)), dtype=tf.float32)
b2 = tf.Variable(tf.zeros([256]))
W3 = tf.Variable(rng.normal(0, 0.05, (256, 10)), dtype=tf.float32)
layer1 = tf.nn.relu(tf.matmul(X, W1) + b1)
layer2 = tf.nn.relu(tf.matmul(layer1, W2) + b2)
logits = tf.matmul(layer2, W3)
cost = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(logits=logits, labels=Y))
train_op = tf.train.AdamOptimizer(0.001).minimize(cost)
data = rng.rand(128, 784).astype(np.float32)
target = np.eye(10)[rng.randint(0, 10, 128)]
""",
        "_, c = sess.run([train_op, cost], feed_dict={X: data, Y: target})",
        300,
    ),
}


def main() -> int:
    """Measure all programs; 1 if one of them is slower than its graph."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("python")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    failed = False
    print(f"{'steps per CPU second':28} {'graph':>9} {'native':>9} {'ratio':>6} (budget {BUDGET})")
    for name, (build, run, steps) in PROGRAMS.items():
        text = _HEAD + build + _LOOP.format(warm_up=_WARM_UP, steps=steps, run=run)
        graph, native = (fix_text(text, unsafe_fixes=unsafe).text for unsafe in (False, True))
        if native == graph:
            print(f"{name:28} is not converted")
            failed = True
            continue
        slow, fast = measured(arguments.python, (graph, native), arguments.rounds)
        failed |= fast / slow < BUDGET
        print(f"{name:28} {slow:9.0f} {fast:9.0f} {fast / slow:6.2f}", flush=True)
    return int(failed)


def measured(python: str, texts: tuple[str, ...], rounds: int) -> list[float]:
    """The most steps per CPU second of each text, run in turn."""
    best = [0.0] * len(texts)
    environment = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3")
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "train.py")
        for _ in range(rounds):
            for position, text in enumerate(texts):
                script.write_text(text, encoding="utf-8")
                command = [python, str(script)]
                done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
                done.check_returncode()
                best[position] = max(best[position], float(done.stdout.splitlines()[-1]))
    return best


if __name__ == "__main__":
    sys.exit(main())
