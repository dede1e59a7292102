import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.Variable(tf.ones([2, 1]))
y = tf.matmul(x, w)

gpu_options = tf.GPUOptions(per_process_gpu_memory_fraction=0.25)
sess = tf.Session(config=tf.ConfigProto(gpu_options=gpu_options, intra_op_parallelism_threads=2))
sess.run(tf.global_variables_initializer())
print(sess.run(y, feed_dict={x: [[1, 2]]}))
print(sess.run(w))
sess.close()
