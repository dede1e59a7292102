"""Configuration files and flags: read, checked, and made into Settings."""

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from tfgpu_migrate.globs import wrong_class
from tfgpu_migrate.release import NEWEST, OLDEST, Release, spelled
from tfgpu_migrate.settings import Settings

SECTION = "tfgpu-migrate"


class ConfigError(Exception):
    """A setting, flag or code that means nothing: one line that says what to write instead."""


class Flags(NamedTuple):
    """What the command line says about settings; None is a flag that was not given."""

    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    extend_exclude: tuple[str, ...] = ()
    per_file_ignores: tuple[str, ...] | None = None  # `glob:CODE`, several codes in several entries, as in ruff
    extend_per_file_ignores: tuple[str, ...] = ()
    fixable: tuple[str, ...] | None = None
    unfixable: tuple[str, ...] | None = None
    target_version: str | None = None
    unsafe_fixes: bool = False
    ignore_noqa: bool = False
    config: tuple[str, ...] = ()  # each a file or `key = value`
    isolated: bool = False


class Configuration:
    """The settings of every folder: the nearest file that has some, then the flags."""

    def __init__(self, flags: Flags) -> None:
        """Read what the flags name. Raises ConfigError."""
        self._flags = flags
        self._settings: dict[str, Settings] = {}
        self._given: Settings | None = None
        for option, selectors in (
            ("--select", flags.select or ()),
            ("--extend-select", flags.extend_select),
            ("--ignore", flags.ignore),
            ("--fixable", flags.fixable or ()),
            ("--unfixable", flags.unfixable or ()),
        ):
            check_selectors(selectors, option)
        for glob in (*flags.exclude, *flags.extend_exclude):
            _check_glob(glob, "--exclude")
        self._ignores = _pairs(flags.per_file_ignores or (), "--per-file-ignores")
        self._more_ignores = _pairs(flags.extend_per_file_ignores, "--extend-per-file-ignores")
        self._target = _given_target(flags.target_version)
        self._inline: dict[str, object] = {}
        files = tuple(given for given in flags.config if not self._is_inline(given))
        self._files = files
        if len(files) > 1:
            raise ConfigError("--config names more than one file; give one, and `key = value` for the rest")
        if files and flags.isolated:
            raise ConfigError("--config FILE and --isolated exclude each other; give one of the two")
        if files:
            file = Path(files[0])
            self._given = self._make(read_table(file, required=True) or {}, file, Path.cwd())
        elif flags.isolated:
            self._given = self._make({}, None, Path.cwd())

    @classmethod
    def of(cls, settings: Settings) -> "Configuration":
        """The same settings for every folder; no file is read."""
        made = cls(Flags())
        made._given = settings
        return made

    def lasting(self) -> "Configuration":
        """The settings without what the command line says of rules and files for one run."""
        flags = self._flags
        kept = Flags(target_version=flags.target_version, ignore_noqa=flags.ignore_noqa, isolated=flags.isolated)
        return Configuration(kept._replace(config=self._files))

    @property
    def leaves_files_out(self) -> bool:
        """Whether the command line names files and folders not to look into."""
        flags = self._flags
        return bool(flags.exclude or flags.extend_exclude or {"exclude", "extend-exclude"} & self._inline.keys())

    def settings(self, folder: str) -> Settings:
        """Return the settings of the files in `folder` (absolute). Raises ConfigError."""
        if self._given is not None:
            return self._given
        if folder not in self._settings:
            self._settings[folder] = self._nearest(folder)
        return self._settings[folder]

    def _nearest(self, folder: str) -> Settings:
        # Each folder of a tree is asked: a Path for each would cost more than the answers.
        for name in (f"{SECTION}.toml", "pyproject.toml"):
            file = os.path.join(folder, name)  # noqa: PTH118
            if os.path.isfile(file) and (table := read_table(Path(file))) is not None:  # noqa: PTH113
                return self._make(table, Path(file), Path(folder))
        above = os.path.dirname(folder)  # noqa: PTH120
        return self._make({}, None, Path.cwd()) if above == folder else self.settings(above)

    def _is_inline(self, given: str) -> bool:
        if "=" not in given or Path(given).exists():
            return False
        try:
            table = _parse_toml(given)
        except ValueError as error:
            raise ConfigError(f"--config {given!r} is neither a file nor TOML: {error}") from None
        parse_table(table, "--config")
        self._inline.update(table)
        return True

    def _make(self, table: Mapping[str, object], file: Path | None, root: Path) -> Settings:
        if file:
            parse_table(table, _shown(file))
        merged = {**table, **self._inline}
        settings = replace(parse_table(merged, "--config"), root=str(root))
        return self._with_flags(settings, has_select="select" in merged)

    def _with_flags(self, settings: Settings, *, has_select: bool) -> Settings:
        flags = self._flags
        settings = replace(
            settings,
            target_version=self._target or settings.target_version,
            unsafe_fixes=flags.unsafe_fixes,
            ignore_noqa=flags.ignore_noqa,
            exclude=(*settings.exclude, *map(_from_here, (*flags.exclude, *flags.extend_exclude))),
            fixable=settings.fixable if flags.fixable is None else flags.fixable,
            unfixable=settings.unfixable if flags.unfixable is None else flags.unfixable,
            per_file_ignores=(
                *(settings.per_file_ignores if flags.per_file_ignores is None else self._ignores),
                *settings.extend_per_file_ignores,
                *self._more_ignores,
            ),
            extend_per_file_ignores=(),
        )
        if flags.select is None:
            return replace(settings, flag_select=flags.extend_select, flag_ignore=flags.ignore)
        # As in ruff: --select replaces what the file selects; its `ignore` stays only where it stood without `select`.
        kept = () if has_select else settings.ignore
        return replace(settings, select=flags.select, extend_select=flags.extend_select, ignore=(*flags.ignore, *kept))


def read_table(file: Path, *, required: bool = False) -> dict[str, Any] | None:
    """Read the settings of one TOML file, unchecked; None where a pyproject.toml has none. Raises ConfigError."""
    shown = _shown(file)
    try:
        data = file.read_bytes()
    except OSError as error:
        hint = "--config takes a TOML file or `key = value`"
        raise ConfigError(f"cannot read {shown}: {error.strerror}; {hint}") from None
    in_pyproject = file.name == "pyproject.toml"
    if in_pyproject and not required and SECTION.encode() not in data:
        return None
    try:
        table = _parse_toml(data.decode("utf-8"))
    except ValueError as error:  # TOMLDecodeError and UnicodeDecodeError
        raise ConfigError(f"{shown} is not valid TOML: {error}") from None
    tools = table.get("tool")
    section = tools.get(SECTION) if isinstance(tools, dict) else None
    if not in_pyproject and section is None:
        return table
    if not in_pyproject and (beside := sorted(_READERS.keys() & table.keys())):
        named = ", ".join(f"`{key}`" for key in beside)
        raise ConfigError(
            f"{shown}: settings above `[tool.{SECTION}]` ({named}); leave out that header, or move them down"
        )
    if section is not None and not isinstance(section, dict):
        raise ConfigError(f"{shown}: [tool.{SECTION}] must be a table")
    return section


def parse_table(table: Mapping[str, object], where: str) -> Settings:
    """One table as Settings. Raises ConfigError, which names `where` and the key."""
    values: dict[str, object] = {}
    for key, value in table.items():
        reader = _READERS.get(key)
        if reader is None:
            raise ConfigError(f"{where}: unknown setting `{key}`{suggestion(key, _READERS, 'config')}")
        try:
            values[key.replace("-", "_")] = reader(value, f"{where}: `{key}`")
        except TypeError as error:
            raise ConfigError(f"{where}: `{key}` must be {error}") from None
    return replace(Settings(), **values)  # type: ignore[arg-type]


def check_selectors(selectors: Iterable[str], where: str) -> None:
    """Raise ConfigError for a selector that is no code, no prefix of one and not ALL."""
    if not (unknown := [selector for selector in selectors if selector != "ALL"]):
        return
    from tfgpu_migrate.rules import load

    codes = load()
    for selector in unknown:
        if not selector or not any(code.startswith(selector) for code in codes):
            raise ConfigError(f"{where}: unknown rule code `{selector}`{suggestion(selector.upper(), codes)}")


def suggestion(word: str, known: Iterable[str], listing: str = "rule --all") -> str:
    """`; did you mean ...?` for the nearest known word, or what there is if none is near; `listing` prints many."""
    names = sorted(known)
    if word in names:
        return f"; did you mean `{word}`?"
    from difflib import get_close_matches

    near = get_close_matches(word, names, 1, 0.6)
    if near:
        return f"; did you mean `{near[0]}`?"
    return f"; known: {', '.join(names)}" if len(names) <= 12 else f"; `{SECTION} {listing}` lists them"


def _strings(value: object, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise TypeError('a list of strings, like ["a", "b"]')
    return tuple(value)


def _globs(value: object, where: str) -> tuple[str, ...]:
    globs = _strings(value, where)
    for glob in globs:
        _check_glob(glob, where)
    return globs


def _check_glob(glob: str, where: str) -> None:
    if (wrong := wrong_class(glob)) is not None:
        raise ConfigError(f"{where}: `{wrong}` in `{glob}` is no range of characters; write one like `[a-z]`")


def _selectors(value: object, where: str) -> tuple[str, ...]:
    selectors = _strings(value, where)
    check_selectors(selectors, where)
    return selectors


def _per_file(value: object, where: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if not isinstance(value, dict):
        raise TypeError('a table of globs, like { "tests/*" = ["TFM3"] }')
    for pattern in value:
        _check_glob(pattern, where)
    try:
        return tuple((pattern, _selectors(codes, where)) for pattern, codes in value.items())
    except TypeError:
        raise TypeError('a table of lists, like { "tests/*" = ["TFM3"] }') from None


def _pairs(given: Iterable[str], where: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Read `glob:CODE` entries of a flag. Raises ConfigError."""
    pairs = []
    for entry in given:
        glob, colon, code = entry.rpartition(":")
        if not colon or not glob:
            raise ConfigError(f"{where}: `{entry}` must be a glob, a colon and a code, like `tests/*:TFM3`")
        check_selectors([code], where)
        _check_glob(glob, where)
        pairs.append((_from_here(glob) if not glob.startswith("!") else f"!{_from_here(glob[1:])}", (code,)))
    return tuple(pairs)


def _version(value: object, where: str) -> tuple[int, int]:
    parts = value.split(".") if isinstance(value, str) else []
    if len(parts) != 2 or parts[0] != "3" or not parts[1].isdecimal() or len(parts[1]) > 3:
        raise TypeError('a version of two numbers in quotes, like "3.10"')
    return 3, int(parts[1])


def _release(value: object, where: str) -> Release:
    found = _known_release(value)
    if found is None:
        raise TypeError(f'a release of TensorFlow in quotes, from "{spelled(OLDEST)}" to "{spelled(NEWEST)}"')
    return found


def _given_target(value: str | None) -> Release | None:
    found = _known_release(value)
    if found is None and value is not None:
        known = f"from {spelled(OLDEST)} to {spelled(NEWEST)}"
        raise ConfigError(f"`--target-version {value}` is not known; give a release {known}")
    return found


def _known_release(value: object) -> Release | None:
    known = {spelled((2, minor)): (2, minor) for minor in range(OLDEST[1], NEWEST[1] + 1)}
    return known.get(value) if isinstance(value, str) else None


def _file(value: object, where: str) -> str:
    if not isinstance(value, str) or not value or "\0" in value:
        raise TypeError('the name of a file, like "baseline.json"')
    return value


def _graph_mode(value: object, where: str) -> str:
    if value not in ("auto", "never"):
        raise TypeError('"auto" or "never"')
    return str(value)


def _megabytes(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value < 2**31:
        raise TypeError("a positive number of megabytes, like 4096")
    return value


def _bool(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise TypeError("true or false")
    return value


_READERS = {
    "select": _selectors,
    "extend-select": _selectors,
    "ignore": _selectors,
    "per-file-ignores": _per_file,
    "extend-per-file-ignores": _per_file,
    "exclude": _globs,
    "extend-exclude": _globs,
    "fixable": _selectors,
    "unfixable": _selectors,
    "extend-safe-fixes": _selectors,
    "extend-unsafe-fixes": _selectors,
    "baseline": _file,
    "target-version": _release,
    "python-version": _version,
    "graph-mode": _graph_mode,
    "gpu-memory-mb": _megabytes,
    "tensorboard": _bool,
}


def _from_here(pattern: str) -> str:
    return str(Path.cwd() / pattern) if "/" in pattern.rstrip("/") else pattern


def _shown(file: Path) -> str:
    try:
        return str(file.absolute().relative_to(Path.cwd()))
    except ValueError:
        return str(file)


def _parse_toml(text: str) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
