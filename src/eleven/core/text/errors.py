"""A user's mistakes, each with one clear sentence and, where there is a text, the line it stands on.

The sentence is a template with its parts kept apart (`Mistake("there is no game '{game}'", game=wanted)`), so that
it can be translated into the reader's language.
"""

from eleven.core.text.messages import Message


class Mistake(Exception):
    """Something the user asked for cannot be done; the message is for them."""

    def __init__(self, template: "str | Message | Mistake", /, **parts: object) -> None:
        self.said = said(template, parts)
        super().__init__(str(self.said))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as its English sentence."""
        return Mistake, (str(self),)

    def in_language(self, language: str) -> str:
        """The sentence in a language."""
        return self.said.in_language(language)


class TextMistake(Mistake):
    """A text (a log, a position, a components file) that cannot be read, with the line and the reason."""

    def __init__(self, line: int, template: str | Message | Mistake, /, **parts: object) -> None:
        reason = said(template, parts)
        super().__init__(Message("line {line}: {reason}", line=line, reason=reason))
        self.line = line
        self.reason = str(reason)


class Refused(Mistake):
    """A move that the rules forbid, with the id of the rule."""

    def __init__(self, rule: str, template: str | Message, /, **parts: object) -> None:
        reason = said(template, parts)
        super().__init__(Message("{reason} ({rule})", reason=reason, rule=rule))
        self.rule = rule
        self.reason = str(reason)


def said(template: str | Message | Mistake, parts: dict[str, object]) -> Message:
    """The message of a mistake: a template with its parts, or the message of another mistake."""
    if isinstance(template, Mistake):
        return template.said
    return template if isinstance(template, Message) else Message(template, **parts)
