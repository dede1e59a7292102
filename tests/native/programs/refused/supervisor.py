import tempfile

import tensorflow as tf

step = tf.train.get_or_create_global_step()
w = tf.Variable(4.0)
train = tf.train.GradientDescentOptimizer(0.1).minimize(w * w, global_step=step)
hooks = [tf.train.StopAtStepHook(last_step=5)]

with tf.train.MonitoredTrainingSession(hooks=hooks) as sess:  # refused: MonitoredTrainingSession
    while not sess.should_stop():
        _, now = sess.run([train, step])
print("done")
