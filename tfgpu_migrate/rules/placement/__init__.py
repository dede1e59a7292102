"""4xx: where ops are placed, and which devices there are."""
