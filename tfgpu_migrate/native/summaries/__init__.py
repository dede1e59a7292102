"""Summaries become those of TensorFlow 2, with the tags and the steps that they had."""
