import numpy as np
import tensorflow as tf

rng = np.random.RandomState(8)
real = rng.normal(2.0, 0.5, (32, 1)).astype(np.float32)
z = rng.rand(32, 2).astype(np.float32)

X = tf.placeholder(tf.float32, [None, 1])
Z = tf.placeholder(tf.float32, [None, 2])

G_W = tf.Variable(rng.randn(2, 1).astype(np.float32))
G_b = tf.Variable(tf.zeros([1]))
D_W = tf.Variable(rng.randn(1, 1).astype(np.float32))
D_b = tf.Variable(tf.zeros([1]))


def generator(noise):
    return tf.matmul(noise, G_W) + G_b


def discriminator(inputs):
    return tf.nn.sigmoid(tf.matmul(inputs, D_W) + D_b)


G = generator(Z)
D_gene = discriminator(G)
D_real = discriminator(X)

loss_D = tf.reduce_mean(tf.log(D_real) + tf.log(1 - D_gene))
loss_G = tf.reduce_mean(tf.log(D_gene))

# Each network is trained by an optimizer of its own.
train_D = tf.train.AdamOptimizer(0.05).minimize(-loss_D, var_list=[D_W, D_b])
train_G = tf.train.AdamOptimizer(0.05).minimize(-loss_G, var_list=[G_W, G_b])

sess = tf.Session()
sess.run(tf.global_variables_initializer())
for epoch in range(10):
    _, loss_val_D = sess.run([train_D, loss_D], feed_dict={X: real, Z: z})
    _, loss_val_G = sess.run([train_G, loss_G], feed_dict={Z: z})
    if epoch % 3 == 0:
        print('Epoch:', '%04d' % epoch, 'D loss: {:.4}'.format(loss_val_D), 'G loss: {:.4}'.format(loss_val_G))
print(sess.run(G, feed_dict={Z: z[:2]}))
