"""One self-contained HTML file: a template with its style, its script and its data inside, and a policy to hold it.

The policy allows nothing from anywhere, and inside the file only the style and the script whose hashes it names. Every
value is escaped by Jinja; data for the script stands in a block that is not run.
"""

from __future__ import annotations

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_FOLDER = Path(__file__).parent / "templates"
_SCRIPT_ESCAPES = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}


def render(template: str, data: object, **values: Any) -> str:
    """The page of a template, with the style and script of its name; `data` is what its script reads."""
    style, script = (_asset(f"page.{kind}") + _asset(f"{template}.{kind}") for kind in ("css", "js"))
    page = _environment().get_template(f"{template}.html")
    return page.render(policy=_policy(style, script), style=style, script=script, data=_data_block(data), **values)


def _policy(style: str, script: str) -> str:
    """The content security policy; `data:` is for the icon, without which browsers ask a server for one."""
    return "; ".join(
        (
            "default-src 'none'",
            f"style-src 'sha256-{_digest(style)}'",
            f"script-src 'sha256-{_digest(script)}'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
        )
    )


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode("utf-8")).digest()).decode("ascii")


def _data_block(data: object) -> Markup:
    """JSON that cannot end the element that it stands in."""
    from markupsafe import Markup

    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return Markup(text.translate(_SCRIPT_ESCAPES))


def _asset(name: str) -> Markup:
    """A style or script of this package: its own text, so not escaped."""
    from markupsafe import Markup

    return Markup((_FOLDER / name).read_text("utf-8"))


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["number"] = lambda value: f"{value:,}"
    made.filters["ticked"] = _ticked
    return made


def _ticked(text: str) -> Markup:
    """A message with what it has in backticks as code."""
    from markupsafe import Markup, escape

    pieces = text.split("`")
    if len(pieces) % 2 == 0:
        return escape(text)
    return Markup("").join(
        Markup("<code>{}</code>").format(piece) if number % 2 else escape(piece) for number, piece in enumerate(pieces)
    )
