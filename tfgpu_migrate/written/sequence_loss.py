def sequence_loss(
    logits,
    targets,
    weights,
    average_across_timesteps=True,
    average_across_batch=True,
    sum_over_timesteps=False,
    sum_over_batch=False,
    softmax_loss_function=None,
    name=None,
):
    """Weighted cross-entropy of [batch, time, class] logits, as tf.contrib.seq2seq.sequence_loss."""
    averages, sums = (average_across_batch, average_across_timesteps), (sum_over_batch, sum_over_timesteps)
    if any(average and total for average, total in zip(averages, sums)):
        raise ValueError("average and sum over the same dimension")
    with tf.name_scope(name or "sequence_loss"):
        loss_of = softmax_loss_function or tf.nn.sparse_softmax_cross_entropy_with_logits
        classes = tf.shape(logits)[2]
        loss = loss_of(labels=tf.reshape(targets, [-1]), logits=tf.reshape(logits, [-1, classes]))
        loss = tf.reshape(loss * tf.reshape(weights, [-1]), tf.shape(logits)[:2])
        axes = [axis for axis in (0, 1) if (averages if any(averages) else sums)[axis]]
        if axes:
            size = weights if any(averages) else tf.cast(tf.not_equal(weights, 0), loss.dtype)
            loss = tf.math.divide_no_nan(tf.reduce_sum(loss, axes), tf.reduce_sum(size, axes))
        return loss
