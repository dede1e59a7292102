"""Text of a file, or its name, as a terminal may show it: nothing in it moves the cursor, colours or reorders."""

_PICTURES = {code: chr(0x2400 + code) for code in range(0x20) if code not in (0x09, 0x0A, 0x0D)}
_NAMELESS = (
    *range(0x80, 0xA0),  # C1: terminals take U+009B for ESC [
    0x61C,
    *range(0x200E, 0x2010),
    *range(0x2028, 0x202F),  # line separators and what changes the direction
    *range(0x2066, 0x206A),
    *range(0xD800, 0xDC80),  # halves of surrogate pairs, which no encoding has; those below stand for bytes of a name
    *range(0xDD00, 0xE000),
)
_SHOWN = {**_PICTURES, 0x7F: "␡", **dict.fromkeys(_NAMELESS, "\ufffd")}
_IN_LINE = {**_SHOWN, 0x09: "␉", 0x0A: "␊", 0x0D: "␍"}


def visible(text: str) -> str:
    """The text with pictures for control characters; tabs and newlines stay."""
    return text if text.isprintable() else text.translate(_SHOWN)


def in_line(text: str) -> str:
    """The text with pictures for control characters, tabs and newlines: it stays within its line."""
    return text if text.isprintable() else text.translate(_IN_LINE)


def visible_bytes(line: bytes) -> bytes:
    """A line of a file with its end, as `visible`; bytes that are no UTF-8 stay."""
    body = line.rstrip(b"\r\n")
    shown = visible(body.decode("utf-8", "surrogateescape")).replace("\r", _IN_LINE[0x0D])
    return shown.encode("utf-8", "surrogateescape") + line[len(body) :]


def quoted(path: str) -> str:
    """A name as `diff` writes it: in quotes, with escapes that `patch` reads, where it holds control characters."""
    if in_line(path) == path and not path.startswith('"'):
        return path
    return '"' + "".join(_c_escape(character) for character in path) + '"'


def _c_escape(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if in_line(character) == character:
        return character
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", "surrogatepass"))
