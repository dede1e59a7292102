def rnn_decoder(decoder_inputs, initial_state, cell, loop_function=None, scope=None):
    """Run a cell over a list of inputs, or over what it put out before, as in tf.contrib.legacy_seq2seq."""
    state, outputs = initial_state, []
    with tf.compat.v1.variable_scope(scope or "rnn_decoder"):
        for step, given in enumerate(decoder_inputs):
            if loop_function is not None and outputs:
                with tf.compat.v1.variable_scope("loop_function", reuse=True):
                    given = loop_function(outputs[-1], step)
            if step:
                tf.compat.v1.get_variable_scope().reuse_variables()
            output, state = cell(given, state)
            outputs.append(output)
    return outputs, state
