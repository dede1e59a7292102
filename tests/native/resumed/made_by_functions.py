import os

import tensorflow as tf

os.chdir(os.path.dirname(os.path.abspath(__file__)))


def init_weights(shape, value):
    return tf.Variable(tf.fill(shape, value))


def model(X, w_h, w_o):
    h = tf.nn.relu(tf.matmul(X, w_h))
    return tf.matmul(h, w_o)


X = tf.placeholder("float", [None, 2])
Y = tf.placeholder("float", [None, 1])
w_h = init_weights([2, 3], 0.5)
w_o = init_weights([3, 1], -0.25)
global_step = tf.Variable(0, name='global_step', trainable=False)
py_x = model(X, w_h, w_o)
cost = tf.reduce_mean(tf.square(py_x - Y))
train_op = tf.train.AdamOptimizer(0.02).minimize(cost)
ckpt_dir = "./ckpt_dir"
saver = tf.train.Saver()

with tf.Session() as sess:
    tf.global_variables_initializer().run()
    ckpt = tf.train.get_checkpoint_state(ckpt_dir)
    if ckpt and ckpt.model_checkpoint_path:
        saver.restore(sess, ckpt.model_checkpoint_path)
    start = global_step.eval()
    print("Start from:", start)
    for i in range(start, start + 3):
        sess.run(train_op, feed_dict={X: [[1.0, 2.0]], Y: [[1.0]]})
        sess.run(tf.assign(global_step, i + 1))
        saver.save(sess, ckpt_dir + "/model.ckpt", global_step=global_step)
        print(i, sess.run(cost, feed_dict={X: [[1.0, 2.0]], Y: [[1.0]]}))
