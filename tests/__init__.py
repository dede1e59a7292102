"""The tests of tfgpu-migrate."""

import sys

# The processes that have TensorFlow import this too, some in a Python that has nothing else.
if "pytest" in sys.modules:
    sys.modules["pytest"].register_assert_rewrite("tests.browser")  # its assertions say what was on the page
