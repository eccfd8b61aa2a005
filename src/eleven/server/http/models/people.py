"""What people say and are told about themselves over HTTP, checked and documented."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from eleven.core.text.words import Language
from eleven.server.http.models.tables import Name, Strict

Secret = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
PasskeyAnswer = Annotated[dict[str, Any], Field(max_length=16, description="a `PublicKeyCredential` as JSON")]
CodeText = Annotated[str, Field(min_length=1, max_length=64, description="a recovery code, however it is written")]


class Nothing(Strict):
    """No more than the wish itself."""


class MySettings(Strict):
    """How somebody likes it, on all devices."""

    language: Language | None = None
    theme: Literal["auto", "light", "dark"] | None = None
    pace: Literal["calm", "quick", "none"] | None = None
    sounds: Literal["on", "off"] | None = None
    invitations: Literal["on", "off"] | None = None


class MyWishes(Strict):
    """Name and settings to be kept; what is left out stays as it is."""

    name: Name | None = None
    settings: MySettings = Field(default_factory=MySettings)


class Way(BaseModel):
    """A way in from another device: a link, a recovery code, a passkey."""

    id: str
    kind: str
    label: str
    created: int
    expires: int | None


class Me(BaseModel):
    """Whose device this is; `known` if it has ever sat at a table or was made somebody's."""

    known: bool
    name: str = ""
    settings: dict[str, str] = Field(default_factory=dict)
    tables: int = 0
    ways: list[Way] = Field(default_factory=list)


class MyDevice(BaseModel):
    """One of one's own devices: browser and system, when it was last here (to the day), and whether it is this one."""

    id: str
    label: str
    created: int
    seen: int
    here: bool


class DeviceLink(BaseModel):
    """A link for another device, the same as a picture, and how long it opens."""

    url: str
    qr: str
    seconds: int


class LinkText(Strict):
    """The secret part of a link for another device."""

    link: Secret


class LinkOwner(BaseModel):
    """Whose device one's own would become; `mine` if it is theirs already."""

    name: str
    mine: bool


class RecoveryCode(BaseModel):
    """A recovery code, which is told once."""

    code: str


class SignIn(Strict):
    """By what somebody shows who they are, and whether this device's games become theirs."""

    link: Secret | None = None
    code: CodeText | None = None
    bring: bool = False


class NewPasskey(Strict):
    """What a browser has made, as WebAuthn's JSON, and what its owner calls it."""

    answer: PasskeyAnswer
    label: Name = ""


class PasskeySignIn(Strict):
    """What a passkey has signed, as WebAuthn's JSON, and whether this device's games come along."""

    answer: PasskeyAnswer
    bring: bool = False


class Left(BaseModel):
    """That somebody has left, and at how many tables they had sat, where that counts."""

    ok: bool = True
    tables: int = 0
