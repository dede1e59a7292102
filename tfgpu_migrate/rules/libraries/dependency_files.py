"""TFM751 tensorflow-gpu-package, TFM752 tensorflow-1-requirement, TFM753 tensorflow-1-image."""

from tfgpu_migrate.edit.diagnostics import Applicability
from tfgpu_migrate.rules import Rule, document, document_only

_FILES = "requirements.txt, setup.py, setup.cfg, pyproject.toml, environment.yml and Dockerfile"

document(
    Rule(
        "TFM751",
        "tensorflow-gpu-package",
        Applicability.SAFE,
        frozenset(),
        f"""The package `tensorflow-gpu`, which ended with TensorFlow 2.11.

## What it does
Finds requirements of `tensorflow-gpu` in {_FILES}.

## Why is this bad
`pip install tensorflow-gpu` fails: its last release is a notice that raises an error. `tensorflow` has run on the GPU
since 2.1, and since 2.14 its extra `and-cuda` installs CUDA and cuDNN on Linux.

## Example
```text
tensorflow-gpu==1.15.0
```

## Use instead
```text
tensorflow[and-cuda]==2.21.*
```

## Fix safety
Safe where the form is plain. A range that TensorFlow 2.21 meets stays. Constraints, Poetry and conda, files with hashes
or written by pip-compile, and pins of an old TensorFlow 2 are reported only.
""",
    )
)
document(
    Rule(
        "TFM752",
        "tensorflow-1-requirement",
        Applicability.SAFE,
        frozenset(),
        f"""Requirement that only TensorFlow 1 meets.

## What it does
Finds `tensorflow==1.15`, `tensorflow>=1.4,<2`, `tensorflow-cpu~=1.14` and the like in {_FILES}.
A range that TensorFlow 2 meets too is left alone, and so is a requirement whose markers exclude every Python that
TensorFlow 2.21 runs on.

## Why is this bad
TensorFlow 1 has wheels for Python 3.7 and older only:
`ERROR: Could not find a version that satisfies the requirement tensorflow==1.15`.

## Example
```text
tensorflow==1.15.0  # pinned
```

## Use instead
```text
tensorflow==2.21.*  # pinned
```

## Fix safety
Safe where the form is plain. The release is the one that all fixes are written for and tested with; with a later one
run the tests of your own. Hashes, generated files, URLs, conda packages and quotes within quotes are reported only.
""",
    )
)
document_only(
    "TFM753",
    "tensorflow-1-image",
    """Docker image of TensorFlow 1.

## What it does
Finds `FROM tensorflow/tensorflow:1.15.0-gpu-py3` and `FROM nvcr.io/nvidia/tensorflow:20.06-tf1-py3`, also as the
default of an `ARG`.

## Why is this bad
Fixed code does not run in it.

## How to fix
Take an image of TensorFlow 2.21, for which fixed code is written; its tag has no `-py3`. Or begin with an image of
Python and install `tensorflow[and-cuda]==2.21.*`.
""",
)
