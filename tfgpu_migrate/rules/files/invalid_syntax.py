"""TFM900 invalid-syntax."""

from tfgpu_migrate.rules import document_only

document_only(
    "TFM900",
    "invalid-syntax",
    """A file, or a cell of a notebook, that is not Python 3 source, so nothing in it was checked.

    ## What it does
    Reports a file that Python's own parser refuses, or whose bytes do not fit its declared encoding, with the line.
    Where the file is Python 2 it says so. Of a notebook only the cells that do not parse are left out.

    ## Why is this bad
    A file that could not be read is not clean: its TensorFlow 1 code, if any, is still there.

    ## How to fix
    Python 2: `pip install modernize` and run `modernize -w --no-six FILE`, or `2to3 -w FILE` of a Python up to 3.12,
    then this tool. They read no notebooks: convert the cell by hand, or `exclude` the notebook. Syntax younger than the
    Python that runs this tool: run it with a younger Python.
    """,
)
document_only(
    "TFM902",
    "io-error",
    """A file that could not be read.

    ## What it does
    Reports a path that does not exist or that the system does not let this process read.

    ## Why is this bad
    It was not checked.
    """,
)
