import os

import tensorflow as tf

os.chdir(os.path.dirname(os.path.abspath(__file__)))

w = tf.Variable(tf.ones([2, 1]), name="w")
v = tf.Variable(tf.zeros([1]))
loss = tf.reduce_sum(tf.square(w)) + tf.reduce_sum(tf.square(v - 3.0))
train_op = tf.train.GradientDescentOptimizer(0.05).minimize(loss)
saver = tf.train.Saver()
sess = tf.InteractiveSession()
checkpoint = tf.train.latest_checkpoint("./")
if not checkpoint:
    print("Initializing")
    tf.global_variables_initializer().run()
else:
    print("Loading", checkpoint)
    saver.restore(sess, checkpoint)
for i in range(3):
    sess.run(train_op)
print(w.eval(), v.eval(), loss.eval())
saver.save(sess, "./trained", global_step=0)
