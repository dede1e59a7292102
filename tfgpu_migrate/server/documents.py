"""What the editor shows: documents, and notebooks whose cells are documents. A change makes a new value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from lsprotocol import types

from tfgpu_migrate.server.positions import Lines, Units


@dataclass(frozen=True, eq=False)
class Document:
    """One text of the editor, saved or not."""

    uri: str
    language: str
    version: int
    text: str

    @classmethod
    def opened(cls, item: types.TextDocumentItem) -> Document:
        """The document that an editor opens."""
        return cls(item.uri, item.language_id, item.version, item.text)

    def changed(self, changes: Iterable[types.TextDocumentContentChangeEvent], version: int, units: Units) -> Document:
        """The document after these changes, each of which counts from the text that the one before it left."""
        text = self.text
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                lines = Lines(text, units)
                start, end = lines.offset(change.range.start), lines.offset(change.range.end)
                text = text[:start] + change.text + text[end:]
            else:
                text = change.text
        return replace(self, version=version, text=text)


@dataclass(frozen=True, eq=False)
class Notebook:
    """A notebook: its code cells in their order."""

    uri: str
    version: int
    cells: tuple[Document, ...]


class Documents:
    """All that is open. A cell belongs to its notebook, which is checked as a whole."""

    def __init__(self) -> None:
        """Nothing is open at first."""
        self.units = Units((0xFFFF,))
        self._open: dict[str, Document | Notebook] = {}
        self._notebook_of: dict[str, str] = {}

    def __iter__(self) -> Iterator[Document | Notebook]:
        """Everything that is open."""
        return iter(list(self._open.values()))

    def of(self, uri: str) -> Document | Notebook | None:
        """The document, or the notebook that it is or has as a cell; None for one that is not open."""
        return self._open.get(self._notebook_of.get(uri, uri))

    def open(self, params: types.DidOpenTextDocumentParams) -> None:
        """Take in a document."""
        document = Document.opened(params.text_document)
        self._open[document.uri] = document

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Change a document; one that is not open stays so."""
        identifier = params.text_document
        document = self._open.get(identifier.uri)
        if isinstance(document, Document):
            self._open[identifier.uri] = document.changed(params.content_changes, identifier.version, self.units)

    def close(self, uri: str) -> Document | Notebook | None:
        """Forget a document or notebook, and say what it was last."""
        closed = self._open.pop(uri, None)
        if isinstance(closed, Notebook):
            for cell in closed.cells:
                self._notebook_of.pop(cell.uri, None)
        return closed

    def open_notebook(self, params: types.DidOpenNotebookDocumentParams) -> None:
        """Take in a notebook; texts that are no code cells do not come."""
        texts = {item.uri: Document.opened(item) for item in params.cell_text_documents}
        shown = params.notebook_document
        cells = tuple(texts[cell.document] for cell in shown.cells if cell.document in texts)
        self._keep(Notebook(shown.uri, shown.version, cells))

    def change_notebook(self, params: types.DidChangeNotebookDocumentParams) -> list[Document]:
        """Change a notebook; the cells that left it."""
        identifier, changes = params.notebook_document, params.change.cells
        notebook = self._open.get(identifier.uri)
        if not isinstance(notebook, Notebook):
            return []
        before, cells = notebook.cells, list(notebook.cells)
        if changes is not None and changes.structure is not None:
            array, opened = changes.structure.array, changes.structure.did_open or ()
            texts = {cell.uri: cell for cell in cells} | {item.uri: Document.opened(item) for item in opened}
            new = [texts[cell.document] for cell in array.cells or () if cell.document in texts]
            cells[array.start : array.start + array.delete_count] = new
        for change in (changes.text_content or ()) if changes is not None else ():
            cells = [
                cell.changed(change.changes, change.document.version, self.units)
                if cell.uri == change.document.uri
                else cell
                for cell in cells
            ]
        self._keep(Notebook(notebook.uri, identifier.version, tuple(cells)))
        left = {cell.uri for cell in cells}
        gone = [cell for cell in before if cell.uri not in left]
        for cell in gone:
            self._notebook_of.pop(cell.uri, None)
        return gone

    def _keep(self, notebook: Notebook) -> None:
        self._open[notebook.uri] = notebook
        self._notebook_of.update((cell.uri, notebook.uri) for cell in notebook.cells)
