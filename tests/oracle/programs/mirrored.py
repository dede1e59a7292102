import tensorflow as tf

strategy = tf.distribute.MirroredStrategy(["/gpu:0", "/gpu:1"])
with strategy.scope():
    weight = tf.Variable(tf.ones((2,)))
    seen = tf.Variable(0.0, synchronization=tf.VariableSynchronization.ON_READ, aggregation=tf.VariableAggregation.SUM)


@tf.function
def step():
    def replica():
        context = tf.distribute.get_replica_context()
        seen.assign_add(1.0)
        weight.assign_add(tf.ones((2,)))
        return tf.reduce_sum(weight) + tf.cast(context.replica_id_in_sync_group, tf.float32)

    return strategy.run(replica)


step()
