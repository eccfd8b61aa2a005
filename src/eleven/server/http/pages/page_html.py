"""Server-side rendering of pages: the file with its words in the reader's language, complete at the first paint."""

import html
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse

from eleven.core.text.words import DEFAULT_LANGUAGE, LANGUAGES, Words, own_words
from eleven.server.http.pages.file_version import STATIC, VERSION_HEADER, fingerprint
from eleven.server.views.languages import language_wanted

LANGUAGE_COOKIE = "language"
"""Set when a visitor chooses a language."""
WORD_PATTERN = re.compile(r'(<[^<>]*\bdata-word="([^"]+)"[^<>]*>)(?=</)')
LABEL_PATTERN = re.compile(r'\bdata-label="([^"]+)"')
PARTS_PATTERN = re.compile(r'<html[^>]*\sdata-words="([^"]+)"')
SCRIPT_PATTERN = re.compile(r'<script type="module" src="([^"]+)">')
IMPORT_PATTERN = re.compile(r'^import [^;]*?"(\.[^"]+)";', re.MULTILINE)
HEAD = """
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Table Eleven</title>
  <link rel="icon" href="/static/icon.svg" type="image/svg+xml">
  <script src="/static/lib/apply_theme.js"></script>
  <link rel="stylesheet" href="/static/lib/theme.css">"""
"""How the head of every page begins."""
INSTALLABLE = (
    '<link rel="manifest" href="/manifest.webmanifest">\n'
    '<link rel="apple-touch-icon" href="/static/icons/192.png">\n<meta name="theme-color" content="#35583f">\n'
)
NO_CACHE_HEADERS = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}


def reader_language(request: Request) -> str:
    """The language that was chosen here, or the first that the browser accepts."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    return chosen if chosen in LANGUAGES else language_wanted(request.headers.get("accept-language"))


@cache
def page_catalogues() -> Mapping[str, Path]:
    """The folders of the catalogues: that of all pages, and those of parts that only some pages name."""
    folder = STATIC / "words"
    return {"": folder} | {path.name: path for path in sorted(folder.iterdir()) if path.is_dir()}


@cache
def page_words(language: str, parts: tuple[str, ...] = ()) -> Words:
    """The words of the pages, with those of some parts; English where a language lacks one."""
    entries: dict[str, str] = {}
    for folder in (page_catalogues()[part] for part in ("", *parts)):
        entries |= own_words(folder, DEFAULT_LANGUAGE) | own_words(folder, language)
    return Words(language, entries)


def page_response(
    name: str,
    language: str,
    title: str,
    parts: Mapping[str, str] | None = None,
    head: str = "",
    status: int = 200,
) -> HTMLResponse:
    """A page by its file; `parts` is markup for elements by their ids, `head` more of the head."""
    text = _page(name, language)
    for part, inside in (parts or {}).items():
        text = re.sub(rf'(\sid="{part}"[^<>]*>)(?=</)', lambda found, inside=inside: found[1] + inside, text)  # type: ignore[misc]
    text = text.replace("<title>Table Eleven</title>", f"<title>{html.escape(title)}</title>{head}", 1)
    version = fingerprint()
    text = re.sub(r"(<html [^>]*)>", rf'\1 data-version="{version}">', text, count=1)
    return HTMLResponse(text, status, {**NO_CACHE_HEADERS, VERSION_HEADER: version})


def page_source(name: str) -> str:
    """The file of a page, with what all pages have in their heads."""
    text = (STATIC / "pages" / f"{name}.html").read_text(encoding="utf-8")
    return text.replace("<head>", f"<head>{HEAD}", 1)


@cache
def _page(name: str, language: str) -> str:
    """A page with its words and preload tags."""
    text = page_source(name)
    parts = tuple(" ".join(PARTS_PATTERN.findall(text)).split())
    words = page_words(language, parts)
    text = WORD_PATTERN.sub(lambda found: found[1] + html.escape(words(found[2])), text)
    text = LABEL_PATTERN.sub(lambda found: f'{found[0]} aria-label="{html.escape(words(found[1]))}"', text)
    text = text.replace('<html lang="en"', f'<html lang="{language}"', 1)
    return text.replace(
        "</head>", INSTALLABLE + _preloads(SCRIPT_PATTERN.findall(text), parts, language) + "</head>", 1
    )


def _preloads(scripts: list[str], parts: tuple[str, ...], language: str) -> str:
    """Preload tags for fonts, words and every module, so that all are fetched at once."""
    names = [f"{language}.json", *(f"{part}.{language}.json" for part in parts)]
    links = [f'<link rel="preload" href="/static/words/{name}" as="fetch" crossorigin>' for name in names]
    for letters in ("josefin-sans-600", "numerals"):
        links.append(
            f'<link rel="preload" href="/static/fonts/{letters}.woff2" as="font" type="font/woff2" crossorigin>'
        )
    links += [f'<link rel="modulepreload" href="{module}">' for module in _modules(scripts)]
    return "\n".join(links)


def _modules(scripts: list[str]) -> list[str]:
    """The addresses of all modules that some scripts import, directly or not, without the scripts themselves."""
    found: dict[Path, None] = {}
    waiting = [STATIC / script.removeprefix("/static/") for script in scripts]
    first = set(waiting)
    while waiting:
        module = waiting.pop(0)
        for name in IMPORT_PATTERN.findall(module.read_text(encoding="utf-8")):
            imported = (module.parent / name).resolve()
            if imported not in found and imported not in first:
                found[imported] = None
                waiting.append(imported)
    return [f"/static/{module.relative_to(STATIC.resolve()).as_posix()}" for module in found]


def wants_html(request: Request) -> bool:
    """Whether a request is a browser's for a page, and not one for the API or a file."""
    path = request.url.path
    wants = "text/html" in request.headers.get("accept", "")
    reads = request.method == "GET" or path.startswith("/mail/")
    return reads and wants and not path.startswith(("/api/", "/static/", "/ws/", "/health"))


def problem_response(status: int, reason: str, language: str) -> HTMLResponse:
    """An error page: what is wrong, in words, and the way home."""
    words = page_words(language)
    key = str(status) if f"problem.title.{status}" in words else "other"
    title = words(f"problem.title.{key}")
    parts = {
        "title": html.escape(title),
        "reason": html.escape(f"{reason[:1].upper()}{reason[1:].rstrip('.')}."),
        "advice": html.escape(words(f"problem.lead.{key}")),
    }
    return page_response("problem", language, f"{title} · {words('brand')}", parts, status=status)
