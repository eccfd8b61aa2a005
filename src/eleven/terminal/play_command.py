"""The command `eleven play`."""

import signal
from pathlib import Path
from typing import Annotated

import typer

from eleven.arguments import (
    ComponentsFile,
    EditionName,
    GameName,
    LanguageName,
    Options,
    Players,
    Seed,
    chosen_setup,
    console,
    known_language,
    read_match,
    run_plainly,
)
from eleven.bots.levels import DEFAULT_LEVEL, LEVELS

EXAMPLES = (
    "eleven play elevenses",
    "eleven play elevenses --players 3 --option guests=on --level hard",
    "eleven play elevenses --players 2 --humans 2",
    "eleven play elevenses --language fr",
    "eleven play elevenses --resume tuesday.log",
)


def play(
    game: GameName,
    players: Players = None,
    edition: EditionName = None,
    option: Options = None,
    components: ComponentsFile = None,
    seed: Seed = None,
    level: Annotated[str, typer.Option(help=f"The bots: {', '.join(LEVELS[:-1])} or {LEVELS[-1]}.")] = DEFAULT_LEVEL,
    humans: Annotated[int, typer.Option(min=0, help="People at this screen; bots take the other seats.")] = 1,
    memory: Annotated[
        bool, typer.Option("--memory/--no-memory", help="Show what you have lawfully seen and could remember.")
    ] = True,
    language: LanguageName = "en",
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.", show_default=False)
    ] = None,
) -> None:
    """Play in the terminal, against bots or several people at one screen."""
    run_plainly()
    from eleven.bots.available_levels import adviser_at, refuse_level
    from eleven.core.text.errors import Mistake
    from eleven.terminal.files import autosave_path
    from eleven.terminal.opponents import Opponents
    from eleven.terminal.playing import LeaveTable, Session
    from eleven.terminal.starting import line_reader, resume_match, start_match

    if resume:
        if players or edition or option:
            raise Mistake("--resume takes the set-up from the file: leave --players, --edition and --option out")
        match, luck_seed = resume_match(game, read_match(resume, components), seed)
    else:
        match, luck_seed = start_match(
            game, lambda found: chosen_setup(found, players, edition, option, components), seed
        )
    if humans > match.setup.players:
        raise Mistake(f"--humans {humans} is more than the {match.setup.players} players")
    screen = console()
    bots, file = Opponents(luck_seed, level, adviser_at(match.game, match.setup)), autosave_path(game)
    refuse_level(level, match.game, match.setup)
    session = Session(match, humans, screen, line_reader(screen), bots, file, language=known_language(language))
    session.memory = memory
    try:
        session.play()
    except LeaveTable:
        screen.print(f"You have left the table; {session.farewell()}", soft_wrap=True)
    except EOFError:
        screen.print(f"\nThe input has ended; {session.farewell()}", soft_wrap=True)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not interrupt the message
        raise Mistake(f"stopped; {session.farewell()}") from None
