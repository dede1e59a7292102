import tensorflow as tf

x_data = [1., 2., 3., 4.]
y_data = [1., 3., 5., 7.]

W = tf.Variable([-3.0], name='weight')
b = tf.Variable([1.0], name='bias')
X = tf.placeholder(tf.float32)
Y = tf.placeholder(tf.float32)

hypothesis = X * W + b
cost = tf.reduce_mean(tf.square(hypothesis - Y))

# Minimize without an optimizer: derivatives and assignments
learning_rate = 0.1
grad_W, grad_b = tf.gradients(xs=[W, b], ys=cost)
new_W = W.assign(W - learning_rate * grad_W)
new_b = b.assign(b - learning_rate * grad_b)

sess = tf.Session()
sess.run(tf.global_variables_initializer())
for step in range(21):
    sess.run([new_W, new_b], feed_dict={X: x_data, Y: y_data})
    if step % 5 == 0:
        print(step, sess.run(cost, feed_dict={X: x_data, Y: y_data}), sess.run(W), sess.run(b))
print(sess.run(grad_W, feed_dict={X: x_data, Y: y_data}))
