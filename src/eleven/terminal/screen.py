"""The console that everything is printed to."""

from rich.console import Console


class Screen(Console):
    """A Rich console without markup and highlighting, which passes on broken pipes to the command."""

    def __init__(self, **settings: object) -> None:
        super().__init__(markup=False, highlight=False, emoji=False, **settings)  # type: ignore[arg-type]

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError
