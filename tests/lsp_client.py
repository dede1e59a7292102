"""An editor for tests: speaks LSP with a server process, in messages of JSON, and shares no code with it."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

from tests.command import start

Json = dict[str, Any]
PULLS: Json = {"textDocument": {"diagnostic": {}}}
RESOLVES: Json = {
    "workspace": {"workspaceEdit": {"documentChanges": True}},
    "textDocument": {"codeAction": {"dataSupport": True, "resolveSupport": {"properties": ["edit"]}}},
}
NOTEBOOKS: Json = {"notebookDocument": {"synchronization": {}}}
WATCHES: Json = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
_PATIENCE = 60.0  # seconds: a machine that is busy with other things


Open = Callable[..., "Editor"]


class Editor:
    """One editor and its server."""

    def __init__(
        self, folder: Path, capabilities: Json | None = None, patch: str = "", root: Path | None = None
    ) -> None:
        self.process = start(folder, "server", patch=patch, stdin=subprocess.PIPE)
        self.diagnostics: dict[str, list[Json]] = {}
        self.published: list[Json] = []
        self.messages: list[str] = []
        self.asked: list[Json] = []
        self.errors = b""
        self._incoming: Queue[Json] = Queue()
        self._number = 0
        Thread(target=self._read, daemon=True).start()
        Thread(target=self._read_errors, daemon=True).start()
        given = {"processId": None, "rootUri": (root or folder).as_uri(), "capabilities": capabilities or {}}
        self.capabilities = self.request("initialize", given)["capabilities"]
        self.tell("initialized", {})

    def request(self, method: str, parameters: Json) -> Any:
        """Ask, and wait for the answer; raises AssertionError for an error."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": parameters})
        wanted = self._number
        answer = self._until(lambda message: message.get("id") == wanted and "method" not in message)
        assert "error" not in answer, answer["error"]
        return answer["result"]

    def tell(self, method: str, parameters: Json) -> None:
        self._send({"method": method, "params": parameters})

    def open(self, uri: str, text: str, language: str = "python", version: int = 1) -> None:
        document = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def change(self, uri: str, version: int, *changes: Json) -> None:
        identifier = {"uri": uri, "version": version}
        self.tell("textDocument/didChange", {"textDocument": identifier, "contentChanges": list(changes)})

    def close(self, uri: str) -> None:
        self.tell("textDocument/didClose", {"textDocument": {"uri": uri}})

    def save(self, uri: str) -> None:
        self.tell("textDocument/didSave", {"textDocument": {"uri": uri}})

    def shown(self, uri: str, version: int) -> list[Json]:
        """What the server shows for this version of a document, when it does."""
        while not any(one["uri"] == uri and one.get("version") == version for one in self.published):
            self._until(lambda message: message.get("method") == "textDocument/publishDiagnostics")
        return self.diagnostics[uri]

    def pulled(self, uri: str) -> list[Json]:
        return self.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})["items"]  # type: ignore[no-any-return]

    def actions(self, uri: str, start: Json, end: Json | None = None, only: list[str] | None = None) -> list[Json]:
        context: Json = {"diagnostics": []} | ({"only": only} if only else {})
        chosen = {"start": start, "end": end or start}
        given = {"textDocument": {"uri": uri}, "range": chosen, "context": context}
        return self.request("textDocument/codeAction", given)  # type: ignore[no-any-return]

    def hover(self, uri: str, line: int, character: int) -> str | None:
        given = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
        answer = self.request("textDocument/hover", given)
        return answer and answer["contents"]["value"]  # type: ignore[no-any-return]

    def stop(self) -> int:
        """Say goodbye; the exit code."""
        self.request("shutdown", {})
        self.tell("exit", {})
        return self.process.wait(_PATIENCE)

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(_PATIENCE)

    def _send(self, message: Json) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def _until(self, wanted: Callable[[Json], bool]) -> Json:
        while True:
            try:
                message = self._incoming.get(timeout=_PATIENCE)
            except Empty:
                raise AssertionError(f"the server says nothing: {self.errors.decode()}") from None
            assert message, f"the server has ended: {self.errors.decode()}"
            self._take(message)
            if wanted(message):
                return message

    def _take(self, message: Json) -> None:
        method, given = message.get("method"), message.get("params")
        if method == "textDocument/publishDiagnostics":
            assert given is not None
            self.published.append(given)
            self.diagnostics[given["uri"]] = given["diagnostics"]
        elif method in ("window/showMessage", "window/logMessage"):
            assert given is not None
            self.messages.append(given["message"])
        elif method is not None and "id" in message:
            self.asked.append(message)
            self._send({"id": message["id"], "result": None})

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            length = int(header.split(b":")[1])
            while stream.readline().strip():
                pass
            self._incoming.put(json.loads(stream.read(length)))
        self._incoming.put({})

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.errors += line


def utf16_offset(text: str, position: Json) -> int:
    """The offset of a place, by the letter of the specification: lines end with CRLF, CR or LF, columns are UTF-16."""
    lines = re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)
    line = lines[position["line"]]
    column = line.encode("utf-16-le", "surrogatepass")[: 2 * position["character"]]
    return sum(map(len, lines[: position["line"]])) + len(column.decode("utf-16-le", "surrogatepass"))


def edited(text: str, edits: list[Json]) -> str:
    """The text after edits, all of which count from the text as it was."""
    spans = [(utf16_offset(text, one["range"]["start"]), utf16_offset(text, one["range"]["end"])) for one in edits]
    assert all(end <= start for (_, end), (start, _) in zip(sorted(spans), sorted(spans)[1:], strict=False))
    pairs = sorted(zip(spans, edits, strict=True), key=lambda pair: pair[0], reverse=True)
    for (first, last), edit in pairs:
        text = text[:first] + edit["newText"] + text[last:]
    return text


def edits_of(action: Json) -> dict[str, list[Json]]:
    """The edits of an action, by document."""
    edit = action["edit"]
    if "changes" in edit:
        return edit["changes"]  # type: ignore[no-any-return]
    return {one["textDocument"]["uri"]: one["edits"] for one in edit["documentChanges"]}
