"""TFM602 colocated-on-cpu."""

from tfgpu_migrate.rules import document_only

document_only(
    "TFM602",
    "colocated-on-cpu",
    """An op that asked for a GPU and is on the CPU, because it shares the device of another op.

    ## What it does
    `tfgpu-migrate verify` reports a line whose op has a GPU kernel and asked for it, but must be where a variable or
    another op of its group is, and names that one.

    ## Why is this bad
    One op without a GPU kernel takes all that touch the same variable along to the CPU: its initial value, each
    assignment, each read, and in a graph the optimizer's update of it.

    ## Example
    ```python
    counts = tf.Variable([0, 0])
    with tf.device("/gpu:0"):
        counts.assign_add([1, 1])
    ```

    ## How to fix
    Move the variable: create it with a type that has a GPU kernel under the same `tf.device`, or take the op out of the
    device scope.
    """,
)
