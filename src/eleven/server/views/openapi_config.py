"""How typed dictionaries get into the OpenAPI document: closed, and with what stands below each field."""

from typing import Any

from pydantic import ConfigDict, TypeAdapter

DOCUMENTED = ConfigDict(extra="forbid", use_attribute_docstrings=True)


def documented_with(*parts: type) -> ConfigDict:
    """`DOCUMENTED`, for a dictionary that inherits fields: pydantic finds docstrings only where a field is declared."""

    def describe(schema: dict[str, Any]) -> None:
        for part in parts:
            for name, field in TypeAdapter(part).json_schema()["properties"].items():
                if "description" in field:
                    schema["properties"][name].setdefault("description", field["description"])

    return ConfigDict(**DOCUMENTED, json_schema_extra=describe)
