"""The preview of a link to a table (Open Graph): a picture, the game, who is there, how many seats are free."""

import html

from starlette.requests import Request

from eleven.server.http.identity.links import base_url
from eleven.server.http.pages.game_assets import look_file
from eleven.server.http.pages.page_html import page_words
from eleven.server.live.table import OPEN_SEAT, Table


def preview(request: Request, table: Table, language: str, title: str) -> str:
    """The tags for the head of a page; they tell only what a spectator may see."""
    words, names = page_words(language), table.names(language)
    there = [name for name, seat in zip(names, table.seats, strict=True) if seat.kind != OPEN_SEAT]
    free = sum(seat.kind == OPEN_SEAT for seat in table.seats)
    sentences = [words("join.lead", names=", ".join(there))] + ([words("join.free", count=free)] if free else [])
    base = base_url(request, request.app.state.tables)
    tags = {
        "og:type": "website",
        "og:site_name": words("brand"),
        "og:title": title,
        "og:description": " ".join(sentences),
        "og:locale": language,
    }
    if look_file(f"{table.game.id}/preview.png"):
        tags["og:image"] = f"{base}/static/games/{table.game.id}/preview.png"
        tags |= {"og:image:width": "600", "og:image:height": "315"}
    return "".join(f'<meta property="{name}" content="{html.escape(value)}">' for name, value in tags.items())
