"""TFM721 pillow-removed-name."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.report import removed_name
from tfgpu_migrate.libraries.table import symbols_below
from tfgpu_migrate.rules import rule


@rule("TFM721", "pillow-removed-name", symbols=symbols_below("PIL"), fix=Applicability.SAFE)
def pillow_removed_name(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Name that Pillow no longer has.

    ## What it does
    Finds `Image.ANTIALIAS`, `Image.LINEAR` and `Image.CUBIC` in files that use TensorFlow, and `textsize` and
    `getsize` of a variable that nothing but a drawing or a font of Pillow is assigned to.

    ## Why is this bad
    Pillow 10 removed them: `AttributeError: module 'PIL.Image' has no attribute 'ANTIALIAS'`.

    ## Example
    ```python
    from PIL import Image

    small = image.resize((28, 28), Image.ANTIALIAS)
    ```

    ## Use instead
    ```python
    from PIL import Image

    small = image.resize((28, 28), Image.LANCZOS)
    ```

    ## Fix safety
    Safe: the same filter; Pillow has the new name since 2.7. The size of a text is reported only: what took the
    place of the methods measures otherwise.
    """
    yield from removed_name(use, context, "TFM721")
