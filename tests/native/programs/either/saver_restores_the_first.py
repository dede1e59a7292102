import os
import tempfile

import tensorflow as tf

save_dir = tempfile.mkdtemp()
save_path = os.path.join(save_dir, 'best_validation')
w = tf.Variable([1.0, 2.0])
assign = w.assign(w * 10)
saver = tf.train.Saver()
session = tf.Session()
session.run(tf.global_variables_initializer())
saver.save(sess=session, save_path=save_path)
session.run(assign)
print(session.run(w))
# Initialize anew, and restore.
session.run(tf.global_variables_initializer())
saver.restore(sess=session, save_path=save_path)
print(session.run(w))
session.close()
