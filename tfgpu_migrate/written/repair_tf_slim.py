def repair_tf_slim():
    """Give tf_slim 1.1.0 the names that it looks for where TensorFlow 2.21 no longer has them."""
    import sys

    from tensorflow.python.framework import ops
    from tensorflow.python.ops import array_ops, control_flow_ops
    from tf_keras.src import legacy_tf_layers

    sys.modules.setdefault("tf_keras.legacy_tf_layers", legacy_tf_layers)
    ops.Tensor, ops.IndexedSlices = tf.Tensor, tf.IndexedSlices
    array_ops.stack, control_flow_ops.case, control_flow_ops.cond = tf.stack, tf.compat.v1.case, tf.compat.v1.cond
