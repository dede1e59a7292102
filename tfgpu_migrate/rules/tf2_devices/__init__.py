"""5xx: device configuration of early TF 2."""
