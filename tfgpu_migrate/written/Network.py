class Network(tf.Module):
    """Layers that belong together, and their variables, as tf.contrib.eager.Network."""

    def __init__(self, name=None):
        super().__init__(name)
        self.layers = []

    def __call__(self, *args, **kwargs):
        return self.call(*args, **kwargs)

    def track_layer(self, layer):
        self.layers.append(layer)
        return layer

    @property
    def variables(self):
        return [variable for layer in self.layers for variable in layer.variables]

    @property
    def trainable_variables(self):
        return [variable for layer in self.layers for variable in layer.trainable_variables]

    weights, trainable_weights = variables, trainable_variables
