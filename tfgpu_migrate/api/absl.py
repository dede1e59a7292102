"""What absl, which TensorFlow imports, has defined before a script defines flags of its own."""

# `tf.app.flags` of 1.15 defines flags of these kinds (platform/flags.py: absl.flags under another name).
KINDS = ("bool", "boolean", "enum", "float", "integer", "list", "multi_integer", "multi_string", "string")
LOG_DIR = "log_dir"
# absl.logging and absl.app of absl-py 2.1 and 2.5. Only of `log_dir` does absl read no more than the text.
FLAGS = frozenset(
    f"""
    alsologtostderr {LOG_DIR} logger_levels logtostderr only_check_args pdb pdb_post_mortem profile_file run_with_pdb
    run_with_profiling showprefixforinfo stderrthreshold use_cprofile_for_profiling v verbosity
    """.split()
)
