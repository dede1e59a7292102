"""One editor as the server knows it: its open documents, when each is checked, and what it is shown."""

from __future__ import annotations

import time
from collections.abc import Sequence

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from tfgpu_migrate import __version__
from tfgpu_migrate.server.actions import Client
from tfgpu_migrate.server.checking import Checked, Projects, check
from tfgpu_migrate.server.diagnostics import SOURCE, diagnostics
from tfgpu_migrate.server.documents import Document, Documents, Notebook

# Seconds. A check that is shorter than this costs less than a wait for the next key.
_SHORT, _LONGEST_WAIT = 0.005, 1.0


class _Protocol(LanguageServerProtocol):
    """The messages about texts go to our own documents: those of pygls split lines where LSP does not."""

    _server: Server

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        self._server.documents.open(params)
        self._server.show(params.text_document.uri)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        self._server.documents.change(params)
        self._server.show_soon(params.text_document.uri)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        self._server.close(params.text_document.uri)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def lsp_notebook_document__did_open(self, params: types.DidOpenNotebookDocumentParams) -> None:
        self._server.documents.open_notebook(params)
        self._server.show(params.notebook_document.uri)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def lsp_notebook_document__did_change(self, params: types.DidChangeNotebookDocumentParams) -> None:
        self._server.clear(self._server.documents.change_notebook(params))
        self._server.show_soon(params.notebook_document.uri)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def lsp_notebook_document__did_close(self, params: types.DidCloseNotebookDocumentParams) -> None:
        self._server.close(params.notebook_document.uri)


class Server(LanguageServer):
    """One editor, the documents that it shows and what was found in them.

    A document is checked when it is opened or saved, and a little after a change: half as long as its last check took,
    so that typing in a big file does not have it checked for every letter, and a small one answers at once.
    """

    def __init__(self) -> None:
        """Nothing is open yet."""
        python = types.NotebookCellLanguage("python")
        cells = types.NotebookDocumentSyncOptions([types.NotebookDocumentFilterWithCells(cells=[python])])
        super().__init__(SOURCE, __version__, notebook_document_sync=cells, protocol_cls=_Protocol)
        self.documents = Documents()
        self.projects = Projects()
        self._checked: dict[str, Checked] = {}
        self._waiting: dict[str, float] = {}  # when each is to be checked
        self._told = ""
        self.said_goodbye = False

    def checked(self, unit: Document | Notebook) -> Checked:
        """What is found in a document as it is now; a text that was checked is not checked again."""
        known = self._checked.get(unit.uri)
        if known is None or known.unit is not unit:
            known = self._checked[unit.uri] = check(unit, self.projects)
            self._tell(known.problem)
        return known

    def show_soon(self, uri: str) -> None:
        """Check and show a changed document when nothing has come for a while."""
        known = self._checked.get(uri)
        seconds = known.seconds if known else 0.0
        wait = min(seconds / 2, _LONGEST_WAIT) if seconds > _SHORT else 0.0
        self._waiting[uri] = time.monotonic() + wait

    def seconds_to_wait(self) -> float | None:
        """For how long there is nothing to be checked; None where nothing waits."""
        return max(0.0, min(self._waiting.values()) - time.monotonic()) if self._waiting else None

    def show_due(self) -> None:
        """Check and show the documents that have waited long enough."""
        now = time.monotonic()
        for uri in [uri for uri, due in self._waiting.items() if due <= now]:
            self.show(uri)

    def show(self, uri: str) -> None:
        """Check a document and show its findings; to a client that asks for them itself, only those of notebooks."""
        self._waiting.pop(uri, None)
        unit = self.documents.of(uri)
        if unit is None or (self._is_asked and isinstance(unit, Document)):
            return
        for document, found in diagnostics(self.checked(unit), self.documents.units).items():
            self._publish(document, found)

    def show_all(self) -> None:
        """Read the settings again, and check everything that is open."""
        self.projects.reload()
        self._checked.clear()
        for unit in self.documents:
            self.show(unit.uri)
        workspace = self.client_capabilities.workspace
        if self._is_asked and workspace and workspace.diagnostics and workspace.diagnostics.refresh_support:
            self.workspace_diagnostic_refresh(None)

    def close(self, uri: str) -> None:
        """Forget a document, and take its findings away."""
        self._waiting.pop(uri, None)
        self._checked.pop(uri, None)
        closed = self.documents.close(uri)
        if closed is not None:
            self.clear(closed.cells if isinstance(closed, Notebook) else [closed])

    def clear(self, documents: Sequence[Document]) -> None:
        """Take the findings of these away."""
        for document in documents:
            self._publish(document, [])

    def client(self) -> Client:
        """What the client can do with actions."""
        workspace, text = self.client_capabilities.workspace, self.client_capabilities.text_document
        edits = workspace and workspace.workspace_edit
        action = text and text.code_action
        resolve = action and action.data_support and action.resolve_support
        return Client(
            self.documents.units,
            versioned=bool(edits and edits.document_changes),
            resolves=bool(resolve and "edit" in resolve.properties),
        )

    @property
    def _is_asked(self) -> bool:
        """Whether the client pulls diagnostics, and would show pushed ones twice."""
        text = self.client_capabilities.text_document
        return text is not None and text.diagnostic is not None

    def _publish(self, document: Document, found: list[types.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(document.uri, found, version=document.version)
        )

    def _tell(self, problem: str) -> None:
        """Say once what is wrong, not at every key."""
        if problem and problem != self._told:
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, f"{SOURCE}: {problem}"))
        self._told = problem or self._told
