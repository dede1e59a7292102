"""The tests of tfgpu-migrate."""

import pytest

pytest.register_assert_rewrite("tests.browser")  # its assertions say what was on the page
