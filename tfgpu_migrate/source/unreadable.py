"""Why a file cannot be read as Python 3 source."""


class Unreadable(Exception):
    """A file that is not Python 3 source: `line` and `column` are 1-based, `reason` is one clause.

    `remedy` is what helps a whole file; a tool for files is of no use for a cell of a notebook.
    """

    def __init__(self, reason: str, line: int = 1, column: int = 1, remedy: str = "") -> None:
        super().__init__(reason)
        self.reason, self.line, self.column, self.remedy = reason, line, column, remedy
