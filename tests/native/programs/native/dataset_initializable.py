import numpy as np
import tensorflow as tf

npx = np.linspace(-1, 1, 24)[:, np.newaxis]
npy = 2 * npx + 1
npx_train, npx_test = np.split(npx, [16])
npy_train, npy_test = np.split(npy, [16])

tfx = tf.placeholder(npx_train.dtype, npx_train.shape)
tfy = tf.placeholder(npy_train.dtype, npy_train.shape)

dataset = tf.data.Dataset.from_tensor_slices((tfx, tfy))
dataset = dataset.batch(8)
dataset = dataset.repeat(3)
iterator = dataset.make_initializable_iterator()

bx, by = iterator.get_next()
slope = tf.Variable(0.0, dtype=tf.float64)
offset = tf.Variable(0.0, dtype=tf.float64)
loss = tf.losses.mean_squared_error(by, slope * bx + offset)
train = tf.train.GradientDescentOptimizer(0.3).minimize(loss)

sess = tf.Session()
sess.run([iterator.initializer, tf.global_variables_initializer()], feed_dict={tfx: npx_train, tfy: npy_train})

for step in range(100):
    try:
        _, trainl = sess.run([train, loss])
        if step % 2 == 0:
            testl = sess.run(loss, {bx: npx_test, by: npy_test})  # tensors of the iterator are fed
            print('step: %i/100' % step, '|train loss: %.5f' % trainl, '|test loss: %.5f' % testl)
    except tf.errors.OutOfRangeError:
        print('Finish the last epoch.')
        break
print(sess.run([slope, offset]))
