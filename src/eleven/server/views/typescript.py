"""What the page gets from Python: `python -m eleven.server.views.typescript` writes `view.d.ts` and `choices.js`."""

import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from eleven.bots.levels import CHARACTERS, DEFAULT_LEVEL, LEVELS, has_character
from eleven.core.text.words import LANGUAGES, NAMES
from eleven.server.http.openapi import UNIONS
from eleven.server.views.lesson_types import Lesson

LIB = Path(__file__).parents[1] / "static" / "lib"
VIEW_TYPES_FILE = LIB / "view.d.ts"
CHOICES_FILE = LIB / "choices.js"
HEAD = (
    "// What is sent of a table. Made by `python -m eleven.server.views.typescript`; change views/view_types.py or\n"
    "// sockets/messages.py instead.\n"
)
TYPESCRIPT_TYPES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript() -> str:
    """Views, lessons and the messages of a socket, each type as an interface with its description."""
    lesson = TypeAdapter(Lesson).json_schema()
    kinds = {**lesson.pop("$defs"), "Lesson": lesson}
    unions = []
    for name, (about, adapter) in UNIONS.items():
        union = adapter.json_schema()
        kinds |= union.pop("$defs")
        unions.append(f"/** {about} */\nexport type {name} = {' | '.join(map(_type, union['oneOf']))};\n")
    return "\n".join([HEAD, *(_interface(name, kind) for name, kind in kinds.items()), *unions])


def choices() -> str:
    """The lists that a person chooses from on the page."""
    names = {language: NAMES[language] for language in LANGUAGES}
    alike = [level for level in LEVELS if not has_character(level)]
    return (
        "// Made by `python -m eleven.server.views.typescript` from bots/levels.py and core/text/words.py.\n"
        f"export const LEVELS = {json.dumps(LEVELS)};\n"
        f"export const CHARACTERS = {json.dumps(CHARACTERS)};\n"
        f"export const WITHOUT_CHARACTER = {json.dumps(alike)};\n"
        f"export const USUAL_LEVEL = {json.dumps(DEFAULT_LEVEL)};\n"
        f"export const LANGUAGES = /** @type {{Record<string, string>}} */ ({json.dumps(names, ensure_ascii=False)});\n"
    )


def _interface(name: str, schema: dict[str, Any]) -> str:
    lines = [f"/** {schema['description']} */", f"export interface {name} {{"]
    required = schema.get("required", [])
    for key, field in schema["properties"].items():
        if "description" in field:
            lines.append(f"  /** {field['description']} */")
        lines.append(f"  {key}{'' if key in required or 'const' in field else '?'}: {_type(field)};")
    return "\n".join([*lines, "}\n"])


def _type(schema: dict[str, Any]) -> str:
    """A type by its schema; a kind of schema that nothing sent has yet is a KeyError."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " | ".join(map(_type, schema["anyOf"]))
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if schema["type"] == "array":
        items = _type(schema["items"])
        return f"({items})[]" if "|" in items else f"{items}[]"
    if schema["type"] == "object":
        return f"Record<string, {_type(schema['additionalProperties'])}>"
    return TYPESCRIPT_TYPES[schema["type"]]


if __name__ == "__main__":
    VIEW_TYPES_FILE.write_text(typescript(), encoding="utf-8")
    CHOICES_FILE.write_text(choices(), encoding="utf-8")
