"""8xx: the comments that silence findings."""
