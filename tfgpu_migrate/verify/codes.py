"""The codes of what a run shows, and which of them fail it."""

from tfgpu_migrate.verify.child.rows import COLOCATED, HOST_ONLY, NO_KERNEL, NO_SUCH_GPU, REFUSED

# Why an op is not where it was asked to be.
CAUSES = {
    NO_KERNEL: "TFM601",
    COLOCATED: "TFM602",
    NO_SUCH_GPU: "TFM603",
    REFUSED: "TFM604",
    HOST_ONLY: "TFM607",
}
IDLE, CONFIGURATION, HOST_MEMORY, COPIES, EXPECTED, FAILED = "TFM605 TFM606 TFM608 TFM609 TFM610 TFM611".split()
# How a fixed script differs from the original.
EXIT, OUTPUT, CONFIGURED, PLACED = "TFM621 TFM622 TFM623 TFM624".split()
# How the original differs from itself: no fault of the fixed script, so it fails no run.
CHANCE = "TFM625"

# What fails a run where two scripts are compared and `--fail-on` says nothing: what the original did not get either is
# a note. And what fails a run of one script.
COMPARED = frozenset({EXPECTED, FAILED, EXIT, OUTPUT, CONFIGURED, PLACED})
FAILING = COMPARED | {"TFM601", "TFM602", "TFM603", "TFM604", IDLE, CONFIGURATION}
