"""Creates the rulebook pages of the site, in four languages, with drawings next to their rules."""

import re
from collections.abc import Iterator
from pathlib import Path

from eleven.core.contract.game import Game
from eleven.core.text.words import LANGUAGE_NAMES, LANGUAGES
from eleven.server.views.rules_page import rules_page

SYMBOL = re.compile(r'<symbol id="([^"]+)"[^>]*viewBox="([^"]+)"[^>]*>.*?</symbol>', re.DOTALL)
RULE = re.compile(r"^- \*\*([A-Z]{2}-[\d.]+)\*\*", re.MULTILINE)
INK = "svg{color:#35507a;--cord:#8a5a2b;--cloth:#d9c7a0;--dye:#b3262b}"


def drawings(game: Game) -> Iterator[tuple[str, str]]:
    """Yield every symbol of a game's art as a separate SVG, with the symbols that it refers to."""
    art = (game.folder / "look" / "art.svg").read_text(encoding="utf-8")
    symbols = {found[1]: (found[0], found[2]) for found in SYMBOL.finditer(art)}
    for name, (text, box) in symbols.items():
        used = "".join(symbols[other][0] for other in sorted(set(re.findall(r'href="#([^"]+)"', text))))
        yield (
            name,
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><style>{INK}</style>{used}{text}'
            f'<use href="#{name}"/></svg>',
        )


def rulebook_page(game: Game, language: str) -> str:
    """Return a rulebook page: links to other languages, then the text, with an anchor and drawings for every rule."""
    page = rules_page(game, language)
    named = {picture["symbol"]: picture["name"] for picture in page["pictures"]}

    def with_drawings(found: re.Match[str]) -> str:
        rule = found[1]
        drawn = "".join(
            f" ![{named.get(symbol, symbol)}](../drawings/{game.id}/{symbol}.svg){{ .beside }}"
            for symbol in page["beside"].get(rule, ())
        )
        return f'- <a id="{rule}"></a>**{rule}**{drawn}'

    elsewhere = " · ".join(
        LANGUAGE_NAMES[other] if other == language else f"[{LANGUAGE_NAMES[other]}]({game.id}.{other}.md)"
        for other in LANGUAGES
    )
    text = RULE.sub(with_drawings, str(page["text"]))
    title, _, rest = text.partition("\n")
    return f"{title}\n\n{elsewhere}\n\n![](../drawings/{game.id}/cover.svg){{ width=220 }}\n{rest}"


def write_rulebooks(games: dict[str, Game], pages: Path) -> dict[str, list[tuple[str, str]]]:
    """Write all rulebook pages; return the titles and paths of each game's pages."""
    written: dict[str, list[tuple[str, str]]] = {}
    (pages / "rules").mkdir()
    for game in games.values():
        folder = pages / "drawings" / game.id
        folder.mkdir(parents=True)
        for name, picture in drawings(game):
            (folder / f"{name}.svg").write_text(picture, encoding="utf-8")
        cover = (game.folder / "look" / "cover.svg").read_text(encoding="utf-8")
        (folder / "cover.svg").write_text(cover, encoding="utf-8")
        for language in LANGUAGES:
            place = f"rules/{game.id}.{language}.md"
            (pages / place).write_text(rulebook_page(game, language), encoding="utf-8")
            written.setdefault(game.title_in("en"), []).append((LANGUAGE_NAMES[language], place))
    return written
