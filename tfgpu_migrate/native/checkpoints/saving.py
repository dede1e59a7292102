"""Savers as checkpoints: what is written where they are made, save and restore."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Callable, Mapping

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.checkpoints.old_slots import Writing, restoring
from tfgpu_migrate.native.checkpoints.paths import Paths, Split
from tfgpu_migrate.native.checkpoints.saved import deletes, deletes_its_own, is_managed, number_kept
from tfgpu_migrate.native.home import Home
from tfgpu_migrate.native.layout import Layout, indented
from tfgpu_migrate.native.model import Program, Refused, Saved, Saver, Training
from tfgpu_migrate.native.names import Names
from tfgpu_migrate.native.notebooks import is_shown
from tfgpu_migrate.native.plan import Plan

_LONG = 110  # characters of a line
_DEFAULT_NAME = "'ckpt'"
_RESERVED = frozenset(("root", "save_counter", "read", "write", "restore", "save", "sync"))  # of a checkpoint


class Saving:
    """Writes the checkpoints of one program."""

    def __init__(
        self,
        program: Program,
        made: Plan,
        index: Index,
        home: Home,
        tf: str,
        optimizers: Mapping[int, str],
        trained: Callable[[Training], list[str]],
    ) -> None:
        self.program, self.made, self.index, self.home = program, made, index, home
        self.tf, self.optimizers = tf, optimizers
        self._trained = trained
        self.source, self.paths, self.names = index.source, Paths(index), Names(index)
        self._called: dict[str, str] = {}  # the checkpoints, by the names of their savers
        self._managers: dict[tuple[str, str], str] = {}
        self._restorers: dict[int, str] = {}  # functions, by the id of a saver
        self._keepers: dict[int, str] = {}
        self._end = 0  # the line behind which what was written last stands

    def edits(self, layout: Layout, indent_of: Callable[[ast.stmt], str]) -> list[Edit]:
        """The edits of all savers. Raises Refused."""
        found = list[Edit]()
        for saver in self.program.savers:
            lines = self._made(saver)
            managers = self._managers_of(saver)
            early = {name: split for name, (split, _) in managers.items() if self._is_bound(split, saver)}
            lines += [line for name, split in early.items() for line in self._manager(saver, name, split)]
            found += self._place(saver, lines, layout, indent_of)
            self._put_function(saver, layout, indent_of)
            for name, (split, one) in managers.items():
                at = layout.next_code(self._end) if name in early else layout.comment_above(one.top.lineno)
                indent = indent_of(saver.node if name in early else one.top)
                if name not in early:
                    layout.put(at, indented(self._late_manager(saver, name, split, one), indent))
                if deletes_its_own(saver, self.paths, self.index):
                    layout.put(at, indented(self._keeper(saver, name), indent))
            found += [edit for one in saver.restores for edit in self._restored(saver, one)]
            found += [edit for one in saver.saves for edit in self._saved(saver, one, managers)]
        return found

    # Checkpoints

    def _name(self, saver: Saver) -> str:
        if saver.name not in self._called:
            alike = saver.name.replace("saver", "checkpoint").replace("Saver", "Checkpoint")
            own = [alike] if alike != saver.name else []
            self._called[saver.name] = self.names.first(*own, "checkpoint", "model_checkpoint") or saver.name
        return self._called[saver.name]

    def _made(self, saver: Saver) -> list[str]:
        """The lines that make a checkpoint."""
        pairs = dict(zip(saver.keys, [one.written for one in saver.held], strict=True))
        names = list(dict.fromkeys(self.optimizers[id(one)] for one in saver.trainings))
        pairs |= {"optimizer" if len(names) == 1 else name: name for name in names}
        if len(pairs) < len(saver.held) + len(names) or any(one in _RESERVED or one.startswith("_") for one in pairs):
            raise Refused(saver.node, "what a saver holds has a name that a checkpoint cannot give it")
        plain = {key: one for key, one in pairs.items() if key.isidentifier() and not keyword.iskeyword(key)}
        parts = [f"{key}={one}" for key, one in plain.items()]
        quote = self.source.quote
        others = [f"{quote}{key}{quote}: {one}" for key, one in pairs.items() if key not in plain]
        parts += [f"**{{{', '.join(others)}}}"] if others else []
        line = f"{self._name(saver)} = {self.tf}.train.Checkpoint({', '.join(parts)})"
        if len(line) <= _LONG:
            return [line]
        step = self.source.indent_unit
        return [line.partition("(")[0] + "(", *(f"{step}{one}," for one in parts), ")"]

    def _place(
        self, saver: Saver, lines: list[str], layout: Layout, indent_of: Callable[[ast.stmt], str]
    ) -> list[Edit]:
        """Write where the saver was made, or below the optimizers that it holds."""
        functions = [one for one in self.made.functions if one.training in saver.trainings]
        last = max((one.last for one in functions), key=lambda one: one.end_lineno or one.lineno, default=saver.node)
        if last.lineno <= saver.node.lineno:
            self._end = saver.node.end_lineno or saver.node.lineno
            start, end = self.source.span(saver.node)
            text = self.source.newline.join(indented(lines, indent_of(saver.node))).lstrip()
            return [Edit(start, self.source.text[start:end], text)]
        first = min((one.top.lineno for one in (*saver.saves, *saver.restores)), default=last.lineno + 1)
        if last.lineno >= first:
            raise Refused(saver.node, "an optimizer is made below the first checkpoint that holds it")
        layout.take_out(saver.node)
        self._end = last.end_lineno or last.lineno
        layout.put(last.end_lineno or last.lineno, indented(lines, indent_of(last)))
        return []

    def _put_function(self, saver: Saver, layout: Layout, indent_of: Callable[[ast.stmt], str]) -> None:
        """Write the function that restores checkpoints of TensorFlow 1, where some may be restored."""
        if not saver.old:
            return
        name = self.names.first("restore", "restore_checkpoint", "restore_variables")
        if not name:
            raise Refused(saver.node, "no name is free for the function that restores")
        (training,) = saver.trainings
        optimizer = self.optimizers[id(training)]
        write = Writing(
            self.tf,
            self.source.indent_unit,
            self.source.quote,
            name,
            self._name(saver),
            optimizer,
            self._asked(saver),
        )
        self._restorers[id(saver)] = name
        lines = restoring(saver, self._trained(training), write)
        layout.put(layout.next_code(self._end), indented(lines, indent_of(saver.node)))

    # Managers

    def _managers_of(self, saver: Saver) -> dict[str, tuple[Split, Saved]]:
        """The managers of a saver, each with the place where its checkpoints are and the first one. Raises Refused."""
        found = dict[str, tuple[Split, Saved]]()
        for one in saver.saves:
            if one.step is None:
                continue
            split = self._split(saver, one)
            if split is None:
                raise Refused(one.call, "in which folder a checkpoint is saved is not known")
            key = (saver.name + str(saver.part), str(split))
            if key not in self._managers:
                self._managers[key] = self.names.first("manager", "checkpoint_manager", f"{self._name(saver)}_manager")
            name = self._managers[key]
            if not name:
                raise Refused(one.call, "no name is free for what manages the checkpoints")
            found.setdefault(name, (split, one))
        if len(self._managers) > 1 and any(deletes(each, self.paths, self.index) for each in self.program.savers):
            raise Refused(saver.node, "several savers delete old checkpoints, maybe those of each other")
        return found

    def _split(self, saver: Saver, saved: Saved) -> Split | None:
        shown = any(not isinstance(one.statement, ast.Expr) for one in saver.saves)
        return self.paths.split(saved.path, is_shown=shown)

    def _keeper(self, saver: Saver, manager: str) -> list[str]:
        """The function that deletes old checkpoints of this run, where a manager would also delete others."""
        name = self.names.first("save", "save_checkpoint", "save_variables")
        kept = self.names.first("recent", "recent_checkpoints", "saved_checkpoints")
        if not name or not kept:
            raise Refused(saver.node, "no name is free for the function that saves")
        self._keepers[id(saver)] = name
        step, quote, number = self.source.indent_unit, self.source.quote, number_kept(saver, self.paths)
        return [
            f"{kept} = []  # checkpoints of this run",
            "",
            "",
            f"def {name}(step):",
            f'{step}"""Save a checkpoint. Of this run the last {number} stay."""',
            f"{step}path = {manager}.save(checkpoint_number=step)",
            f"{step}{kept}[:] = [*(one for one in {kept} if one != path), path]",
            f"{step}if len({kept}) > {number}:",
            f"{step * 2}oldest = {kept}.pop(0)",
            f"{step * 2}files = [oldest + {quote}.index{quote}, oldest + {quote}.data-*{quote}]",
            f"{step * 2}for file in {self.tf}.io.gfile.glob(files):",
            f"{step * 3}{self.tf}.io.gfile.remove(file)",
            f"{step}return path",
        ]

    def _is_bound(self, split: Split, saver: Saver) -> bool:
        """Whether all that a path is made of is known where its saver is made."""
        read = ast.parse(f"({split.folder}, {split.name})")
        hidden = self.home.local if not self.home.has(saver.node) else frozenset[str]()
        names = {one.id for one in ast.walk(read) if isinstance(one, ast.Name)}
        return not names & hidden and self.paths.line_of(read) < saver.node.lineno

    def _late_manager(self, saver: Saver, name: str, split: Split, saved: Saved) -> list[str]:
        """The lines that make a manager right above the first checkpoint."""
        if self.paths.line_of(ast.parse(f"({split.folder}, {split.name})")) >= saved.top.lineno:
            raise Refused(saved.call, "in which folder a checkpoint is saved is found out late")
        return self._manager(saver, name, split)

    def _manager(self, saver: Saver, name: str, split: Split) -> list[str]:
        quote = self.source.quote
        counts = deletes(saver, self.paths, self.index) and not deletes_its_own(saver, self.paths, self.index)
        kept = str(number_kept(saver, self.paths)) if counts else "None"
        named = "" if split.name == _DEFAULT_NAME else f", checkpoint_name={split.name}"
        arguments = f"{self._name(saver)}, {split.folder}, max_to_keep={kept}{named}"
        if '"' not in arguments:
            arguments = arguments.replace("'", quote)
        line = f"{name} = {self.tf}.train.CheckpointManager({arguments})"
        if len(line) <= _LONG:
            return [line]
        return [line.partition("(")[0] + "(", f"{self.source.indent_unit}{arguments}", ")"]

    # Calls

    def _saved(self, saver: Saver, saved: Saved, managers: Mapping[str, tuple[Split, Saved]]) -> list[Edit]:
        if saved.step is None:
            return self._around(saved.call, f"{self._name(saver)}.write(", saved.path, ")")
        if id(saver) in self._keepers:
            return self._around(saved.call, f"{self._keepers[id(saver)]}(", saved.step, ")")
        split = self._split(saver, saved)
        name = next(one for one, (known, _) in managers.items() if known == split)
        return self._around(saved.call, f"{name}.save(checkpoint_number=", saved.step, ")")

    def _restored(self, saver: Saver, saved: Saved) -> list[Edit]:
        if saved in saver.old:
            return self._around(saved.call, f"{self._restorers[id(saver)]}(", saved.path, ")")
        end = ";" if is_shown(self.index, saved.statement) else ""  # a notebook would show what is asked
        return self._around(saved.call, f"{self._name(saver)}.read(", saved.path, f"){self._asked(saver)}{end}")

    def _asked(self, saver: Saver) -> str:
        """What is asked of a checkpoint that was read; a manager counts in it, too."""
        return ".assert_existing_objects_matched()" + (".expect_partial()" if is_managed(saver) else "")

    def _around(self, call: ast.Call, before: str, kept: ast.expr, behind: str) -> list[Edit]:
        """Write a call around one of its arguments, which stays as it is."""
        start, end = self.source.span(call)
        first, last = self.source.span(kept)
        text = self.source.text
        return [Edit(start, text[start:first], before), Edit(last, text[last:end], behind)]
