"""Where TensorFlow itself puts the ops of a script on a machine with GPUs, found out without one.

`build.py` makes a CUDA driver that has devices and computes nothing; with it in front, a stock TensorFlow creates its
real GPU devices and places what the script does. `verify` without `--gpus` observes that, and `verify --gpus 2` must
have predicted it. What the driver cannot show: numbers, and whatever a program does after garbage made it fail.
"""
