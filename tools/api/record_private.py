"""Records the private modules of TensorFlow 1.15 and what they define: `private_1_15_5.txt`.

    python -m tools.api.record_private /path/to/tf1/site-packages/tensorflow_core > tools/api/private_1_15_5.txt

It reads sources with `ast`. Running it again writes the same bytes.
"""

import sys
from pathlib import Path

from tools.api.sources import defined, module_name
from tools.api.stubs import v1_stubs

HEADER = """\
# The modules below tensorflow.python of tensorflow 1.15.5, one a line: name, what it defines. `name=public` is the
# public name of the object. Without tests, Keras, and what is no library. Written by tools/api/record_private.py.
"""
SKIPPED = ("autograph", "debug", "keras", "kernel_tests", "profiler", "tools")


def main(root: Path) -> None:
    """Write the modules, sorted."""
    public = {target: name for name, target in sorted(v1_stubs(root).items(), key=lambda one: (-len(one[0]), one[0]))}
    sys.stdout.write(HEADER)
    for path in sorted(root.joinpath("python").rglob("*.py")):
        below = path.relative_to(root / "python").parts
        if below[0] in SKIPPED or "kernel_tests" in below or path.stem.endswith(("_test", "_test_base", "_test_util")):
            continue
        module = module_name(path.relative_to(root))
        names = []
        for name in sorted(defined(path, imports=False)):
            home = public.get((f"tensorflow.{module}", name))
            names.append(name if home is None else f"{name}={home}")
        sys.stdout.write(" ".join([module, *names]) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
