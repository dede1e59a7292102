"""The set-ups of docs/editors.md, in the editors themselves where the machine has them."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.readme import ROOT
from tests.test_server import SCRIPT
from tfgpu_migrate import fix_text
from tfgpu_migrate.server.actions import FIX_ALL

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PAGE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")

NEOVIM = """
vim.cmd("filetype on")
dofile("init.lua")
vim.cmd("edit train.py")
local function wait(count) vim.wait(30000, function() return #vim.diagnostic.get(0) == count end, 20) end
wait(4)
vim.api.nvim_buf_set_lines(0, -1, -1, false, { "x = tf.log(1.0)" })
wait(5)
local asked = vim.lsp.util.make_range_params(0, "utf-16")
asked.context = { diagnostics = {}, only = { "source.fixAll" } }
for id, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/codeAction", asked, 30000)) do
  for _, action in ipairs(answer.result) do
    if not action.edit then action = vim.lsp.buf_request_sync(0, "codeAction/resolve", action, 30000)[id].result end
    vim.lsp.util.apply_workspace_edit(action.edit, vim.lsp.get_client_by_id(id).offset_encoding)
  end
end
wait(0)
vim.fn.writefile({ tostring(#vim.diagnostic.get(0)) }, "left.txt")
vim.cmd("write")
vim.cmd("qa!")
"""
EMACS = """
(require 'flymake)
(load-file "init.el")
(require 'eglot)
(setq eglot-sync-connect t)
(defun wait-for (count)
  (let ((rounds 0))
    (while (and (< rounds 300) (/= (length (flymake-diagnostics)) count))
      (flymake-start)
      (accept-process-output nil 0.1)
      (setq rounds (1+ rounds)))))
(find-file "train.py")
(call-interactively 'eglot)
(flymake-mode 1)
(wait-for 4)
(goto-char (point-max))
(insert "x = tf.log(1.0)\\n")
(eglot--signal-textDocument/didChange)
(wait-for 5)
(dolist (action (eglot-code-actions (point-min) (point-max) "source.fixAll.tfgpu-migrate" nil))
  (eglot--apply-workspace-edit (plist-get action :edit)))
(eglot--signal-textDocument/didChange)
(wait-for 0)
(with-temp-file "left.txt" (insert (format "%d\\n" (with-current-buffer "train.py" (length (flymake-diagnostics))))))
(save-buffer)
"""


def snippets(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```\n", PAGE, re.DOTALL)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with the script, and the command on the path."""
    (tmp_path / "bin").mkdir()
    (tmp_path / ".git").mkdir()
    command = tmp_path / "bin" / "tfgpu-migrate"
    command.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m tfgpu_migrate "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    (tmp_path / "train.py").write_text(SCRIPT, encoding="utf-8")
    return tmp_path


def run(project: Path, *command: str) -> None:
    environment = {**os.environ, "PATH": f"{project / 'bin'}:{os.environ['PATH']}", "HOME": str(project)}
    done = subprocess.run(
        command, cwd=project, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert (project / "left.txt").exists(), done.stderr
    assert (project / "left.txt").read_text() == "0\n", done.stderr
    assert (project / "train.py").read_text(encoding="utf-8") == fix_text(SCRIPT + "x = tf.log(1.0)\n").text


@pytest.mark.skipif(shutil.which("nvim") is None, reason="needs Neovim")
def test_neovim(project: Path) -> None:
    version = subprocess.run(["nvim", "--version"], capture_output=True, text=True, check=True).stdout
    minor = int(re.findall(r"v0\.(\d+)", version)[0])
    newer, older = snippets("lua")
    (project / "init.lua").write_text(newer if minor >= 11 else older, encoding="utf-8")
    (project / "test.lua").write_text(NEOVIM, encoding="utf-8")
    run(project, "nvim", "--headless", "-u", "NONE", "-c", "luafile test.lua")


def emacs(*arguments: str) -> list[str]:
    """A command line of Emacs; where Debian has packages they are found."""
    sources = sorted(Path("/usr/share/emacs/site-lisp/elpa-src").glob("*"))
    return ["emacs", "--batch", *(word for source in sources for word in ("-L", str(source))), *arguments]


def has_eglot() -> bool:
    if shutil.which("emacs") is None:
        return False
    return subprocess.run(emacs("-l", "eglot"), capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not has_eglot(), reason="needs Emacs with eglot")
def test_emacs(project: Path) -> None:
    (snippet,) = snippets("elisp")
    (project / "init.el").write_text(snippet, encoding="utf-8")
    (project / "test.el").write_text(EMACS, encoding="utf-8")
    run(project, *emacs("-l", "test.el"))


def test_the_settings_of_other_editors_can_be_read() -> None:
    (settings,) = map(json.loads, snippets("json"))
    assert settings["editor.codeActionsOnSave"] == {FIX_ALL: "explicit"}
    assert settings["glspc.server.commandArguments"] == ["server"]
    (helix,) = map(tomllib.loads, snippets("toml"))
    assert helix["language-server"]["tfgpu-migrate"]["args"] == ["server"]


def test_the_extension_for_vs_code_is_whole(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
    files = dict(re.findall(r'^```js(?:on)? title="(.+?)"\n(.*?)^```$', text, re.MULTILINE | re.DOTALL))
    manifest = json.loads(files["package.json"])
    assert manifest["main"] == "./extension.js"
    assert f"{manifest['name']}-{manifest['version']}" in text
    assert 'command: "tfgpu-migrate", args: ["server"]' in files["extension.js"]
    if shutil.which("node"):
        (tmp_path / "extension.js").write_text(files["extension.js"], encoding="utf-8")
        subprocess.run(["node", "--check", str(tmp_path / "extension.js")], check=True)
