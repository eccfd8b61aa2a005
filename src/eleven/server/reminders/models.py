"""Request and response models of reminders."""

from typing import Annotated, Literal

from pydantic import Field

from eleven.core.text.words import DEFAULT_LANGUAGE, Language
from eleven.server.http.models.tables import ResponseModel, StrictModel

EndpointUrl = Annotated[str, Field(min_length=1, max_length=1000, description="the `endpoint` of a `PushSubscription`")]
KeyText = Annotated[str, Field(min_length=1, max_length=128, pattern=r"^[A-Za-z0-9_-]+$")]
MailFrequency = Literal["turn", "daily"]


class PushKeys(StrictModel):
    """The keys of a `PushSubscription`."""

    p256dh: KeyText
    auth: Annotated[KeyText, Field(max_length=64)]


class NewSubscription(StrictModel):
    """A browser's `PushSubscription`, and the language of its notifications."""

    endpoint: EndpointUrl
    keys: PushKeys
    language: Language = DEFAULT_LANGUAGE


class OldSubscription(StrictModel):
    """A browser to unsubscribe."""

    endpoint: EndpointUrl


class MailRequest(StrictModel):
    """An address for reminders, each turn or daily at eight o'clock, `utc_offset` minutes ahead of UTC."""

    address: Annotated[str, Field(min_length=1, max_length=254)]
    pace: MailFrequency = "turn"
    utc_offset: Annotated[int, Field(ge=-840, le=840)] = 0
    language: Language = DEFAULT_LANGUAGE


class MailState(ResponseModel):
    """The state of e-mail reminders: `off`, `asked` (a link was sent), `on`, `stopped` (by its link) or `bounced`."""

    offered: bool
    state: Literal["off", "asked", "on", "stopped", "bounced"] = "off"
    address: str = ""
    pace: MailFrequency = "turn"


class PushState(ResponseModel):
    """The key that a browser subscribes with, and how many of the visitor's browsers have."""

    key: str
    devices: int = 0


class MyReminders(ResponseModel):
    """How the visitor is reminded of their turns."""

    mail: MailState
    push: PushState
