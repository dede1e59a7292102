import numpy as np
import tensorflow as tf

X = tf.placeholder(tf.float32, shape=[None, 6])
z = tf.placeholder(tf.float32, shape=[None, 2])
Q_W = tf.Variable(np.linspace(-0.2, 0.2, 24).reshape(6, 4).astype(np.float32))
P_W = tf.Variable(np.linspace(-0.3, 0.3, 12).reshape(2, 6).astype(np.float32))


def Q(X):
    h = tf.matmul(X, Q_W)
    return h[:, :2], h[:, 2:]


def sample_z(mu, log_var):
    eps = tf.random_normal(shape=tf.shape(mu))
    return mu + tf.exp(log_var / 2) * eps


def P(z):
    logits = tf.matmul(z, P_W)
    return tf.nn.sigmoid(logits), logits


z_mu, z_logvar = Q(X)
z_sample = sample_z(z_mu, z_logvar)
_, logits = P(z_sample)
X_samples, _ = P(z)

recon_loss = tf.reduce_sum(tf.nn.sigmoid_cross_entropy_with_logits(logits=logits, labels=X), 1)
kl_loss = 0.5 * tf.reduce_sum(tf.exp(z_logvar) + z_mu**2 - 1. - z_logvar, 1)
vae_loss = tf.reduce_mean(recon_loss + kl_loss)
solver = tf.train.AdamOptimizer(0.02).minimize(vae_loss)

data = (np.arange(60).reshape(10, 6) % 3 == 0).astype(np.float32)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
first = sess.run(vae_loss, {X: data})
for it in range(300):
    _, loss = sess.run([solver, vae_loss], feed_dict={X: data})
print(loss < first, sess.run(X_samples, feed_dict={z: np.zeros((3, 2))}))
print(sess.run(z_mu, {X: data}).shape)
