def sequence_loss_by_example(
    logits, targets, weights, average_across_timesteps=True, softmax_loss_function=None, name=None
):
    """Weighted cross-entropy of lists with an entry for each step, as in tf.contrib.legacy_seq2seq."""
    if not len(logits) == len(targets) == len(weights):
        raise ValueError(f"as many logits, targets and weights: {len(logits)}, {len(targets)}, {len(weights)}")
    with tf.name_scope(name or "sequence_loss_by_example"):
        losses = []
        for logit, target, weight in zip(logits, targets, weights):
            if softmax_loss_function is None:
                target = tf.reshape(target, [-1])
            loss_of = softmax_loss_function or tf.nn.sparse_softmax_cross_entropy_with_logits
            losses.append(loss_of(labels=target, logits=logit) * weight)
        total = tf.add_n(losses)
        return total / (tf.add_n(weights) + 1e-12) if average_across_timesteps else total
