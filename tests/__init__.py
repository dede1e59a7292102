"""The tests of tfgpu-migrate."""

from contextlib import suppress

with suppress(ModuleNotFoundError):  # the Python that has TensorFlow runs parts of this package, and has no pytest
    import pytest

    pytest.register_assert_rewrite("tests.browser")  # its assertions say what was on the page
