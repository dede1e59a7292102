import numpy as np
import tensorflow as tf

sess = tf.InteractiveSession()

x = tf.Variable([1.0, 2.0])
a = tf.constant([3.0, 3.0])
x.initializer.run()

sub = tf.subtract(x, a)
print(sub.eval())
print(tf.reduce_sum(sub).eval(), tf.argmax(x, 0).eval())

m = tf.convert_to_tensor(np.arange(6, dtype=np.float32).reshape(2, 3))
print(tf.reduce_mean(m, axis=1, keep_dims=True).eval())
print(m.get_shape().as_list(), m.eval().shape)

sess.close()
