"""TFM712 scikit-learn-removed-name."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.report import removed_name
from tfgpu_migrate.libraries.table import symbols_below
from tfgpu_migrate.rules import rule


@rule("TFM712", "scikit-learn-removed-name", symbols=symbols_below("sklearn"), fix=Applicability.SAFE)
def scikit_learn_removed_name(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Name, or argument, that scikit-learn no longer has.

    ## What it does
    Finds `sklearn.cross_validation`, `sklearn.externals.joblib`, `sklearn.datasets.fetch_mldata`, `n_iter` of `TSNE`
    and others in files that use TensorFlow.

    ## Why is this bad
    TensorFlow 2.21 needs Python 3.10 and NumPy 1.26, for which only a scikit-learn is made that has none of them:
    `ModuleNotFoundError: No module named 'sklearn.cross_validation'`, or `TypeError: TSNE.__init__() got an unexpected
    keyword argument 'n_iter'`.

    ## Example
    ```python
    from sklearn.cross_validation import train_test_split
    from sklearn.manifold import TSNE

    points = TSNE(n_components=2, n_iter=5000).fit_transform(embeddings)
    ```

    ## Use instead
    ```python
    from sklearn.manifold import TSNE
    from sklearn.model_selection import train_test_split

    points = TSNE(n_components=2, max_iter=5000).fit_transform(embeddings)
    ```

    ## Fix safety
    Safe: arguments get the names that they have since scikit-learn 1.5. What moved is reported only, with its new home.
    """
    yield from removed_name(use, context, "TFM712")
