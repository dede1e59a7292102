"""Names of metrics in texts: which of them a callback fills, and which are no business of Keras."""

import pytest

from tfgpu_migrate.check import fix_bytes
from tfgpu_migrate.settings import Settings

HEAD = 'import tensorflow as tf\n\nmodel.compile("sgd", "mse", metrics=["accuracy"])\n'
SAVES = "tf.keras.callbacks.ModelCheckpoint(name)\n"


def fixed(line: str) -> str:
    report = fix_bytes("a.py", (HEAD + line + SAVES).encode(), Settings())
    return (report.after or b"").decode().removeprefix(HEAD).removesuffix(SAVES)


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        ('name = "{epoch}-{acc:.2f}.h5"\n', 'name = "{epoch}-{accuracy:.2f}.h5"\n'),
        ('name = "acc:{val_acc}.h5"\n', 'name = "acc:{val_accuracy}.h5"\n'),
        ("name = folder + '/{acc}-{val_acc}'\n", "name = folder + '/{accuracy}-{val_accuracy}'\n"),
    ],
)
def test_names_of_files_that_a_callback_fills(line: str, becomes: str) -> None:
    assert fixed(line) == becomes


@pytest.mark.parametrize(
    "line",
    [
        'print("{acc}".format(**results))\n',
        'name = f"{acc}"\n',
        'name = f"{{acc}}-{folder}"\n',
        'name = "{acc:.1f}"\nprint(name.format(acc=1))\n',
        'name = "{accuracy}-{val_accuracy}-{my_acc}-acc"\n',
    ],
)
def test_texts_that_are_left_alone(line: str) -> None:
    assert fixed(line) == ""


def test_without_a_callback_that_saves_a_template_is_a_text() -> None:
    assert fix_bytes("a.py", (HEAD + 'name = "{acc}"\n').encode(), Settings()).after is None
