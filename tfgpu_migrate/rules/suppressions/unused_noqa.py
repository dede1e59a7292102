"""TFM801 unused-suppression."""

from tfgpu_migrate.edit.diagnostics import Applicability
from tfgpu_migrate.rules import document_only

document_only(
    "TFM801",
    "unused-suppression",
    """Comment that silences a finding that is not there.

    ## What it does
    Finds codes of this program in `# noqa: ...` that silence nothing, and `# tfgpu-migrate: ...` comments that do so.
    A bare `# noqa` may be meant for another linter and is never reported, nor is a code whose rule is not selected.

    ## Why is this bad
    Such a comment says that something is wrong with the line, and will hide the finding that comes next.

    ## Example
    ```python
    x = tf.math.log(2.0)  # noqa: TFM102
    ```

    ## Use instead
    ```python
    x = tf.math.log(2.0)
    ```

    ## Fix safety
    Safe: only comments change. Codes of other linters stay.
    """,
    fix=Applicability.SAFE,
)
