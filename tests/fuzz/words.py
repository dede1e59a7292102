"""What generated programs say about TensorFlow: imports, expressions and configurations, as text with holes.

`§path` is a name of TensorFlow, spelled as the program's imports bring it; `⇥` is one step of indentation and `~` a
comment that nobody may lose.
"""

from typing import NamedTuple


class Import(NamedTuple):
    """How a file brings TensorFlow: its lines, and how it then says a path.

    `{names}` in the lines are the first parts of all paths, each as `name` says.
    """

    lines: str
    says: str = "tf.{path}"
    name: str = "{head}"


IMPORTS = [
    Import("import tensorflow as tf"),
    Import("import tensorflow as tf  ~"),
    Import("import tensorflow", "tensorflow.{path}"),
    Import("import tensorflow as flow", "flow.{path}"),
    Import("import os, tensorflow as tf, sys"),
    Import("import os; import tensorflow as tf; import sys"),
    Import("import tensorflow as tf; x = y = 1"),
    Import("import tensorflow.compat.v1 as tf"),
    Import("import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()"),
    Import("from tensorflow.compat import v1 as tf"),
    Import("from tensorflow import compat\ntf = compat.v1"),
    Import("import tensorflow as tf\ntf1 = tf.compat.v1", "tf1.{path}"),
    Import("import tensorflow as tf, tensorflow.compat.v1 as tf1", "tf1.{path}"),
    Import("from tensorflow import {names}", "{path}"),
    Import("from tensorflow import (\n⇥{names},  ~\n)", "{path}"),
    Import("from tensorflow import {names}", "other_{path}", "{head} as other_{head}"),
    Import("from tensorflow.compat.v1 import {names}", "{path}"),
    Import("from tensorflow import *", "{path}"),
    Import("try:\n⇥import tensorflow as tf\nexcept ImportError:\n⇥tf = None"),
    Import("try:\n⇥import tensorflow.compat.v1 as tf\n⇥tf.disable_v2_behavior()\nexcept:\n⇥import tensorflow as tf"),
    Import("if x:\n⇥import tensorflow as tf\nelse:\n⇥import tensorflow.compat.v1 as tf"),
    Import("if True:\n⇥import tensorflow as tf  ~"),
    Import("import tensorflow as \\\n⇥⇥tf"),
    Import("with x:\n⇥import tensorflow as tf"),
    Import("tf = __import__('tensorflow')"),
    Import("from . import tf"),
    Import("from .tensorflow import {names}", "{path}"),
    Import("class M:\n⇥import tensorflow as tf", "M.tf.{path}"),
    Import("def get():\n⇥import tensorflow as tf\n⇥return tf", "get().{path}"),
]  # fmt: skip

# Lines that stand below the imports, and what they are for; `§` is the import above.
OTHER_IMPORTS = [
    ("from tensorflow.contrib import slim, rnn", "slim.conv2d(x, 3, [3, 3])"),
    ("import tensorflow.contrib.slim as slim", "slim.fully_connected(x, 3, activation_fn=None)"),
    ("from tensorflow.contrib.layers import xavier_initializer, l2_regularizer as l2", "l2(0.1)(xavier_initializer())"),
    ("import tensorflow.contrib.layers", "tensorflow.contrib.layers.flatten(x)"),
    ("from tensorflow.python.framework import ops, dtypes", "ops.convert_to_tensor(x, dtypes.float32)"),
    ("from tensorflow.python.client import device_lib", "device_lib.list_local_devices()"),
    ("from tensorflow.python.platform import flags  ~", "flags.FLAGS.batch_size"),
    ("from tensorflow.core.protobuf import config_pb2", "config_pb2.ConfigProto(log_device_placement=True)"),
    ("from tensorflow.examples.tutorials.mnist import input_data", "input_data.read_data_sets('MNIST', one_hot=True)"),
    ("from tensorflow import keras as K", "K.backend.get_session()"),
    ("from keras.backend.tensorflow_backend import set_session", "set_session(x)"),
    ("import keras.backend as K", "K.set_session(y)"),
    ("import numpy as np", "np.zeros(3, np.float)"),
    ("from tensorflow.contrib.seq2seq import *", "sequence_loss(x, y, z)"),
    ("flags = §app.flags", "flags.DEFINE_string('a', 'b', 'c')"),
    ("layers = §contrib.layers; rnn = §nn.rnn_cell", "rnn.BasicLSTMCell(3), layers.flatten(x)"),
    ("FLAGS = §flags.FLAGS", "FLAGS._parse_flags()"),
]  # fmt: skip

# Calls and names, in one line and without quotation marks: also what stands in an f-string.
PLAIN = [
    "§Session()",
    "§placeholder(§float32, [None, 3])",
    "§log(x)",
    "§global_variables_initializer()",
    "§train.AdamOptimizer(0.1).minimize(x)",
    "§get_variable",
    "§GPUOptions(allow_growth=True)",
    "§concat(1, [x, y])",
    "§reduce_sum(x, reduction_indices=[1], keep_dims=True)",
    "§nn.dropout(x, 0.5)",
    "§to_float(x)",
    "§contrib.layers.flatten(x)",
    "§contrib.rnn.BasicLSTMCell(y)",
    "§contrib.framework.nest",
    "§mul(x, y)",
    "§Session",
    "§VERSION",
    "§test.is_gpu_available()",
    "§estimator.inputs",
    "§constant(1) + y",
    "§GraphKeys.TRAINABLE_VARIABLES",
]
# All other expressions that name something of TensorFlow.
LONG = [
    "§Session(config=§ConfigProto(allow_soft_placement=True))",
    "§Session('', config=§ConfigProto(gpu_options=§GPUOptions(allow_growth=True, visible_device_list='0')))",
    "§Session(\n⇥⇥graph=x,  ~\n⇥⇥config=§ConfigProto(  ~\n⇥⇥⇥log_device_placement=y,\n⇥⇥),\n⇥)",
    "§InteractiveSession(config=§ConfigProto(device_count={'GPU': 0}))",
    "§ConfigProto(**x)",
    "§variable_scope('a', reuse=§AUTO_REUSE)",
    "§nn.softmax_cross_entropy_with_logits(labels=x, logits=y)",
    "§nn.softmax_cross_entropy_with_logits(\n⇥⇥logits=x, labels=y)",
    "§flags.DEFINE_string('a', '', 'b')",
    "§flags.FLAGS.a",
    "§train.Saver(max_to_keep=3).save(x, 'y')",
    "§summary.scalar('loss', x)",
    "§device('/gpu:0')",
    "§device('/gpus:9')",
    "§layers.dense(x, units=3, activation=§nn.relu)",
    "§cond(x, lambda: §log(y), lambda: §Print(y, [y]))",
    "(§train\n⇥⇥.GradientDescentOptimizer(.1)\n⇥⇥.minimize(x))",
    "§split(1, 3, x)",
    "§contrib.training.HParams(a=1, b='c')",
    "§contrib.learn.datasets.mnist.read_data_sets('a')",
    "§contrib.seq2seq.sequence_loss(x, y, z)",
    "§contrib.distribute.MirroredStrategy(num_gpus=2)",
    "§keras.backend.set_session(§Session())",
    "§python_io.TFRecordWriter('é')",
    "§data.Dataset.from_tensors(x).make_one_shot_iterator().get_next()",
    "§config.experimental.list_physical_devices('GPU')[0]",
    "§gfile.Open('a', 'r').read()",
    "§image.resize_images(x, (3, 4), method=§image.ResizeMethod.BILINEAR)",
    "§while_loop(x, y, [z], parallel_iterations=1)",
    "§Session().run(x, feed_dict={y: 1, **z})",
    "§where(x, y, z)",
    "§sparse_to_dense(*x, **y)",
    "§nn.conv2d(input=x, filter=y, strides=[1] * 4, padding='SAME')",
    "§Variable(x, False, name='v')",
    "§argmax(x, dimension=1)",
    "§no_such_name.at_all(x)",
    "§compat.v1.Session()",
    "§compat.v1.ConfigProto(allow_soft_placement=True)",
    "§app.run()",
]

# Values of fields of a proto that the statements below fill.
FIELDS = [
    "gpu_options.allow_growth = True",
    "gpu_options.allow_growth = x",
    "gpu_options.per_process_gpu_memory_fraction = 0.5",
    "gpu_options.visible_device_list = '0,1'",
    "gpu_options.visible_device_list = str(x)",
    "allow_soft_placement = True",
    "log_device_placement = x  ~",
    "intra_op_parallelism_threads = 2",
    "inter_op_parallelism_threads = y",
    "device_count['GPU'] = 1",
    "graph_options.optimizer_options.global_jit_level = §OptimizerOptions.ON_1",
    "graph_options.rewrite_options.auto_mixed_precision = 1",
    "operation_timeout_in_ms = 9",
    "no_such_field = 1",
]
MADE = [
    "conf = §ConfigProto()",
    "conf = §ConfigProto(  ~\n⇥⇥allow_soft_placement=True,  ~\n⇥)",
    "opts = §GPUOptions(allow_growth=True)\nconf = §ConfigProto(gpu_options=opts)",
    "x.conf = §ConfigProto()\nconf = x.conf",
    "conf = §ConfigProto() if x else None",
    "def make_conf():\n⇥return §ConfigProto(log_device_placement=True)\nconf = make_conf()",
]
TAKEN = [
    "sess = §Session(config=conf)",
    "with §Session(config=conf) as sess, x as y:\n⇥sess.run(z)",
    "with §Session(\n⇥⇥config=conf  ~\n⇥) as sess:\n⇥sess.run(z)",
    "for z in y:\n⇥§Session('', None, conf).run(z)",
    "def go(): return §InteractiveSession(config=conf)",
    "x(conf)",
    "sess = §train.MonitoredTrainingSession(config=conf)",
    "§keras.backend.set_session(§Session(config=conf))",
    "est = §estimator.Estimator(x, config=§estimator.RunConfig(session_config=conf))",
    "sess = §Session(config=conf); sess.run(x)",
    "pass",
]
