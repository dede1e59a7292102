import tensorflow as tf

layers = tf.keras.layers
words = layers.Input((6,), dtype="int32")
vectors = layers.Embedding(30, 4)(words)
mixed = layers.LayerNormalization()(vectors + layers.Dense(4)(vectors))
pooled = layers.GlobalAveragePooling1D()(mixed)
model = tf.keras.Model(words, layers.Dense(1, activation="sigmoid")(pooled))
answer = model(tf.zeros((2, 6), tf.int32))


@tf.function
def infer(batch):
    return model(batch)


infer(tf.zeros((2, 6), tf.int32))
