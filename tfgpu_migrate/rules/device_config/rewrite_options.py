"""TFM310 rewrite-options."""

from tfgpu_migrate.proto.fields import Keep, Lines, Say
from tfgpu_migrate.proto.life import Write
from tfgpu_migrate.rules import field

# Toggle of RewriterConfig -> what `set_experimental_options` takes. Source: core/protobuf/rewriter_config.proto 1.15.5;
# Context.config of tensorflow/python/eager/context.py 2.21.0, which reads these keys and swallows all others.
_TOGGLES = """
    layout_optimizer constant_folding shape_optimization remapping arithmetic_optimization dependency_optimization
    loop_optimization function_optimization debug_stripper scoped_allocator_optimization pin_to_host_optimization
    implementation_selector auto_mixed_precision auto_mixed_precision_mkl auto_mixed_precision_onednn_bfloat16
    use_plugin_optimizers
""".split()
_PLAIN = {"disable_model_pruning": False, "disable_meta_optimizer": False, "min_graph_nodes": 0}
_STATES = {"ON": True, "OFF": False, "DEFAULT": None, 1: True, 2: False, 0: None}
_PATH = "graph_options.rewrite_options."
_SETTER = "tf.config.optimizer.set_experimental_options"


def rewrite_option(write: Write, say: Say) -> Lines | Keep:
    """`graph_options.rewrite_options`, the graph optimizers, which TensorFlow 2 switches by name.

    ## What it does
    Finds the optimizers that a `ConfigProto` switches on or off and sets them with
    `tf.config.optimizer.set_experimental_options`.

    ## Why is this bad
    `tf.ConfigProto` is gone. The numbers cannot be passed on: `RewriterConfig.OFF` is 2, which `tf.config`
    takes for on.

    ## Example
    ```python
    config = tf.ConfigProto()
    config.graph_options.rewrite_options.auto_mixed_precision = 1
    sess = tf.Session(config=config)
    ```

    ## Use instead
    ```python
    tf.config.optimizer.set_experimental_options({"auto_mixed_precision": True})
    sess = tf.compat.v1.Session()
    ```

    ## Fix safety
    Safe for `ON` and `OFF` and their numbers. `AGGRESSIVE`, a computed value and the optimizers whose key
    `set_experimental_options` ignores (`memory_optimization`) are reported and left.
    """
    name, value = write.path.removeprefix(_PATH), say.known or write.value
    if name in _PLAIN:
        if value.literal == _PLAIN[name] and not say.explicit:
            return ()
        return _line(name, value.text, say)
    state = value.literal if value.is_literal else value.dotted.rpartition(".")[2]
    if not isinstance(state, (int, str)) or state not in _STATES:
        return Keep(f"{name}={write.value.text} is neither ON nor OFF, and tf.config takes only those")
    if _STATES[state] is None:
        return Keep(f"{name} goes back to its default here, which tf.config cannot say") if say.explicit else ()
    return _line(name, str(_STATES[state]), say)


def _line(name: str, value: str, say: Say) -> Lines:
    return (f"{say.tf}{_SETTER.removeprefix('tf')}({{{say.string(name)}: {value}}})",)


for _name in (*_TOGGLES, *_PLAIN):
    field("TFM310", "rewrite-options", f"{_PATH}{_name}", setter=_SETTER, per_session=True)(rewrite_option)
