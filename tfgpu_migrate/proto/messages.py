"""The protos that configure a session, and the calls that take one."""

from typing import NamedTuple

# Message -> its sub-messages, field by field. Source: tensorflow/core/protobuf/config.proto, 1.15.5 and 2.21.0.
MESSAGES: dict[str, dict[str, str]] = {
    "ConfigProto": {"gpu_options": "GPUOptions", "graph_options": "GraphOptions"},
    "GPUOptions": {},
    "GraphOptions": {"optimizer_options": "OptimizerOptions", "rewrite_options": "RewriterConfig"},
    "OptimizerOptions": {},
    "RewriterConfig": {},
}

# Where the fields of a message stand below ConfigProto.
PATHS: dict[str, str] = {
    "ConfigProto": "",
    "GPUOptions": "gpu_options.",
    "GraphOptions": "graph_options.",
    "OptimizerOptions": "graph_options.optimizer_options.",
    "RewriterConfig": "graph_options.rewrite_options.",
}


def submessage(message: str, attributes: tuple[str, ...]) -> str | None:
    """The message that a chain of attributes reaches from a message; None where it ends in a plain field."""
    for name in attributes:
        if name not in MESSAGES[message]:
            return None
        message = MESSAGES[message][name]
    return message


class Consumer(NamedTuple):
    """A call that takes a ConfigProto: the name of the argument, its position, and what becomes of the call."""

    keyword: str
    position: int
    reads_context: bool = True  # without `config`, it takes what tf.config has set
    goes: bool = False  # the whole call has no place in TF 2
    softens: bool = False  # without `config`, it switches soft placement on
    starts_first: bool = False  # in TF 2 the runtime is running, or starts, without this proto's devices


PASSED = Consumer("", -1)  # to a function of the same file

# Source: signatures of 1.15.5; what reads the context: tensorflow/python/client/session.py 2.21.0 (BaseSession.__init__
# takes context.context().config where no config is given; InteractiveSession makes its own proto, growth on). The
# scaffold of a monitored session makes Saver(sharded=True), which asks is_custom_device and so starts the runtime.
CONSUMERS: dict[str, Consumer] = {
    "Session": Consumer("config", 2),
    "InteractiveSession": Consumer("config", 2, reads_context=False),
    "train.MonitoredTrainingSession": Consumer("config", 9, starts_first=True),
    "train.SingularMonitoredSession": Consumer("config", 3, starts_first=True),
    "train.ChiefSessionCreator": Consumer("config", 2, starts_first=True),
    "train.WorkerSessionCreator": Consumer("config", 2, starts_first=True),
    "enable_eager_execution": Consumer("config", 0, goes=True, starts_first=True),
}

# Methods of TensorFlow's objects that take a proto. Source: training/{supervisor,session_manager}.py and
# framework/test_util.py of 1.15.5 and 2.21.0: each hands its config to session.Session as it is.
METHODS: dict[str, Consumer] = {
    "cached_session": Consumer("config", 1, softens=True),
    "managed_session": Consumer("config", 1),
    "prepare_or_wait_for_session": Consumer("config", 1),
    "prepare_session": Consumer("config", 7),
    "recover_session": Consumer("config", 6),
    "test_session": Consumer("config", 1, softens=True),
    "wait_for_session": Consumer("config", 1),
}
