"""The home page's cards of games, written on the server so that they are there with the first paint."""

import html

from eleven.core.contract.description import GameDescription, described
from eleven.core.contract.game import Game
from eleven.core.text.words import Words
from eleven.server.http.pages.page_html import page_words
from eleven.server.views.lessons import has_lesson


def game_card(game: Game, language: str) -> str:
    """A game with its picture, what it is, and the ways to play it."""
    about, words = described(game, language), page_words(language)
    publishers = "; ".join(dict.fromkeys(edition.publisher for edition in about.editions))
    facts = [words("home.players", players=_range(about.players)), words("home.minutes", minutes=about.minutes)]
    designer = words("home.designer", designer=about.designer)
    return (
        f'<article class="panel game" aria-labelledby="game-{game.id}">'
        f'<img class="cover" src="/static/games/{game.id}/cover.svg" alt="" width="400" height="300">'
        f'<h3 id="game-{game.id}">{html.escape(about.title)}</h3>'
        f'<p class="facts">{html.escape(" · ".join(facts))}</p>'
        f'<p class="publishers">{html.escape(designer)}<br>{html.escape(publishers)}</p>'
        f'<div class="buttons">{"".join(_ways(game, about, words))}</div></article>'
    )


def _ways(game: Game, about: GameDescription, words: Words) -> list[str]:
    title = about.title

    def button(tag: str, attributes: str, label: str, text: str) -> str:
        return f'<{tag} {attributes} aria-label="{html.escape(label)}">{html.escape(text)}</{tag}>'

    play, setup = words("home.play.label", title=title), words("home.setup.label", title=title)
    learn, rules = words("home.learn.label", title=title), words("home.rules.label", title=title)
    quiet = 'class="button quiet"'
    return [
        button("button", f'type="button" class="primary" data-play="{game.id}"', play, words("home.play")),
        button("button", f'type="button" class="quiet" data-setup="{game.id}"', setup, words("home.setup")),
        button("a", f'{quiet} href="/learn/{game.id}"', learn, words("home.learn")) if has_lesson(game) else "",
        button("a", f'{quiet} href="/rules/{game.id}"', rules, words("home.rules")),
    ]


def _range(players: list[int]) -> str:
    fewest, most = min(players), max(players)
    return str(fewest) if fewest == most else f"{fewest}–{most}"
