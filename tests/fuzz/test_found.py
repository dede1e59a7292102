"""What these attacks found, each as small as it gets: the file, and what `--fix` makes of it."""

import pytest

from tests.fuzz.judge import fixed
from tfgpu_migrate.check import check_bytes
from tfgpu_migrate.settings import Settings

ON = "import tensorflow as tf\n\ntf.compat.v1.disable_v2_behavior()\n\n"
FOUND = {
    "a session in the keywords of a class": (
        "import tensorflow as tf\nclass A(B, c=tf.Session(config=tf.ConfigProto())): pass\n",
        f"{ON}class A(B, c=tf.compat.v1.Session()): pass\n",
    ),
    "a probe in an f-string in the keywords of a class": (
        "import tensorflow as tf\nclass A(b=f'{tf.test.is_gpu_available()}'): pass\n",
        "import tensorflow as tf\nclass A(b=f'{bool(tf.config.list_physical_devices(\"GPU\"))}'): pass\n",
    ),
    "a session in a default value": (
        "import tensorflow as tf\ndef f(a=tf.Session(config=tf.ConfigProto(log_device_placement=True))): pass\n",
        f"{ON}def f(a=tf.compat.v1.Session(config=tf.compat.v1.ConfigProto(log_device_placement=True))): pass\n",
    ),
    "a call of a helper that begins on the line above": (
        "import tensorflow as tf\ndef make():\n    return tf.ConfigProto(allow_soft_placement=True)\n"
        "sess = tf.Session(config=make\n    ())\n",
        "import tensorflow as tf\ndef make():\n    tf.config.set_soft_device_placement(True)\n"
        "(make\n    ())\nsess = tf.compat.v1.Session()\n",
    ),
    "a comment in an import that goes": (
        "from tensorflow import (\n    ConfigProto, Session,  # both\n)\nsess = Session(config=ConfigProto())\n",
        "# both\nfrom tensorflow.compat.v1 import Session\nsess = Session()\n",
    ),
    "a comment in an import that goes from its block": (
        "from tensorflow import Session\ntry:\n    from tensorflow import (\n        ConfigProto,  # old\n    )\n"
        "finally:\n    pass\nsess = Session(config=ConfigProto())\n",
        "from tensorflow.compat.v1 import Session\ntry:\n    # old\n    pass\nfinally:\n    pass\nsess = Session()\n",
    ),
    "a comment in a proto that moves up": (
        "import tensorflow as tf\nz = tf.distribute.MirroredStrategy()\nconf = tf.ConfigProto(  # all\n"
        "    device_count={'CPU': 2},\n)\nsess = tf.Session(config=conf)\n",
        "import tensorflow as tf\n# all\n"
        "cpu = tf.config.list_physical_devices('CPU')[0]\n"
        "tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)\n"
        "z = tf.distribute.MirroredStrategy()\nsess = tf.compat.v1.Session()\n",
    ),
    "a comma below the comment of what goes": (
        "from tensorflow import (\n    Session  # all, really\n    , constant\n)\nx = Session().run(constant(1))\n",
        "import tensorflow as tf\nfrom tensorflow import (\n    # all, really\n     constant\n)\n"
        "from tensorflow.compat.v1 import Session\n\ntf.compat.v1.disable_v2_behavior()\n\n"
        "x = Session().run(constant(1))\n",
    ),
}


@pytest.mark.parametrize("name", FOUND)
def test_what_was_found_stays_mended(name: str) -> None:
    before, after = FOUND[name]
    assert fixed(before.encode(), Settings()).decode() == after


def test_an_import_between_blank_lines_makes_room_for_what_takes_its_place() -> None:
    before = "import numpy\n\nfrom tensorflow.contrib.training import HParams\n\nx = HParams()\n"
    after = fixed(before.encode(), Settings()).decode()
    assert after.startswith("import json\nimport numbers\nimport re\n\nimport numpy\n\n\nclass HParams:\n")
    assert after.endswith("\n\n\nx = HParams()\n")


@pytest.mark.parametrize(
    "text",
    [
        '{"nbformat": 4, "cells": [], {}: 0}',
        '{"nbformat": 4, "cells": [], "a": 0 {"b": 1}}',
        '{"nbformat" 44, "cells": []}',
        '{"nbformat": 4, "cells": []} {}',
        '{"nbformat": 4, "cells": [],}',
        '{"nbformat": 4, "cells": [{"cell_type": "code", "source": ["tensorflow" "tf"]}]}',
    ],
)
def test_what_is_no_json_is_no_notebook(text: str) -> None:
    [one] = check_bytes("a.ipynb", text.encode(), Settings()).diagnostics
    assert one.code == "TFM900"
    assert "not valid JSON" in one.message


@pytest.mark.parametrize(
    "text",
    [
        '[project]\ndependencies = ["tensorflow-  # noqa: TFM752, x"]\n',
        '[tool.a]\ntensorflow = """\n# noqa: TFM752\n"""\n',
        "[tool.a]\ntensorflow = '# tfgpu-migrate: ignore[TFM752]'\n",
    ],
)
def test_what_a_string_says_is_no_comment(text: str) -> None:
    assert check_bytes("pyproject.toml", text.encode(), Settings()).diagnostics == ()
