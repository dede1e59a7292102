import tensorflow as tf

half = tf.Variable([1.0, 2.0], dtype=tf.float16)
half.assign_add([0.5, 0.5])
brain = tf.Variable([1.0], dtype=tf.bfloat16)
brain.assign([2.0])
double = tf.Variable([[1.0, 2.0]], dtype=tf.float64)
square = tf.matmul(double, double, transpose_a=True)
wave = tf.Variable([1 + 1j], dtype=tf.complex64)
angle = tf.math.real(wave)
with tf.device("/gpu:1"):
    words = tf.Variable(["a", "b"])
    words.assign(["c", "d"])
    far = tf.Variable(tf.ones((3,)))
with tf.device("/cpu:0"):
    home = tf.Variable(tf.zeros((3,)))
    home.assign(far)
sparse = tf.Variable(tf.zeros((5, 2)))
sparse.scatter_nd_update([[1], [3]], tf.ones((2, 2)))
sparse[0].assign([1.0, 1.0])
rows = tf.gather(sparse, [0, 3])
