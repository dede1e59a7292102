"""5xx: mistakes in device configuration of TF 2 code."""
