"""The codes of what a run shows, and which of them fail it."""

# Why an op is not where it was asked to be: the causes of child/rows.py.
CAUSES = {
    "no-kernel": "TFM601",
    "colocated": "TFM602",
    "no-such-gpu": "TFM603",
    "refused": "TFM604",
    "host-only": "TFM607",
}
IDLE, CONFIGURATION, HOST_MEMORY, COPIES, EXPECTED, FAILED = "TFM605 TFM606 TFM608 TFM609 TFM610 TFM611".split()
# How a fixed script differs from the original.
EXIT, OUTPUT, CONFIGURED, PLACED = "TFM621 TFM622 TFM623 TFM624".split()

# What fails a run where two scripts are compared and `--fail-on` says nothing: what the original did not get either is
# a note. And what fails a run of one script.
COMPARED = frozenset({EXPECTED, FAILED, EXIT, OUTPUT, CONFIGURED, PLACED})
FAILING = COMPARED | {"TFM601", "TFM602", "TFM603", "TFM604", IDLE, CONFIGURATION}
