"""9xx: files that cannot be read."""
