"""Writes the checkpoints and the frozen graph that programs read. Runs on TensorFlow 1.15."""

import os

import tensorflow as tf

PROGRAMS = os.path.dirname(os.path.abspath(__file__))
HERE = os.path.join(PROGRAMS, "native")


def save(sess, name):
    tf.train.Saver().save(sess, os.path.join(HERE, "old_checkpoint", name), write_meta_graph=False)
    os.remove(os.path.join(HERE, "old_checkpoint", "checkpoint"))  # holds the path of this machine


def checkpoint():
    with tf.Graph().as_default(), tf.Session() as sess:
        with tf.variable_scope("dense"):
            tf.get_variable("kernel", initializer=[[0.5, -1.0, 2.0], [0.25, 3.0, -0.75]])
            tf.get_variable("bias", initializer=[0.1, 0.2, 0.3])
        sess.run(tf.global_variables_initializer())
        save(sess, "model.ckpt")


def without_names():
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.Variable([[1.5, -2.5]])
        tf.Variable([0.25, 0.75])
        with tf.variable_scope("out"):
            tf.Variable([2.0, 3.0], name="scale")
            tf.get_variable("shift", initializer=[10.0, 20.0])
        sess.run(tf.global_variables_initializer())
        save(sess, "unnamed.ckpt")


def with_optimizer():
    with tf.Graph().as_default(), tf.Session() as sess:
        w = tf.Variable([0.0, 0.5], name="w")
        b = tf.Variable([0.0], name="b")
        loss = tf.reduce_sum(tf.square(w - 1.0)) + tf.reduce_sum(tf.square(b + 2.0))
        train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
        sess.run(tf.global_variables_initializer())
        for _ in range(7):
            sess.run(train_op)
        save(sess, "adam.ckpt")


def frozen_graph():
    with tf.Graph().as_default(), tf.Session() as sess:
        image = tf.placeholder(tf.float32, [None, 4], name="image_tensor")
        weights = tf.Variable([[1.0, 0.5, -1.0], [0.0, 2.0, 1.0], [-0.5, 0.1, 0.7], [0.3, -0.3, 0.9]])
        scores = tf.nn.softmax(tf.matmul(image, weights), name="scores")
        tf.argmax(scores, 1, name="classes")
        sess.run(tf.global_variables_initializer())
        frozen = tf.graph_util.convert_variables_to_constants(sess, sess.graph_def, ["scores", "classes"])
        for kind in ("native", "either"):
            with open(os.path.join(PROGRAMS, kind, "frozen", "graph.pb"), "wb") as out:
                out.write(frozen.SerializeToString(deterministic=True))


checkpoint()
without_names()
with_optimizer()
frozen_graph()
