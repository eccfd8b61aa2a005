"""Makes the page installable (PWA): its manifest, and a service worker that changes with every static file.

The worker's cache is named by a fingerprint of everything that is served as a file. Every page says in a header which
fingerprint it belongs to, so that the worker never gives files of one version to a page of another.
"""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from eleven.server.http.pages.file_version import STATIC, fingerprint
from eleven.server.http.pages.page_html import page_response, page_words, reader_language

install = APIRouter(include_in_schema=False)
THEME, PAPER = "#35583f", "#f8f2e4"
NAME = "Table Eleven"
ICONS = [
    {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml"},
    {"src": "/static/icons/192.png", "sizes": "192x192", "type": "image/png"},
    {"src": "/static/icons/512.png", "sizes": "512x512", "type": "image/png"},
    {"src": "/static/icons/maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
]


@install.get("/service-worker.js")
async def service_worker() -> Response:
    """The service worker, with its version filled in."""
    text = (STATIC / "service_worker.js").read_text(encoding="utf-8")
    body = text.replace('"VERSION"', f'"{fingerprint()}"', 1)
    return Response(body, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@install.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """The manifest of the web app."""
    language = reader_language(request)
    body = {
        "id": "/",
        "name": NAME,
        "short_name": NAME,
        "description": page_words(language)("home.lead"),
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": THEME,
        "background_color": PAPER,
        "icons": ICONS,
    }
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}
    return JSONResponse(body, headers=headers, media_type="application/manifest+json")


@install.get("/offline")
async def offline_page(request: Request) -> Response:
    """The fallback for pages that are not cached while offline."""
    language = reader_language(request)
    return page_response("offline", language, page_words(language)("page.offline"))
