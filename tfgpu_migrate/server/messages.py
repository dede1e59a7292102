"""What the server answers to: the messages of LSP that it knows, and the loop that reads them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from pathlib import Path
from queue import Empty
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.io_ import StdoutWriter
from pygls.uris import to_fs_path

from tfgpu_migrate.config import SECTION
from tfgpu_migrate.server.actions import KINDS, actions, resolved
from tfgpu_migrate.server.diagnostics import SOURCE, diagnostics
from tfgpu_migrate.server.documents import Document, Notebook
from tfgpu_migrate.server.hover import hover
from tfgpu_migrate.server.incoming import Incoming, Problem
from tfgpu_migrate.server.positions import units_of
from tfgpu_migrate.server.serving import Server

_CONFIGURATION = ("pyproject.toml", f"{SECTION}.toml")


def serve() -> int:
    """Talk to an editor over standard input and output until it says goodbye; the exit code is that of LSP."""
    server = make_server()
    # A file of its own: Python closes `sys.stdin` at its end, and cannot while a thread reads from it.
    stdin = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    # pygls closes what it writes to; and what anything else prints must not come between two messages.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as stdout, redirect_stdout(sys.stderr):
        server.protocol.set_writer(StdoutWriter(stdout))
        # SystemExit is how pygls takes leave.
        with suppress(BrokenPipeError, KeyboardInterrupt, SystemExit):
            incoming = Incoming(stdin)
            while _goes_on(server, incoming):
                pass
    return 0 if server.said_goodbye else 1


def _goes_on(server: Server, incoming: Incoming) -> bool:
    """Answer what comes next, and say whether more may come. An error costs one message, not the server.

    The loop of pygls hands each line of a message from one thread to another, and knows one spelling of headers.
    """
    try:
        return _answer_next(server, incoming)
    except BrokenPipeError:
        raise
    except Exception as error:
        server.report_server_error(error, JsonRpcException)
        return True


def _answer_next(server: Server, incoming: Incoming) -> bool:
    """Answer one message, or check what has waited long enough; False at the end of what comes."""
    try:
        message = incoming.take(server.seconds_to_wait() if incoming.is_idle else None)
    except Empty:
        server.show_due()
        return True
    if isinstance(message, Problem):
        raise JsonRpcException(message.text)
    if message is not None:
        server.protocol.handle_message(json.loads(message, object_hook=server.protocol.structure_message))
    return message is not None


def make_server() -> Server:
    """A server that answers to all messages below."""
    server = Server()
    for message, answer, options in _ANSWERS:
        server.feature(message, options)(answer)
    return server


def _initialize(ls: Server, _: types.InitializeParams) -> None:
    ls.documents.units = units_of(ls.workspace.position_encoding)
    root = next((to_fs_path(folder.uri) for folder in ls.workspace.folders.values()), ls.workspace.root_path)
    if root is not None and Path(root).is_dir():  # what a command line in the project would find
        os.chdir(root)


def _initialized(ls: Server, _: types.InitializedParams) -> None:
    workspace = ls.client_capabilities.workspace
    if workspace and workspace.did_change_watched_files and workspace.did_change_watched_files.dynamic_registration:
        watchers = [types.FileSystemWatcher(glob_pattern=f"**/{name}") for name in _CONFIGURATION]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        watched = types.Registration("settings", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        ls.client_register_capability(types.RegistrationParams([watched]))
    from tfgpu_migrate.rules import load

    load()  # before the first document comes


def _shutdown(ls: Server, _: None) -> None:
    ls.said_goodbye = True


def _watched_files_changed(ls: Server, _: types.DidChangeWatchedFilesParams) -> None:
    ls.show_all()


def _saved(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
    if params.text_document.uri.endswith(_CONFIGURATION):  # for clients that watch no files
        ls.show_all()
    else:
        ls.show(params.text_document.uri)


def _diagnostic(ls: Server, params: types.DocumentDiagnosticParams) -> types.RelatedFullDocumentDiagnosticReport:
    unit = ls.documents.of(params.text_document.uri)
    if not isinstance(unit, Document):  # those of cells are pushed: one depends on the others
        return types.RelatedFullDocumentDiagnosticReport(items=[])
    return types.RelatedFullDocumentDiagnosticReport(items=diagnostics(ls.checked(unit), ls.documents.units)[unit])


def _hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    unit, document = _found(ls, params.text_document.uri)
    if unit is None or document is None:
        return None
    return hover(ls.checked(unit), document, params.position, ls.documents.units)


def _code_action(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    unit, document = _found(ls, params.text_document.uri)
    if unit is None or document is None:
        return []
    only = [str(getattr(kind, "value", kind)) for kind in params.context.only or ()] or None
    return list(actions(ls.checked(unit), document, params.range, only, ls.client()))


def _resolve(ls: Server, action: types.CodeAction) -> types.CodeAction:
    uri = action.data.get("uri") if isinstance(action.data, dict) else None
    unit, _ = _found(ls, str(uri))
    return action if unit is None else resolved(action, ls.checked(unit), ls.client())


def _found(ls: Server, uri: str) -> tuple[Document | Notebook | None, Document | None]:
    """What is checked together with a document, and the document."""
    unit = ls.documents.of(uri)
    if isinstance(unit, Notebook):
        return unit, next((cell for cell in unit.cells if cell.uri == uri), None)
    return unit, unit


# Those about texts are `serving`'s own. Each has the name of a message, what answers it, and the options of LSP.
_ANSWERS: tuple[tuple[str, Callable[..., Any], Any], ...] = (
    (types.INITIALIZE, _initialize, None),
    (types.INITIALIZED, _initialized, None),
    (types.SHUTDOWN, _shutdown, None),
    (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, _watched_files_changed, None),
    (types.TEXT_DOCUMENT_DID_SAVE, _saved, None),
    (
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        _diagnostic,
        types.DiagnosticOptions(inter_file_dependencies=False, workspace_diagnostics=False, identifier=SOURCE),
    ),
    (types.TEXT_DOCUMENT_HOVER, _hover, None),
    (types.TEXT_DOCUMENT_CODE_ACTION, _code_action, types.CodeActionOptions(list(KINDS), resolve_provider=True)),
    (types.CODE_ACTION_RESOLVE, _resolve, None),
)
