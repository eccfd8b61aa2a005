"""The OpenAPI document: what FastAPI finds in the routes, and the messages of the socket beside it."""

from typing import Any, Literal

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter

from eleven.server.sockets.messages import INCOMING, OUTGOING

SCHEMAS = "#/components/schemas/{model}"
ABOUT = (
    "The socket `/ws/{table}` is not a path of this document. Each of its messages is a JSON text: what a client sends "
    "is a `SocketRequest`, beginning with `Hello`, and what it is sent a `SocketMessage`, a view whenever the table "
    "has changed. Both are among the schemas."
)
UNIONS: dict[str, tuple[str, TypeAdapter[Any], Literal["validation", "serialization"]]] = {
    "SocketRequest": ("What a client sends over the socket of a table.", INCOMING, "validation"),
    "SocketMessage": ("What a client is sent over the socket of a table.", OUTGOING, "serialization"),
}


def socket_schemas() -> dict[str, Any]:
    """Every message of a socket by its name, and the two unions."""
    found: dict[str, Any] = {}
    for name, (about, adapter, mode) in UNIONS.items():
        schema = adapter.json_schema(ref_template=SCHEMAS, mode=mode)
        found |= schema.pop("$defs")
        found[name] = {"description": about, **schema}
    return found


def describe(app: FastAPI) -> dict[str, Any]:
    """The document of an application, made once."""
    if app.openapi_schema is None:
        routes = get_openapi(title=app.title, version=app.version, description=ABOUT, routes=app.routes)
        schemas = routes["components"]["schemas"]
        routes["components"]["schemas"] = dict(sorted((socket_schemas() | schemas).items()))
        app.openapi_schema = routes
    return app.openapi_schema
