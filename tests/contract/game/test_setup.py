"""Set-ups: every edition, player number and option is there, and mistakes are refused in words."""

from pathlib import Path

import pytest

from eleven.core.contract.components import KINDS
from eleven.core.contract.game import Game, find_game
from eleven.core.play.match import new_match
from eleven.core.text.errors import Mistake, TextMistake
from tests.contract.walking import PRODUCT, cases_of, each_game


@each_game
def test_variants_cover_every_edition_number_of_players_and_option(game: Game) -> None:
    """Every edition × player number, with every value of every option but the seats'."""
    found = game.variants()
    for edition in game.editions:
        for players in game.players:
            own = [setup for setup in found if (setup.edition, setup.players) == (edition.id, players)]
            for option in game.options:
                values = {setup.options[option.name] for setup in own}
                assert values >= {value for value in option.values if value not in game.seat.tokens}


@each_game
def test_make_test_covers_every_edition_with_every_size_and_every_option_value(game: Game) -> None:
    """Every edition × player number, and every edition × value of an option, is part of `make test`."""
    tested = [case.setup for case in cases_of(game) if case.marks != PRODUCT]
    sizes = {(setup.edition, setup.players) for setup in tested}
    values = {(setup.edition, name, value) for setup in tested for name, value in setup.options.items()}
    for setup in game.variants():
        assert (setup.edition, setup.players) in sizes
        assert {(setup.edition, name, value) for name, value in setup.options.items()} <= values


@each_game
def test_defaults_are_among_the_values(game: Game) -> None:
    """A table that chooses nothing gets something it could have chosen."""
    for option in game.options:
        for edition in game.editions:
            assert option.default_for(edition.id) in option.values
    assert list(game.players) == sorted(set(game.players))
    assert len(game.seat.tokens) >= game.max_players
    assert find_game(game.id) is game


@each_game
def test_wrong_set_ups_are_refused(game: Game) -> None:
    """A player number, edition, option or value that there is not."""
    for players in (-1, 0, game.players[0] - 1, game.players[-1] + 1):
        with pytest.raises(Mistake, match="players"):
            game.setup(players)
    with pytest.raises(Mistake, match="no edition 'nonsense'"):
        game.setup(edition="nonsense")
    with pytest.raises(Mistake, match="no option 'nonsense'"):
        game.setup(options={"nonsense": "1"})
    for option in game.options:
        with pytest.raises(Mistake, match=option.name):
            game.setup(options={option.name: "nonsense"})


@each_game
def test_a_seat_that_is_not_taken_cannot_be_chosen(game: Game) -> None:
    """An option that names a seat is refused where nobody sits there."""
    for option in game.options:
        for players in game.players:
            for value in set(option.values) & set(game.seat.tokens):
                if game.seat.value(value) < players:
                    assert game.setup(players, options={option.name: value}).options[option.name] == value
                else:
                    with pytest.raises(Mistake, match=value):
                        game.setup(players, options={option.name: value})


@each_game
def test_nobody_sees_from_a_seat_that_there_is_not(game: Game) -> None:
    """Neither beyond the spectator nor before the first seat."""
    match = new_match(game, game.setup(), bytes(32))
    spectator = match.setup.players
    assert match.seen(spectator).viewer == spectator
    for seat in (-1, spectator + 1, 99):
        with pytest.raises(Mistake, match=f"the seats 0 to {spectator - 1} here.*not {seat}"):
            match.seen(seat)


@each_game
def test_wrong_components_are_refused(game: Game, tmp_path: Path) -> None:
    """A file that is missing, no text, no TOML, without a kind, or without one of the tables."""
    path, text = tmp_path / "own.toml", (game.folder / "components.toml").read_text(encoding="utf-8")
    with pytest.raises(Mistake, match="cannot read"):
        game.components(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Mistake, match="UTF-8"):
        game.components(path)
    path.write_text(text + "\nbroken", encoding="utf-8")
    with pytest.raises(TextMistake, match="line"):
        game.components(path)
    for table, rows in game.components().tables.items():
        assert rows["kind"] in KINDS
        path.write_text("\n".join(line for line in _without_kind(text, table)), encoding="utf-8")
        with pytest.raises(TextMistake, match="kind"):
            game.components(path)
    path.write_text(text, encoding="utf-8")
    assert game.components(path).fingerprint == game.components().fingerprint


def _without_kind(text: str, table: str) -> list[str]:
    """The lines of a file, the kind of one table left out."""
    kept, inside = [], False
    for line in text.splitlines():
        if line.startswith("["):
            inside = line.startswith(f"[{table}]")
        if not (inside and line.startswith("kind")):
            kept.append(line)
    return kept
