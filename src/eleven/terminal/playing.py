"""Playing in the terminal: people share one screen, and bots play the other seats.

Everything that is shown to somebody comes from what their seat sees; bots get the same.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from rich.markdown import Markdown
from rich.text import Text

from eleven.bots.levels import DEFAULT_LEVEL
from eleven.core.contract.actions import Action
from eleven.core.contract.game import option_word
from eleven.core.contract.rulebook import rulebook
from eleven.core.play.match import legal_actions
from eleven.core.text.errors import Mistake
from eleven.core.text.log import write_log
from eleven.core.text.narration import question, rules_asked
from eleven.terminal.files import write_whole
from eleven.terminal.menu import by_words, pick
from eleven.terminal.opponents import Opponents
from eleven.terminal.rulebook_text import rule_with_parts
from eleven.terminal.showing import Showing
from eleven.terminal.table import colour_of, draw_table

HELP = """\
  3             choose number 3; 3 1 4 goes through the next menus at once
  NAME          an action by its name ({example}), or by any words that only one name has
  back          leave a menu
  undo          take your last decision back, if nobody learnt anything by it
  why NAME      why an action is not allowed now
  hint          what the best bot would do
  rules [ID]    a rule, or the whole rulebook; rules now: what matters to the question
  table         draw the table again
  save FILE     write the game so far; go on with it by --resume FILE
  quit          leave; the game is kept, and you are told where"""


def _named(actions: Iterable[Action], typed: str) -> str | None:
    """Return the name of the action that was typed in full, ignoring case."""
    wanted = " ".join(typed.lower().split())
    return next((action.name for action in actions if action.name.lower() == wanted), None)


class LeaveTable(Exception):
    """Raised when the people leave the table."""


@dataclass
class Session(Showing):
    """A match between people and bots; `read` asks for a line of input, and `autosave` is the path for saving."""

    read: Callable[[str], str]
    opponents: Opponents
    autosave: Path
    at_screen: int | None = None
    kept: bool = False
    trouble: str = ""

    def play(self) -> None:
        """Play until the game is over or the people leave."""
        players = self.match.setup.players
        if self.humans < players and self.opponents.searches(self.match.game, players):
            self.opponents.prepare(self.match.game, self.match.seen(self.match.asked))
        self._welcome()
        self.listen()
        while not self.match.over:
            seat = self.match.asked
            if seat < self.humans:
                self._person(seat)
            else:
                self._bot(seat)
        self._keep()
        self._ending()

    def _welcome(self) -> None:
        setup = self.match.setup
        game = self.match.game
        edition = next(each for each in game.editions if each.id == setup.edition)
        chosen = [
            f"{self.words(f'option.{option.name}')}: {option_word(option, setup.options[option.name], self.words)}"
            for option in game.options
        ]
        self.console.print(Text(edition.name, style="bold"))
        self.console.print("; ".join(chosen), style="dim")
        if "aim" in self.words:
            self.console.print(self.words("aim").strip())
        people, bots = ", ".join(self.names[: self.humans]), ", ".join(self.names[self.humans :])
        level = f" (level {self.opponents.level})" if bots else ""
        self.console.print(
            f"People: {people or 'none'}. Bots: {bots or 'none'}{level}. Type help for what you can type."
        )
        if self.humans and self.console.is_terminal:
            self.read("Press Enter to begin. ")

    def _keep(self) -> None:
        """Save the game; a failure to write must not interrupt it."""
        try:
            write_whole(self.autosave, write_log(self.match))
            self.kept, self.trouble = True, ""
        except Mistake as mistake:
            self.trouble = str(mistake)

    def farewell(self) -> str:
        """Save the game, and return a message about how to resume it."""
        self._keep()
        if self.trouble:
            return f"the game could not be kept: {self.trouble}"
        return f"the game is kept; go on with: {self._resume_with(str(self.autosave))}"

    def _resume_with(self, file: str) -> str:
        """Return the command that resumes this game from a file."""
        words = ["eleven play", self.match.game.id, "--resume", file]
        if self.humans != 1:
            words += ["--humans", str(self.humans)]
        if self.opponents.level != DEFAULT_LEVEL:
            words += ["--level", self.opponents.level]
        own = self.match.setup.components
        if own.fingerprint != self.match.game.components().fingerprint:
            words += ["--components", own.source]
        return " ".join(words)

    def _bot(self, seat: int) -> None:
        """Let a bot decide from what its seat sees."""
        action = self.opponents.choose(self.match.game, self.match.seen(seat), len(self.match.entries))
        self._carry_out(self.match.game.actions[action].name, seat)

    def _carry_out(self, name: str, seat: int) -> None:
        self.match.try_apply(name, seat)
        if seat in self.heard:
            self.heard[seat] = []
        self.listen()

    def _person(self, seat: int) -> None:
        """Let a person decide; the game is saved first, in case the terminal closes."""
        self._keep()
        self._cover_screen(seat)
        self.chosen = []
        self.show(seat)
        self._tell_of_bots()
        step = len(self.match.entries)
        while len(self.match.entries) == step:
            try:
                self._obey(self.read(self._prompt(seat)).strip(), seat)
            except Mistake as mistake:
                self.console.print(Text(f"! {mistake.in_language(self.language)}", style="bold"))

    def _tell_of_bots(self) -> None:
        """Print whether the bots play at full strength yet, when that changes."""
        said = self.opponents.news()
        if said:
            self.console.print(Text(said, style="dim"))

    def _prompt(self, seat: int) -> str:
        choices = self._choices(seat)
        if self.chosen:
            return f"{self.names[seat]} (Enter: back)> "
        return f"{self.names[seat]}{' (Enter: ' + choices[0].label + ')' if len(choices) == 1 else ''}> "

    def _cover_screen(self, seat: int) -> None:
        """Hide the other players' hands: clear the screen until the right person confirms."""
        if self.at_screen != seat and self.humans > 1:
            self._clear()
            self.console.print(f"— The screen is for {self.names[seat]} only. —")
            self.read(f"{self.names[seat]}, press Enter when nobody else is looking. ")
        self.at_screen = seat

    # What a person may type

    def _obey(self, line: str, seat: int) -> None:
        game = self.match.game
        legal = legal_actions(game, self.match.seen(seat))
        head, _, rest = line.partition(" ")
        exact = _named(legal, line)
        if exact:
            self._carry_out(exact, seat)
        elif line and all(part.isdecimal() for part in line.split()):
            self._choose([int(part) for part in line.split()], seat)
        elif head.lower() in self._commands():
            self._commands()[head.lower()](rest.strip(), seat)
        elif line:
            self._carry_out(self._meant(line, legal), seat)
        elif len(legal) == 1:
            self._carry_out(legal[0].name, seat)
        else:
            self._back("", seat)

    def _meant(self, line: str, legal: list[Action]) -> str:
        """Return the action that the words identify, or an illegal one, which will be rejected with its rule."""
        found = by_words(legal, line)
        if found:
            return found.name
        forbidden = _named(self.match.game.actions, line)
        if forbidden:
            return forbidden
        raise Mistake(f"nothing you can do now is called '{line}'; type a number, or help")

    def _choose(self, numbers: list[int], seat: int) -> None:
        choice = pick(self.match.game, self._choices(seat), numbers, self.words)
        if choice.only is not None:
            self._carry_out(choice.only.name, seat)
        else:
            self.chosen.append(choice)
            self.console.print(Text(choice.label, style="bold"))
            self._show_menu(seat)

    def _commands(self) -> dict[str, Callable[[str, int], None]]:
        return {
            "help": self._help,
            "?": self._help,
            "back": self._back,
            "undo": self._undo,
            "why": self._why,
            "hint": self._hint,
            "rules": self._rules,
            "table": self._again,
            "save": self._save,
            "quit": self._quit,
            "exit": self._quit,
        }

    def _help(self, rest: str, seat: int) -> None:
        if "aim" in self.words:
            self.console.print(self.words("aim").strip())
        self.console.print(HELP.format(example=self.match.game.actions[0].name))

    def _back(self, rest: str, seat: int) -> None:
        self.chosen = self.chosen[:-1]
        self._show_menu(seat)

    def _again(self, rest: str, seat: int) -> None:
        self.chosen = []
        self.show(seat)

    def _undo(self, rest: str, seat: int) -> None:
        entries = self.match.entries
        if not entries or entries[-1].seat != seat:
            raise Mistake("the last decision was not yours, so you cannot take it back")
        action = self.match.take_back()
        step = len(entries)
        self.heard = {who: [item for item in lines if item[0] <= step] for who, lines in self.heard.items()}
        self.heard[seat].append((step, f"Taken back: {action.name}."))

    def _why(self, rest: str, seat: int) -> None:
        """Explain why an action is illegal: trying it raises an error with the rule."""
        if not rest:
            raise Mistake("why what? Name an action, for instance: why " + self.match.game.actions[0].name)
        action = self.match.game.actions.named(_named(self.match.game.actions, rest) or rest)
        if action in legal_actions(self.match.game, self.match.seen(seat)):
            self.console.print(f"'{action.name}' is allowed now.")
            return
        here = self.match.game.explain(self.match.seen(seat), action.id, self.words)
        if here:
            self.console.print(here)
        self.match.try_apply(action.name, seat)

    def _hint(self, rest: str, seat: int) -> None:
        """Print the adviser's hints for what the seat sees."""
        self.console.print(Text("Thinking …", style="dim"))
        found = self.opponents.hint(self.match.game, self.match.seen(seat), len(self.match.entries), self.words)
        for line in found:
            self.console.print(f"  • {line}")

    def _rules(self, rest: str, seat: int) -> None:
        book = rulebook(self.match.game, self.language)
        wanted = rules_asked(self.match.game, self.match.seen(seat)) if rest.lower() == "now" else [rest]
        for rule in wanted:
            self.console.print(rule_with_parts(book, rule) if rule else Markdown(book.text))

    def _save(self, rest: str, seat: int) -> None:
        if not rest:
            raise Mistake("save where? Name a file, for instance: save tuesday.log")
        write_whole(Path(rest).expanduser(), write_log(self.match))
        self.console.print(f"Saved. Go on with: {self._resume_with(rest)}", soft_wrap=True)

    def _quit(self, rest: str, seat: int) -> None:
        raise LeaveTable

    # The end

    def _ending(self) -> None:
        """Print the final table, the last messages and the result."""
        viewer = 0 if self.humans == 1 else self.match.setup.players
        self._clear()
        seen = self.match.seen(viewer)
        zones = self._zones(viewer)
        you = viewer if viewer < self.humans else None
        self.console.print(draw_table(zones, self.names, you, self.console.width))
        self._tell(viewer)
        self.console.print(Text(question(self.match.game, seen, self.words, self.names), style="bold underline"))
        winners = self.match.winners()
        for seat, score in sorted(enumerate(self.match.scores()), key=lambda pair: -pair[1]):
            line = Text(f"  {score:>4}  {self.names[seat]}", style=colour_of(self.names[seat].lower()))
            self.console.print(line.append("  ← wins" if seat in winners else "", style="bold"))
        if self.kept:
            self.console.print(f"See it again with: eleven replay {self.autosave}", soft_wrap=True)
