"""Graphs that were frozen into files: what runs them is pruned out of a function that imports them."""
