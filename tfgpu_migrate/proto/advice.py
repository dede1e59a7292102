"""Fields of ConfigProto that tf.config cannot set: what a person can do instead.

The fields are those of core/protobuf/config.proto and rewriter_config.proto, 1.15.5; a test compares them with the
descriptors of the installed TensorFlow. What the runtime still reads: core/common_runtime, 2.21.0.
"""

_DROP = "drop it to move the rest"
_DROP_DEFAULT = "its default serves nearly everyone, drop it to move the rest"
_SESSION = "it belongs to one session, whose proto keeps it: drop it to move the rest"
_CLUSTER = "a cluster is set up with `tf.distribute` and `TF_CONFIG`: drop it to move the rest"
_GRAPPLER = "`set_experimental_options` ignores this key: drop it to move the rest"
_RPC = "only servers of a cluster read it: drop it to move the rest"


def without_setter(path: str) -> str:
    """What to tell about a field that keeps its proto, as a clause."""
    prefix = path
    while prefix and prefix not in ADVICE:
        prefix = prefix.rpartition(".")[0]
    return f"has no tf.config setter: {ADVICE.get(prefix, _DROP)}"


# A message stands for the fields below it that have no row of their own.
ADVICE: dict[str, str] = {
    "use_per_session_threads": "TensorFlow 2 has one pool of threads for all, drop it to move the rest",
    "session_inter_op_thread_pool": "TensorFlow 2 has one pool of threads for all, drop it to move the rest",
    "placement_period": "nothing reads it any more, drop it to move the rest",
    "device_filters": "`tf.config.experimental_connect_to_cluster(cluster_device_filters=...)` takes them",
    "gpu_options.allocator_type": "the allocator is chosen by the variable TF_GPU_ALLOCATOR, or drop it",
    "gpu_options.deferred_deletion_bytes": _DROP_DEFAULT,
    "gpu_options.polling_active_delay_usecs": _DROP_DEFAULT,
    "gpu_options.polling_inactive_delay_msecs": _DROP_DEFAULT,
    "gpu_options.force_gpu_compatible": "it made every CPU tensor pinned memory, drop it to move the rest",
    "gpu_options.experimental": "these belong to one build of TensorFlow, drop them to move the rest",
    "gpu_options.experimental.virtual_devices": "divide the GPU with `tf.config.set_logical_device_configuration`",
    "gpu_options.experimental.use_unified_memory": "the variable TF_FORCE_UNIFIED_MEMORY does it, or drop it",
    "gpu_options.experimental.num_dev_to_dev_copy_streams": _DROP_DEFAULT,
    "gpu_options.experimental.collective_ring_order": _CLUSTER,
    "gpu_options.experimental.timestamped_allocator": _DROP_DEFAULT,
    "gpu_options.experimental.kernel_tracker_max_interval": _DROP_DEFAULT,
    "gpu_options.experimental.kernel_tracker_max_bytes": _DROP_DEFAULT,
    "gpu_options.experimental.kernel_tracker_max_pending": _DROP_DEFAULT,
    "graph_options.enable_recv_scheduling": _SESSION,
    "graph_options.optimizer_options.do_common_subexpression_elimination": _SESSION,
    "graph_options.optimizer_options.do_constant_folding": (
        'the nearest is `tf.config.optimizer.set_experimental_options({"constant_folding": ...})`, another optimizer'
    ),
    "graph_options.optimizer_options.max_folded_constant_in_bytes": _SESSION,
    "graph_options.optimizer_options.do_function_inlining": _SESSION,
    "graph_options.optimizer_options.opt_level": (
        'the nearest is `tf.config.optimizer.set_experimental_options({"disable_meta_optimizer": ...})`, for grappler'
    ),
    "graph_options.build_cost_model": _SESSION,
    "graph_options.build_cost_model_after": _SESSION,
    "graph_options.infer_shapes": _SESSION,
    "graph_options.place_pruned_graph": _SESSION,
    "graph_options.enable_bfloat16_sendrecv": _SESSION,
    "graph_options.timeline_step": "`tf.profiler.experimental` records timelines now, drop it to move the rest",
    "graph_options.rewrite_options.meta_optimizer_iterations": _GRAPPLER,
    "graph_options.rewrite_options.memory_optimization": _GRAPPLER,
    "graph_options.rewrite_options.memory_optimizer_target_node_name_scope": _GRAPPLER,
    "graph_options.rewrite_options.meta_optimizer_timeout_ms": _GRAPPLER,
    "graph_options.rewrite_options.auto_parallel": "`tf.distribute.MirroredStrategy` copies a model to several GPUs",
    "graph_options.rewrite_options.fail_on_optimizer_errors": _GRAPPLER,
    "graph_options.rewrite_options.scoped_allocator_opts": _GRAPPLER,
    "graph_options.rewrite_options.optimizers": "name each optimizer as a field of its own, or drop it",
    "graph_options.rewrite_options.custom_optimizers": _GRAPPLER,
    "graph_options.rewrite_options.inter_optimizer_verifier_config": _GRAPPLER,
    "graph_options.rewrite_options.post_optimization_verifier_config": _GRAPPLER,
    # Fields that only TensorFlow 2 has, in code that already calls compat.v1.
    "graph_options.optimizer_options.cpu_global_jit": "the variable TF_XLA_FLAGS=--tf_xla_cpu_global_jit does it",
    "graph_options.rewrite_options.cpu_layout_conversion": _GRAPPLER,
    "graph_options.rewrite_options.common_subgraph_elimination": _GRAPPLER,
    "graph_options.rewrite_options.auto_mixed_precision_cpu": _GRAPPLER,
    "graph_options.rewrite_options.disable_tfg_optimizer": _GRAPPLER,
    "graph_options.rewrite_options.experimental_conditional_code_motion": _GRAPPLER,
    "graph_options.rewrite_options.experimental_disable_compressed_tensor_optimization": _GRAPPLER,
    "graph_options.rewrite_options.experimental_disable_folding_quantization_emulation": _GRAPPLER,
    "operation_timeout_in_ms": "outside a session nothing times an op out, drop it to move the rest",
    "rpc_options": _RPC,
    "cluster_def": _CLUSTER,
    "isolate_session_state": _SESSION,
    "experimental": "these belong to one build of TensorFlow, drop them to move the rest",
    "experimental.collective_group_leader": _CLUSTER,
    "experimental.executor_type": _DROP_DEFAULT,
    "experimental.recv_buf_max_chunk": _CLUSTER,
    "experimental.use_numa_affinity": _DROP_DEFAULT,
    "experimental.collective_deterministic_sequential_execution": _CLUSTER,
    "experimental.collective_nccl": _CLUSTER,
    "experimental.share_session_state_in_clusterspec_propagation": _CLUSTER,
    "experimental.disable_thread_spinning": _DROP_DEFAULT,
    "experimental.share_cluster_devices_in_session": _CLUSTER,
    "experimental.session_metadata": _SESSION,
    "experimental.optimize_for_static_graph": _SESSION,
    "pluggable_device_options": "TensorFlow 1 has no such field, set it with `tf.config` for that device",
    "share_cluster_devices_in_session": _CLUSTER,
}
