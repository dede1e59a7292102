def implicit_gradients(function):
    """Return a function of the gradients for the variables that `function` reads, as tf.contrib.eager did."""

    def gradients(*args, **kwargs):
        with tf.GradientTape() as tape:
            loss = function(*args, **kwargs)
        variables = tape.watched_variables()
        return list(zip(tape.gradient(loss, variables), variables))

    return gradients
