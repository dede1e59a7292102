"""Which devices there are and where ops go: device scopes, probes for GPUs, kernels by dtype."""
