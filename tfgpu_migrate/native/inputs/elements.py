"""The elements of datasets in signatures, calls and fetches."""

from __future__ import annotations

from collections.abc import Sequence

from tfgpu_migrate.native.model import Program, Refused, Run, Source


def signature_of(given: Sequence[str], program: Program) -> str:
    """The signature of a function that takes these names."""
    texts, whole, at = list[str](), "", 0
    while at < len(given):
        source = program.source_of(given[at])
        if source is None:
            texts.append(given[at])
            at += 1
            continue
        spec = f"{source.dataset}.element_spec"
        here = _together(source, given[at:])
        if not source.is_unpacked:
            texts.append(spec)
        elif len(here) == len(source.elements):
            whole = spec
            texts.append(f"*{spec}")
        else:
            texts += [f"{spec}[{source.elements.index(name)}]" for name in here]
        at += len(here)
    return whole if whole and len(texts) == 1 else f"[{', '.join(texts)}]"


def needed_of(source: Source, run: Run, names: Sequence[str]) -> list[str]:
    """The names of an element that a run takes from its dataset. Raises Refused where it is fed others of them."""
    needed = [name for name in names if name in source.elements]
    unfed = [name for name in needed if name not in run.feed]
    if unfed and len(unfed) < len(needed):
        raise Refused(run.call, "an element of a dataset is fed in part")
    return unfed


def taken_by(run: Run, names: Sequence[str], program: Program) -> dict[str, str]:
    """What a call is given for each name that comes from a dataset: nothing for those that come with one before.

    Raises Refused where they do not stand side by side.
    """
    found: dict[str, str] = {}
    for source in program.sources:
        unfed = needed_of(source, run, names)
        if not unfed:
            continue
        if source.loops:
            found.update({name: name for name in unfed})
            continue
        together = _together(source, list(names)[list(names).index(unfed[0]) :])
        if together != unfed:
            raise Refused(run.call, "parts of an element of a dataset are given to a function apart")
        found.update(dict.fromkeys(unfed, ""))
        found[unfed[0]] = _next(source, unfed)
    return found


def _together(source: Source, names: Sequence[str]) -> list[str]:
    """The names at the beginning that are one part of an element, side by side."""
    first = source.elements.index(names[0])
    count = 0
    while count < len(names) and source.elements[first + count : first + count + 1] == [names[count]]:
        count += 1
    return list(names[:count])


def _next(source: Source, names: Sequence[str]) -> str:
    taken = f"next({source.name})"
    if not source.is_unpacked:
        return taken
    if len(names) == len(source.elements):
        return f"*{taken}"
    first = source.elements.index(names[0])
    return f"{taken}[{first}]" if len(names) == 1 else f"*{taken}[{first}:{first + len(names)}]"


def fetched_elements(run: Run, program: Program) -> str:
    """What a run becomes that fetches elements of one dataset only. Raises Refused for any other."""
    names = [one.value.name for one in run.fetches if one.value is not None]
    source = program.source_of(names[0])
    if source is None or len(names) < len(run.fetches) or not set(names) <= set(source.elements):
        raise Refused(run.call, "elements of a dataset are fetched beside variables, or of several")
    if not needed_of(source, run, names):
        raise Refused(run.call, "what is fetched is fed")
    if source.loops:
        texts = [f"{name}.numpy()" for name in names]
        if not source.gives_tensors():
            return f"tuple(value.numpy() for value in {names[0]})"
        return f"[{', '.join(texts)}]" if run.is_list else texts[0]
    taken = f"next({source.name})"
    if not source.is_unpacked:
        one = f"{taken}.numpy()" if source.known.parts == 0 else f"tuple(value.numpy() for value in {taken})"
        if len(names) > 1:
            raise Refused(run.call, "an element of a dataset is fetched twice")
        return f"[{one}]" if run.is_list else one
    if names == source.elements and run.is_list:
        return f"[value.numpy() for value in {taken}]"
    if len(names) > 1:
        raise Refused(run.call, "parts of an element of a dataset are fetched in another order")
    one = f"{taken}[{source.elements.index(names[0])}].numpy()"
    return f"[{one}]" if run.is_list else one
