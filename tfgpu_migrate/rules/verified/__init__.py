"""6xx: what `verify` saw when it ran the script. No check of files finds these."""
