"""Why a file cannot be read as Python 3 source."""


class Unreadable(Exception):
    """A file that is not Python 3 source: `line` and `column` are 1-based, `reason` is one clause."""

    def __init__(self, reason: str, line: int = 1, column: int = 1) -> None:
        super().__init__(reason)
        self.reason, self.line, self.column = reason, line, column
