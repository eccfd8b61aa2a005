"""The console everything is printed on."""

from rich.console import Console


class Screen(Console):
    """Prints words as they are, without guessing at markup, and lets the command say that a pipe has broken."""

    def __init__(self, **settings: object) -> None:
        super().__init__(markup=False, highlight=False, emoji=False, **settings)  # type: ignore[arg-type]

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError
