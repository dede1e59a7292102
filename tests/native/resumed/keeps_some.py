import os

import tensorflow as tf

os.chdir(os.path.dirname(os.path.abspath(__file__)))

ckpt_dir = "./ckpt_dir"
if not os.path.exists(ckpt_dir):
    os.makedirs(ckpt_dir)

global_step = tf.Variable(0, name='global_step', trainable=False)
w = tf.Variable([3.0, -1.0])
cost = tf.reduce_sum(tf.square(w))
train_op = tf.train.RMSPropOptimizer(0.001, 0.9).minimize(cost)

# Call this after declaring all tf.Variables.
saver = tf.train.Saver(max_to_keep=3)

# This variable won't be stored, since it is declared after tf.train.Saver()
non_storable_variable = tf.Variable(777)

# Launch the graph in a session
with tf.Session() as sess:
    # you need to initialize all variables
    tf.global_variables_initializer().run()

    ckpt = tf.train.get_checkpoint_state(ckpt_dir)
    if ckpt and ckpt.model_checkpoint_path:
        print(ckpt.model_checkpoint_path)
        saver.restore(sess, ckpt.model_checkpoint_path)  # restore all variables

    start = global_step.eval()  # get last global_step
    print("Start from:", start)

    for i in range(start, start + 5):
        sess.run(train_op)
        sess.run(tf.assign(global_step, i + 1))  # set and update(eval) global_step with index, i
        saver.save(sess, ckpt_dir + "/model.ckpt", global_step=global_step)
        print(i, sess.run([cost, non_storable_variable]))
    print([os.path.exists(ckpt_dir + "/model.ckpt-%d.index" % i) for i in range(16)])
