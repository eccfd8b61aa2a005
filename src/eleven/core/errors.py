"""A user's mistakes, each with one clear sentence and, where there is a text, the line it stands on."""


class Mistake(Exception):
    """Something the user asked for cannot be done; the message is for her."""


class TextMistake(Mistake):
    """A text (a log, a position, a components file) that cannot be read, with the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class Refused(Mistake):
    """A move that the rules forbid, with the id of the rule."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{reason} ({rule})")
        self.rule = rule
        self.reason = reason
