"""Records and their Protocols: what mypy believes about a state is what the state is."""

from typing import Any, get_args, get_origin, get_type_hints

import numpy as np

from eleven.core.contract.game import Game
from eleven.core.play.decisions import cells
from eleven.core.rules.record import HEADER, Dtype, Ints, Records, blank, clone, same
from tests.contract.walking import each_game


@each_game
def test_the_protocol_has_the_fields_of_the_record(game: Game) -> None:
    """Names and shapes agree, nested ones too."""
    compare(game.state, game.state_protocol, game.id)


def compare(dtype: Dtype, protocol: Any, where: str) -> None:
    """A record type and the Protocol that stands for it."""
    hints = get_type_hints(protocol)
    assert set(hints) == set(dtype.names or ()), where
    for name, hint in hints.items():
        field, here = dtype[name], f"{where}.{name}"
        if get_origin(hint) is Records:
            assert field.shape, f"{here} is one record, not an array of them"
            compare(field.base, get_args(hint)[0], here)
        elif hint is Ints:
            assert field.shape, f"{here} is one number, not an array of them"
        elif hint is int:
            assert field.shape == (), f"{here} is an array of numbers"
            assert field.names is None, f"{here} is a record"
        elif field.base.names is not None:
            compare(field.base, hint, here)
        else:
            assert field.shape, f"{here} is said to be {hint}"


@each_game
def test_fields_are_signed_and_shadow_nothing(game: Game) -> None:
    """Un-jitted NumPy and compiled code agree about signed integers; a field named like a method cannot be read."""
    taken = set(dir(np.record))
    for name, field in every_field(game.state):
        assert name not in taken, f"{name} is a method of NumPy's records"
        assert field.names is not None or field.kind == "i", f"{name} is no signed integer"


def every_field(dtype: Dtype) -> list[tuple[str, Dtype]]:
    """All fields, nested ones too, with the type of one element."""
    found: list[tuple[str, Dtype]] = []
    for name in dtype.names or ():
        found.append((name, dtype[name].base))
        found += every_field(dtype[name].base)
    return found


@each_game
def test_the_header_comes_first(game: Game) -> None:
    """The core reads every game's state by the same header."""
    names = game.state.names or ()
    assert names[: len(HEADER)] == tuple(field[0] for field in HEADER)


@each_game
def test_the_padding_of_a_copy_is_zero(game: Game) -> None:
    """Whatever the memory held before: padding must not make equal records differ, or tell what lay there."""
    poisoned = np.full(game.state.itemsize, 0xFF, np.uint8).view(game.state)
    filled = np.zeros(1, game.state)
    filled[0] = poisoned[0]
    padding = [i for i, byte in enumerate(filled.tobytes()) if byte == 0]
    assert padding, "a record without padding would prove nothing"
    for copy in (clone(poisoned[0]), clone(clone(poisoned[0]))):
        assert [i for i, byte in enumerate(copy.tobytes()) if byte == 0] == padding
    assert same(clone(poisoned[0]), filled[0])


@each_game
def test_writing_to_the_array_of_a_record_changes_the_record(game: Game) -> None:
    """Alone, as one of many, or as a copy that NumPy made: what is written to the array of one is in the record."""
    many = np.zeros(3, game.state)
    for record in (blank(game.state), clone(many[2]), many[1], many[2].copy()):
        array = cells(record)
        assert array.shape == (1,)
        array["step"] = 7
        assert record.step == 7
    assert many["step"].tolist() == [0, 7, 0]
