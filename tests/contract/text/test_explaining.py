"""Why not, here and now: a sentence about the position for what is not allowed, from a sight and in every language."""

import pytest

from eleven.core.contract.game import find_game, games
from eleven.core.play.match import imagine, new_match
from eleven.core.rules.asking import asked
from eleven.core.rules.luck import fresh
from eleven.core.rules.record import blank
from eleven.core.text.words import LANGUAGES
from tests.bots.test_winning import LAST_CHINA
from tests.support import Scene

DECISIONS, LOOKED_AT = 120, 12


@pytest.mark.slow
@pytest.mark.check_game
@pytest.mark.parametrize("game_id", games())
def test_whatever_is_refused_can_be_explained_in_every_language(game_id: str) -> None:
    """No blank is left, nothing raises, something is said; and another world behind the same sight changes no word."""
    game = find_game(game_id)
    match = new_match(game, game.setup(), bytes(32))
    catalogues = [game.words(language) for language in LANGUAGES]
    said = 0
    for number in range(DECISIONS):
        if match.over:
            break
        legal = match.legal()
        if number % LOOKED_AT == 0:
            seat = int(asked(match.state))
            seen = match.seen(seat)
            other = imagine(game, seen, fresh(bytes([number]) * 32))
            twin = blank(game.state)
            game.see(other, seat, twin)
            allowed = {action.id for action in legal}
            for action in game.actions:
                if action.id in allowed:
                    continue
                for words in catalogues:
                    text = game.explain(seen, action.id, words)
                    assert text == game.explain(twin, action.id, words)
                    said += text is not None
                    assert text is None or (text and "{" not in text)
        match.try_apply(legal[number * 7 % len(legal)].name)
    reasons = game.folder / "reasons.py"
    explains = reasons.is_file() and "def explain" in reasons.read_text(encoding="utf-8")
    assert (said > 0) == explains, f"{game_id} explains nothing"


def said(scene: Scene, seat: str, action: str) -> str | None:
    return scene.game.explain(scene.seen(seat), scene.game.actions.named(action).id, scene.game.words())


def test_a_tile_names_the_neighbours_it_needs_and_what_lies_nearest() -> None:
    scene = Scene(
        "eleven_board", "players: 2\nboard:\n  yellow 11\n1 rack: yellow-10 red-16 yellow-20\n2 rack: red-12\n"
    )
    empty = "red 16 needs red 15 or red 17 on the board; nothing lies in the red row yet, and its 11 always fits."
    assert said(scene, "1", "lay red-16") == empty
    nearest = "yellow 20 needs yellow 19 on the board; the nearest tile in that row is yellow 11."
    assert said(scene, "1", "lay yellow-20") == nearest
    assert said(scene, "1", "lay red-12") == "You do not have red 12."
    assert said(scene, "1", "draw") == "You can lay yellow 10, so you do not draw."


def test_a_card_names_the_neighbours_it_needs_and_what_lies_nearest() -> None:
    scene = Scene("eleven_cards", "players: 2\nfilled: red 10-13\n1 hand: red-16 red-14\n2 hand: red-5 red-6\n")
    assert (
        said(scene, "1", "lay red-16") == "red 16 needs red 15 or red 17 in its row; the nearest card there is red 13."
    )
    assert said(scene, "1", "lay blue-20") == "You do not hold blue 20."
    assert said(scene, "1", "joker red-18") == "You hold no joker."
    assert said(scene, "1", "link red-14") == "red 14 fits without a link card."
    assert said(scene, "1", "pass") == "The pile is not empty: draw instead of passing."
    assert said(scene, "1", "exchange red-12") == "No joker lies in place of red 12."


def test_elevenses_too_early_says_how_many_cards_are_missing() -> None:
    scene = Scene("elevenses", "players: 2\nred up: tea milk sugar\nred kitchen: red-elevenses red-cakes red-china\n")
    text = said(scene, "red", "play red-elevenses")
    assert text is not None
    assert text.endswith("needs four face-up cards in your spread; you have 3. Until then it can only be arranged.")


def test_an_elephant_is_refused_to_whoever_has_two_coins() -> None:
    scene = Scene("elefant", LAST_CHINA.replace("white money: 1", "white money: 2"))
    text = said(scene, "white", "buy red-7")
    assert text == "red 7 is not for sale now."
    taken = [row.name for row in scene.game.actions if row.verb == "take" and said(scene, "white", row.name)]
    shown = {said(scene, "white", name) for name in taken}
    assert "You already have 2 coins and may not have more: buy or push." in shown
