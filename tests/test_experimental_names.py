"""Early names of tf.config: import forms and name clashes that the fixtures leave out."""

import pytest

from tfgpu_migrate.check import check_bytes, fix_bytes
from tfgpu_migrate.settings import Settings

HOME = "tensorflow.config.experimental"

FIXES = [
    (
        "a module of its own",
        f"import {HOME} as tce\nimport tensorflow as tf\ntce.set_visible_devices([], 'GPU')\n",
        f"import {HOME} as tce\nimport tensorflow as tf\ntf.config.set_visible_devices([], 'GPU')\n",
    ),
    (
        "the namespace imported",
        "from tensorflow import config\nconfig.experimental.list_logical_devices()\n",
        "from tensorflow import config\nconfig.list_logical_devices()\n",
    ),
    (
        "compat.v1 stays compat.v1",
        "import tensorflow.compat.v1 as tf\ntf.config.experimental.VirtualDeviceConfiguration(1)\n",
        "import tensorflow.compat.v1 as tf\ntf.config.LogicalDeviceConfiguration(1)\n",
    ),
    (
        "an alias keeps its name",
        f"from {HOME} import set_virtual_device_configuration as split\nsplit(g, c)\n",
        "from tensorflow.config import set_logical_device_configuration as split\nsplit(g, c)\n",
    ),
    (
        "a new name that is taken",
        f"from {HOME} import VirtualDeviceConfiguration\nLogicalDeviceConfiguration = VirtualDeviceConfiguration\n",
        "from tensorflow.config import LogicalDeviceConfiguration as VirtualDeviceConfiguration\n"
        "LogicalDeviceConfiguration = VirtualDeviceConfiguration\n",
    ),
    (
        "a name bound twice",
        f"from {HOME} import VirtualDeviceConfiguration\nVirtualDeviceConfiguration = f(VirtualDeviceConfiguration)\n",
        "from tensorflow.config import LogicalDeviceConfiguration as VirtualDeviceConfiguration\n"
        "VirtualDeviceConfiguration = f(VirtualDeviceConfiguration)\n",
    ),
    (
        "a name of an inner scope is another one",
        f"from {HOME} import VirtualDeviceConfiguration\n\n\ndef f(VirtualDeviceConfiguration):\n"
        "    return VirtualDeviceConfiguration\n\n\nprint(VirtualDeviceConfiguration)\n",
        "from tensorflow.config import LogicalDeviceConfiguration\n\n\ndef f(VirtualDeviceConfiguration):\n"
        "    return VirtualDeviceConfiguration\n\n\nprint(LogicalDeviceConfiguration)\n",
    ),
    (
        "in a function, with a comment",
        f"def f():\n    from {HOME} import list_physical_devices, set_memory_growth  # all cards\n"
        "    for gpu in list_physical_devices('GPU'):\n        set_memory_growth(gpu, True)\n",
        "def f():\n    from tensorflow.config import list_physical_devices\n"
        f"    from {HOME} import set_memory_growth  # all cards\n"
        "    for gpu in list_physical_devices('GPU'):\n        set_memory_growth(gpu, True)\n",
    ),
    (
        "lines in parentheses",
        f"from {HOME} import (\n    get_visible_devices,\n    set_visible_devices,\n)\n",
        "from tensorflow.config import (\n    get_visible_devices,\n    set_visible_devices,\n)\n",
    ),
]


@pytest.mark.parametrize(("before", "after"), [case[1:] for case in FIXES], ids=[case[0] for case in FIXES])
def test_name_becomes_stable(before: str, after: str) -> None:
    report = fix_bytes("script.py", before.encode(), Settings())
    assert report.internal_error is None
    assert (report.after or b"").decode() == after
    assert [one for one in report.diagnostics if one.code == "TFM501"] == []


@pytest.mark.parametrize(
    "text",
    [
        "from tensorflow.config import experimental\nexperimental.list_physical_devices()\n",
        f"import os; from {HOME} import list_physical_devices\n",
        "import tensorflow as tf\ntf.config.gpu.set_per_process_memory_growth(True)\n",
        "import tensorflow as tf\nnames = tf.config.experimental_list_devices()\n",
    ],
)
def test_what_cannot_be_renamed_in_place_is_reported_and_left(text: str) -> None:
    report = check_bytes("script.py", text.encode(), Settings())
    assert [one.fix for one in report.diagnostics if one.code == "TFM501"] == [None]
