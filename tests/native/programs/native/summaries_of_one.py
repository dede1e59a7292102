import tempfile

import tensorflow as tf

from helpers.events import show

logs = tempfile.mkdtemp()
a = tf.Variable([1.0, 4.0])
target = tf.placeholder(tf.float32, [2])
distance = tf.reduce_sum(tf.square(a - target))
distance_summary = tf.summary.scalar("distance", distance)
global_step = tf.Variable(0, trainable=False, name="global_step")
train = tf.train.MomentumOptimizer(0.05, 0.5).minimize(distance, global_step=global_step)

sess = tf.Session()
sess.run(tf.global_variables_initializer())
writer = tf.summary.FileWriter(logs, graph=tf.get_default_graph())
for _ in range(3):
    # one step, then what it came to
    sess.run(train, {target: [0.0, 1.0]})
    writer.add_summary(sess.run(distance_summary, feed_dict={target: [0.0, 1.0]}),
                       global_step=sess.run(global_step))
for k in range(2):
    writer.add_summary(sess.run(distance_summary, feed_dict={target: [5.0, 5.0]}), 100 + k)
text = sess.run(distance_summary, {target: [1.0, 1.0]})
writer.add_summary(text)
sess.close()
writer.close()
show(logs)
