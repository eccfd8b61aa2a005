"""The server's log: every fact that is handed to it stands in the line."""

import ast
import io
import json
import logging
from pathlib import Path

import eleven.server
from eleven.server.process.json_logging import EXTRA_FIELDS, JsonFormatter

SOURCE = Path(eleven.server.__file__).parent


def line_of(**facts: object) -> dict[str, object]:
    """What is written of one warning."""
    out, log = io.StringIO(), logging.Logger("eleven.test")
    handler = logging.StreamHandler(out)
    handler.setFormatter(JsonFormatter())
    log.addHandler(handler)
    log.warning("a bot's process has died", extra=facts)
    found: dict[str, object] = json.loads(out.getvalue())
    return found


def handed_over() -> set[str]:
    """Every key of an `extra={…}` in the server's source."""
    keys: set[str] = set()
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "extra" and isinstance(node.value, ast.Dict):
                keys |= {str(ast.literal_eval(key)) for key in node.value.keys if key is not None}
    return keys


def test_a_log_record_names_the_game() -> None:
    assert line_of(game="elefant")["game"] == "elefant"


def test_every_extra_field_used_in_the_code_is_logged() -> None:
    found = handed_over()
    assert {"game", "table", "why"} <= found
    assert found <= set(EXTRA_FIELDS)
