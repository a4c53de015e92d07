"""The public C headers, read as plain declarations: for cffi, and for what is made from them.

The headers hold only what this reads: constants, enums, structs, functions, and one list macro an
enum. Directives, comments and inline functions are left out.
"""

import re
from pathlib import Path
from typing import NamedTuple

_TOKEN = re.compile(
    r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])+\'|[A-Za-z_]\w*|0[xX][0-9a-fA-F]+|\d+|##|\S'
)
_NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)[uUlL]*\Z")


class Function(NamedTuple):
    """A function: ``result name(parameters)``."""

    result: str
    name: str
    parameters: str


class Declarations(NamedTuple):
    """What the headers declare, in their order."""

    constants: dict[str, int]  # macros and enumerators with integer values
    types: list[str]  # typedefs and structs, as C without macros
    functions: list[Function]
    variables: list[str]


class _Macro(NamedTuple):
    parameters: tuple[str, ...] | None
    body: str


def headers(include: str | Path) -> list[Path]:
    """The headers that gpscore.h needs below an include directory, each after those it needs."""
    found: list[Path] = []

    def add(path: Path) -> None:
        for name in re.findall(
            r"^#include <(gpscore/\w+\.h)>", path.read_text("utf-8"), re.MULTILINE
        ):
            if Path(include, name) not in found:
                add(Path(include, name))
        found.append(path)

    add(Path(include, "gpscore", "gpscore.h"))
    return found


def read(include: str | Path, *, unstable: bool = False) -> Declarations:
    """Read the headers below an include directory, e.g. ``gpscore.get_include()``."""
    macros: dict[str, _Macro] = {}
    result = Declarations({}, [], [], [])
    for path in headers(include):
        if path.name == "unstable.h" and not unstable:
            continue
        text = re.sub(r"/\*.*?\*/", " ", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        text = text.replace("\\\n", " ")
        text = re.sub(r"^#ifdef __cplusplus\n.*?^#endif$", "", text, flags=re.DOTALL | re.MULTILINE)
        for statement in _statements(text, macros):
            _declare(statement, macros, result)
    for name, macro in macros.items():
        if macro.parameters is None and macro.body:
            value = _value(macro.body, result.constants, macros)
            if value is not None:
                result.constants.setdefault(name, value)
    return result


def _statements(text: str, macros: dict[str, _Macro]) -> list[str]:
    """Top-level statements without their semicolon; macros are noted where they are defined."""
    found: list[str] = []
    current, depth = "", 0
    for line in text.splitlines():
        if line.lstrip().startswith("#"):
            define = re.match(r"\s*#\s*define\s+(\w+)(\(([^)]*)\))?(.*)", line)
            undefine = re.match(r"\s*#\s*undef\s+(\w+)", line)
            if define:
                names = define[3]
                parameters = tuple(p.strip() for p in names.split(",")) if define[2] else None
                macros[define[1]] = _Macro(parameters, define[4].strip())
            elif undefine and not current.strip():
                macros.pop(undefine[1], None)
            continue
        for character in _expand(line, macros) if "(" in line else line:
            depth += (character == "{") - (character == "}")
            inline = character == "}" and depth == 0 and current.lstrip().startswith("static")
            if (character == ";" and depth == 0) or inline:
                if not inline and not current.lstrip().startswith("static"):
                    found.append(" ".join(current.split()))
                current = ""
            else:
                current += character
        current += " "
    return found


def _expand(text: str, macros: dict[str, _Macro]) -> str:
    """Replace calls of function-like macros, those that the replacement holds too."""
    for name, macro in macros.items():
        if macro.parameters is None or not re.search(rf"\b{name}\s*\(", text):
            continue
        start = re.search(rf"\b{name}\s*\(", text)
        assert start is not None
        arguments, end = _arguments(text, start.end())
        body = macro.body
        for parameter, argument in zip(macro.parameters, arguments, strict=True):
            plain = argument.replace("\\", r"\\")
            body = re.sub(rf"\b{parameter}\b(?=([^\"]*\"[^\"]*\")*[^\"]*$)", plain, body)
        body = re.sub(r"\s*##\s*", "", body)
        return _expand(text[: start.start()] + body + text[end:], macros)
    return text


def _arguments(text: str, start: int) -> tuple[list[str], int]:
    """The arguments of a macro call that opens before *start*, and where it ends."""
    arguments: list[str] = []
    depth, last = 1, start
    for token in _TOKEN.finditer(text, start):
        depth += (token[0] == "(") - (token[0] == ")")
        if depth == 0 or (depth == 1 and token[0] == ","):
            arguments.append(text[last : token.start()].strip())
            last = token.end()
        if depth == 0:
            return arguments, token.end()
    raise ValueError(f"a macro call has no end: {text}")


def _value(
    text: str, constants: dict[str, int], macros: dict[str, _Macro], depth: int = 0
) -> int | None:
    """The integer that a constant expression gives, or None when it is none."""
    text = re.sub(r"\bU?INT(?:32|64)_C\((\w+)\)", r"\1", text)
    parts: list[str] = []
    for token in re.findall(r"\w+|<<|>>|[-+*/()|&~]|\S", text):
        if number := _NUMBER.match(token):
            parts.append(number[1])
        elif token in constants:
            parts.append(str(constants[token]))
        elif token in macros and macros[token].parameters is None and depth < 8:
            value = _value(macros[token].body, constants, macros, depth + 1)
            if value is None:
                return None
            parts.append(str(value))
        elif token in {"<<", ">>", "-", "+", "*", "/", "(", ")", "|", "&", "~"}:
            parts.append("//" if token == "/" else token)
        else:
            return None
    if not parts:
        return None
    try:
        # Numbers and operators alone, which were picked above.
        return int(eval(" ".join(parts), {"__builtins__": {}}))
    except SyntaxError:
        return None


def _declare(statement: str, macros: dict[str, _Macro], result: Declarations) -> None:
    """Put one statement where it belongs."""
    if re.match(r"(typedef )?enum\b", statement):
        _enumerate(statement, macros, result)
        return

    def size(match: re.Match[str]) -> str:
        value = _value(match[1], result.constants, macros)
        return match[0] if value is None else f"[{value}]"

    plain = re.sub(r"\[([^\]]+)\]", size, statement)
    function = re.match(r"([\w\s*]*?[\s*])(\w+)\(([^()]*)\)\Z", plain)
    if re.match(r"(typedef|struct)\b", plain) and not function:
        result.types.append(plain)
    elif function:
        result.functions.append(Function(function[1].strip(), function[2], function[3]))
    elif plain.startswith("extern "):
        result.variables.append(plain.removeprefix("extern "))


def _enumerate(statement: str, macros: dict[str, _Macro], result: Declarations) -> None:
    """The enumerators become constants; the type is an int, as compilers have it."""
    match = re.match(r"(?:typedef )?enum\s*\w*\s*\{(.*)\}\s*(\w*)\Z", statement)
    if match is None:
        raise ValueError(f"not an enum: {statement}")
    following = 0
    body = re.sub(r'"(?:\\.|[^"\\])*"', "", match[1])
    for item in body.split(","):
        if not item.strip():
            continue
        name, _, value = item.partition("=")
        number = _value(value, result.constants, macros) if value.strip() else following
        if number is None:
            raise ValueError(f"no number: {item.strip()} in {statement}")
        result.constants[name.strip()] = number
        following = number + 1
    if match[2]:
        result.types.append(f"typedef int {match[2]}")
