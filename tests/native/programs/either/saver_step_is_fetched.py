import os
import tempfile

import tensorflow as tf

logs = tempfile.mkdtemp()
prefix = os.path.join(logs, "run")
step = tf.Variable(0, trainable=False, name="step")
w = tf.Variable([3.0], name="w")
train = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(tf.square(w)), global_step=step)
saver = tf.train.Saver(max_to_keep=3)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
paths = []
for i in range(5):
    sess.run(train)
    paths.append(saver.save(sess, prefix, global_step=sess.run(step), write_meta_graph=False))
print([os.path.basename(one) for one in paths])
print([os.path.exists(one + ".index") for one in paths])
saver.restore(sess, os.path.join(logs, "run-3"))
print(sess.run(w), sess.run(step))
saver.save(sess, prefix, step.eval(session=sess))
print(os.path.basename(tf.train.latest_checkpoint(logs)))
