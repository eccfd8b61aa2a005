"""What the page gets from Python: `python -m eleven.server.views.typescript` writes its types and `choices.js`.

The types are those of the OpenAPI document: the messages of a socket, and every answer of the API.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from eleven.bots.levels import CHARACTERS, DEFAULT_LEVEL, LEVELS, has_character
from eleven.core.text.words import LANGUAGE_NAMES, LANGUAGES
from eleven.server.app import make_app
from eleven.server.http.openapi import UNIONS
from eleven.server.settings import Settings

STATIC = Path(__file__).parents[1] / "static"
TYPES = STATIC / "types"
CHOICES_FILE = STATIC / "lib" / "choices.js"
HEAD = (
    "// What the server sends{about}.\n"
    "// Made by `python -m eleven.server.views.typescript` from the OpenAPI document; change {where} instead.\n"
)
FILES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "view": (" of a table, and what its socket takes", "views/view_types.py or sockets/messages.py", ("/api/lessons",)),
    "tables": (" about tables and finding one", "http/models or matchmaking", ("/api/tables", "/api/play_now")),
    "games": (" about games and their rules", "http/models/games.py", ("/api/games", "/api/rules")),
    "replays": (" about finished games", "http/models/replays.py or reviews.py", ("/api/replays",)),
    "people": (" about people", "http/models, matchmaking or reminders", ("/api/me",)),
}
"""The files of types: what they are about, where the types are, and the paths whose answers they describe.

A type is in the first file that needs it.
"""
TYPESCRIPT_TYPES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
Json = dict[str, Any]


def typescript() -> dict[Path, str]:
    """Every file of types, each type with its description."""
    document = make_app(Settings()).openapi()
    files: dict[Path, str] = {}
    home: dict[str, str] = {}
    for file, (about, where, paths) in FILES.items():
        roots = [*_answers(document, paths), *(UNIONS if file == "view" else ())]
        names = sorted(_reached(document["components"]["schemas"], roots) - home.keys())
        home |= dict.fromkeys(names, file)
        schemas = {name: document["components"]["schemas"][name] for name in names}
        parts = [HEAD.format(about=about, where=where), _imports(schemas, home, file)]
        parts += [_declaration(name, schema) for name, schema in schemas.items()]
        files[TYPES / f"{file}.d.ts"] = "\n".join(filter(None, parts))
    return files


def _named_in(schema: Any) -> Iterable[str]:
    """The types that a part of the document refers to."""
    return re.findall(r'"\$ref": "#/components/schemas/(\w+)"', json.dumps(schema))


def _answers(document: Json, paths: tuple[str, ...]) -> Iterable[str]:
    """The types of what is answered at these paths."""
    for path, operations in document["paths"].items():
        for operation in operations.values() if path.startswith(paths) else ():
            for status, answer in operation["responses"].items():
                yield from _named_in(answer) if status.startswith("2") else ()


def _reached(schemas: Json, roots: Iterable[str]) -> set[str]:
    """These types, and all that they are made of."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(_named_in(schemas[name]))
    return found


def _imports(schemas: Json, home: dict[str, str], here: str) -> str:
    """The types of other files that these are made of."""
    needed = sorted({name for name in _named_in(schemas) if home[name] != here})
    return "".join(f'import type {{ {name} }} from "./{home[name]}";\n' for name in needed)


def choices() -> str:
    """The lists that a person chooses from on the page."""
    names = {language: LANGUAGE_NAMES[language] for language in LANGUAGES}
    alike = [level for level in LEVELS if not has_character(level)]
    return (
        "// Made by `python -m eleven.server.views.typescript` from bots/levels.py and core/text/words.py.\n"
        f"export const LEVELS = {json.dumps(LEVELS)};\n"
        f"export const CHARACTERS = {json.dumps(CHARACTERS)};\n"
        f"export const WITHOUT_CHARACTER = {json.dumps(alike)};\n"
        f"export const DEFAULT_LEVEL = {json.dumps(DEFAULT_LEVEL)};\n"
        f"export const LANGUAGES = /** @type {{Record<string, string>}} */ ({json.dumps(names, ensure_ascii=False)});\n"
    )


def _comment(schema: Json, indent: str = "") -> list[str]:
    """What a type or a field is, in one line."""
    return [f"{indent}/** {' '.join(schema['description'].split())} */"] if "description" in schema else []


def _declaration(name: str, schema: Json) -> str:
    if "properties" not in schema:
        return "\n".join([*_comment(schema), f"export type {name} = {_type(schema)};\n"])
    lines = [*_comment(schema), f"export interface {name} {{"]
    for key, field in schema["properties"].items():
        lines += _comment(field, "  ")
        lines.append(f"  {key}{'' if key in schema.get('required', ()) else '?'}: {_type(field)};")
    return "\n".join([*lines, "}\n"])


def _type(schema: Json) -> str:
    """A type by its schema; a kind of schema that nothing sent has yet is a KeyError."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if either := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(map(_type, either))
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    if schema["type"] == "array":
        items = _type(schema["items"])
        return f"({items})[]" if "|" in items else f"{items}[]"
    if schema["type"] == "object":
        return f"Record<string, {_type(schema['additionalProperties'])}>"
    return TYPESCRIPT_TYPES[schema["type"]]


if __name__ == "__main__":
    for path, text in typescript().items():
        path.write_text(text, encoding="utf-8")
    CHOICES_FILE.write_text(choices(), encoding="utf-8")
