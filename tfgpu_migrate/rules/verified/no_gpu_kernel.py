"""TFM601 no-gpu-kernel."""

from tfgpu_migrate.rules import document_only

document_only(
    "TFM601",
    "no-gpu-kernel",
    """An op that asked for a GPU and is on the CPU, because no GPU kernel takes its type.

    ## What it does
    `tfgpu-migrate verify` reports a line whose op stands under `tf.device("/gpu:0")` (or in a graph with that device)
    and was placed on the CPU, where the same op with another type has a GPU kernel. The classic case is an `int32`
    variable.

    ## Why is this bad
    Soft placement is on in eager TensorFlow 2, so nothing is said: the op runs on the CPU, and each use of its result
    on the GPU waits for a copy.

    ## Example
    ```python
    with tf.device("/gpu:0"):
        step = tf.Variable(0)
    ```

    ## Use instead
    ```python
    with tf.device("/gpu:0"):
        step = tf.Variable(0, dtype=tf.int64)
    ```
    or leave it on the CPU and say so, with `tf.device("/CPU:0")`.
    """,
)
