"""1xx: names that TF 2 moved or changed."""
