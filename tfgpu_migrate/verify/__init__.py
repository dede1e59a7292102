"""`tfgpu-migrate verify`: runs a script and tells, line by line, which device each op was placed on, and why.

This is the only part of the program that executes what it looks at. `child/` is what runs inside the user's Python: it
needs TensorFlow and nothing of this program beside itself.
"""
