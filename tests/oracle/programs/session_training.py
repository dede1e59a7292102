import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x, y = tf.placeholder(tf.float32, [None, 3]), tf.placeholder(tf.int64, [None])
with tf.device("/gpu:0"):
    kernel = tf.get_variable("kernel", [3, 2])
    steps = tf.get_variable("steps", [], tf.int32, initializer=tf.zeros_initializer(), trainable=False)
    logits = tf.matmul(x, kernel)
with tf.device("/gpu:1"):
    hit = tf.equal(tf.argmax(logits, 1), y)
    accuracy = tf.reduce_mean(tf.cast(hit, tf.float32))
loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
train = tf.train.AdamOptimizer(0.01).minimize(loss, global_step=tf.train.get_or_create_global_step())
count = tf.assign_add(steps, 1)
feeds = {x: np.ones((4, 3)), y: np.zeros((4,))}
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as session:
    session.run(tf.global_variables_initializer())
    session.run([train, count, loss], feeds)
    session.run(accuracy, feeds)
