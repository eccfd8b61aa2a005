"""What is shown to the person at the screen; all of it comes from what their seat sees."""

from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table
from rich.text import Text

from eleven.core.contract.zones import Thing, Zone
from eleven.core.play.match import Match, legal_actions
from eleven.core.text.narration import news, question, seat_names
from eleven.core.text.words import DEFAULT_LANGUAGE, Words
from eleven.terminal.menu import MenuItem, menu, submenu
from eleven.terminal.table import LEGEND, UNKNOWN, describe, draw_table, legend

MOST_NEWS = 24
FORGET_ABOVE = "\x1b[3J"
"""Clears the scrollback buffer, too, so that nobody can scroll up to another player's hand."""


@dataclass
class Showing:
    """A match as shown to the people in the first `humans` seats; `heard` has the messages since their last actions."""

    match: Match
    humans: int
    console: Console
    heard: dict[int, list[tuple[int, str]]] = field(default_factory=dict, init=False)
    chosen: list[MenuItem] = field(default_factory=list, init=False)
    language: str = field(default=DEFAULT_LANGUAGE, kw_only=True)
    memory: bool = field(default=True, init=False)
    """Whether people are reminded of face-down things that they have legally seen."""

    def __post_init__(self) -> None:
        self.words: Words = self.match.game.words(self.language)
        self.names = seat_names(self.match.game, self.words, self.match.setup.players)
        self.heard = {seat: [] for seat in (*range(self.humans), self.match.setup.players)}

    def listen(self) -> None:
        """Record for every person and the spectator what the last decision looked like to them."""
        step = len(self.match.entries)
        for seat, lines in self.heard.items():
            lines += [(step, line) for line in news(self.match.game, self.match.seen(seat), self.words)]

    def _clear(self) -> None:
        if self.console.is_terminal:
            self.console.clear()
            if self.humans > 1:
                self.console.file.write(FORGET_ABOVE)

    def show(self, seat: int) -> None:
        """Print the table, the messages, the question and the menu for a seat."""
        self._clear()
        seen = self.match.seen(seat)
        game = self.match.game
        zones = self._zones(seat)
        actions = legal_actions(game, seen)
        self.console.print(draw_table(zones, self.names, seat, self.console.width))
        self.console.print(Text(LEGEND, style="dim"))
        token = game.seat.token(seat)
        touches = {touch for action in actions for touch in action.touch_for(token)[:1]}
        self.console.print(legend(zones, touches))
        self._tell(seat)
        self.console.print(Text(question(game, seen, self.words, self.names), style="bold underline"))
        self._show_menu(seat)

    def _tell(self, seat: int) -> None:
        lines = [line for _, line in self.heard[seat]]
        if len(lines) > MOST_NEWS:
            self.console.print(f"  … {len(lines) - MOST_NEWS} earlier lines")
        for line in lines[-MOST_NEWS:]:
            self.console.print(f"  • {line}")

    def _choices(self, seat: int) -> list[MenuItem]:
        game = self.match.game
        if self.chosen:
            return submenu(game, self.chosen[-1].actions, self.words)
        return menu(game, legal_actions(game, self.match.seen(seat)), self.words)

    def _show_menu(self, seat: int) -> None:
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", width=3, style="bold")
        things = {thing.id: thing for zone in self._zones(seat) for thing in zone.things}
        for number, choice in enumerate(self._choices(seat), 1):
            grid.add_row(str(number), Text(choice.label).append(self._touched(choice, things, seat), style="dim"))
        self.console.print(grid)

    def _touched(self, choice: MenuItem, things: dict[str, Thing], seat: int) -> str:
        """Return the things that an action touches and its sentence does not name."""
        if choice.only is None:
            return ""
        touches = choice.only.touch_for(self.match.game.seat.token(seat))
        touched = [things[touch] for touch in touches if touch in things]
        unnamed = [
            describe(thing).plain for thing in touched if thing.text != UNKNOWN and thing.text not in choice.label
        ]
        return f"  [{', '.join(unnamed)}]" if unnamed else ""

    def _zones(self, seat: int) -> list[Zone]:
        seen = self.match.seen(seat)
        if not self.memory:
            self.match.game.forget(seen)
        return self.match.game.zones(seen, self.words)
