"""What runs in the script's own Python: the recorder, the pretended GPUs, and the placer.

Loaded there as a package called `_tfgpu_verify`, in a process that may not have this program installed. So nothing here
imports anything but the standard library, TensorFlow and what TensorFlow depends on, and imports are relative.
"""
