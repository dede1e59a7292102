"""What becomes of each parameter of a TensorFlow 1.15 function in the native one: the cells of table.txt."""

from collections.abc import Iterator, Mapping, Sequence

from tools.api.stubs import Given

# Kind of override -> the words behind it but the last -> the last: "default" -> ("nn.nce_loss", "partition_strategy").
Overrides = Mapping[str, Mapping[tuple[str, ...], str]]


def cells(name: str, before: Sequence[Given], now: Sequence[Given], overrides: Overrides) -> list[str]:
    """A cell for each parameter of 1.15, and one for each that only the native function has and needs."""
    native = {one.name: one for one in now}
    targets = [_target(name, place, one, now, overrides) for place, one in enumerate(before)]
    made = [
        f"{one.name}{move}{_needed(one, native, move)}{_alters(name, one, overrides)}"
        f"{'~fills' if (name, one.name) in overrides['fills'] else ''}{_default(name, one, now, move, overrides)}"
        for one, move in zip(before, targets, strict=True)
    ]
    return [*made, *(f"{one}/" for one in _news(before, targets, now))]


def matters(cell: str) -> bool:
    """Whether a cell says more than the name of the parameter."""
    return not cell.isidentifier()


def steady(made: Sequence[str]) -> int:
    """How many of the first arguments have their place in both."""
    return next((place for place, cell in enumerate(made) if set("=>!") & set(cell.partition(":")[0])), len(made))


def by_keyword_from(made: Sequence[str], place: int) -> list[str]:
    """The same cells, with arguments from a place on going by keyword."""
    moved = [cell.replace("+", ">", 1) if "+" in cell else f"{cell}=" if cell.isidentifier() else cell for cell in made]
    return [*made[:place], *moved[place:]]


def _target(name: str, place: int, one: Given, now: Sequence[Given], overrides: Overrides) -> str:
    """Where the argument goes: "" stays, "=" by its keyword only, "+new" and ">new" another keyword, "!" nowhere."""
    native = {new.name for new in now}
    for words, change in overrides["becomes"].items():
        if words[:2] == (name, one.name):
            return f"{'=' if words[2] == one.name else f'>{words[2]}'}~{change}"
    here = now[place] if place < len(now) and not now[place].keyword_only and not one.keyword_only else None
    if here is not None and here.name == one.name:
        return ""
    if one.name in native:
        return "="
    pairs = [words for kind in ("keyword", "synonym") for words in overrides[kind]]
    if here is not None and (one.name, here.name) in pairs:
        return f"+{here.name}"
    new = next((new for old, new in pairs if old == one.name and new in native), None)
    return f">{new}" if new is not None else "!"


def _needed(one: Given, native: Mapping[str, Given], move: str) -> str:
    """A "/" where 1.15 can do without the argument and the native function cannot."""
    new = native.get(one.name)
    return "/" if one.default and new is not None and not new.default and "~" not in move else ""


def _alters(name: str, one: Given, overrides: Overrides) -> str:
    """A "^" where the argument, given, or given as the value behind it, means something else."""
    value = overrides["alters"].get((name, one.name))
    return "" if value is None else f"^:{value}" if value else "^"


def _default(name: str, one: Given, now: Sequence[Given], move: str, overrides: Overrides) -> str:
    """A "*" where leaving the argument out means something else, and `:value` that may be written or left out."""
    if (name, one.name) in overrides["default"]:
        return "*"
    plain = one.default if one.default not in ("", "?") else ""
    if move == "!":
        return f":{plain}" if plain else ""
    new = next((each for each in now if each.name == one.name), None)
    same = new is None or not plain or new.default in ("", "?", one.default)
    cosmetic = {(name, one.name), ("any", one.name)} & overrides["cosmetic"].keys()
    return "" if same or cosmetic else f"*:{plain}"


def _news(before: Sequence[Given], targets: Sequence[str], now: Sequence[Given]) -> Iterator[str]:
    """The parameters without a default that nothing of 1.15 becomes."""
    reached = {one.name for one in before} | {target.lstrip("+>=").partition("~")[0] for target in targets}
    return (one.name for one in now if not one.default and one.name not in reached and not one.name.startswith("*"))
