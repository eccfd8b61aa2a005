"""Request and response models about people."""

from typing import Annotated, Any, Literal

from pydantic import Field

from eleven.core.text.words import Language
from eleven.server.http.models.tables import Name, ResponseModel, StrictModel

Secret = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
PasskeyAnswer = Annotated[
    dict[str, Any], Field(max_length=16, description="a `PublicKeyCredential` as JSON, whose form is WebAuthn's own")
]
CodeText = Annotated[str, Field(min_length=1, max_length=64, description="a recovery code, however it is written")]


class EmptyRequest(StrictModel):
    """An empty request."""


class MySettings(StrictModel):
    """A person's settings, on all their devices."""

    language: Language | None = None
    theme: Literal["auto", "light", "dark"] | None = None
    pace: Literal["calm", "quick", "none"] | None = None
    sounds: Literal["on", "off"] | None = None
    invitations: Literal["on", "off"] | None = None


class SettingsChange(StrictModel):
    """Name and settings to save; what is left out stays as it is."""

    name: Name | None = None
    settings: MySettings = Field(default_factory=MySettings)


class SignInMethod(ResponseModel):
    """A way to sign in on another device: a link, a recovery code, a passkey."""

    id: str
    kind: str
    label: str
    created: int
    expires: int | None


class Me(ResponseModel):
    """The person of this device; `known` unless it has no cookie."""

    known: bool
    name: str = ""
    settings: dict[str, str] = Field(default_factory=dict)
    tables: int = 0
    ways: list[SignInMethod] = Field(default_factory=list)


class MyDevice(ResponseModel):
    """A device of the visitor: browser and system, when it was last used (to the day), and whether it is this one."""

    id: str
    label: str
    created: int
    seen: int
    here: bool


class DeviceLink(ResponseModel):
    """A link for signing in another device, the same as a QR code, and its validity in seconds."""

    url: str
    qr: str
    seconds: int


class LinkText(StrictModel):
    """The secret part of a link for another device."""

    link: Secret


class LinkOwner(ResponseModel):
    """The person that a link would sign this device in as; `mine` if it is theirs already."""

    name: str
    mine: bool


class RecoveryCode(ResponseModel):
    """A recovery code, which is shown only once."""

    code: str


class SignIn(StrictModel):
    """How somebody signs in, and whether this device's games come along."""

    link: Secret | None = None
    code: CodeText | None = None
    bring: bool = False


class NewPasskey(StrictModel):
    """A new passkey, as WebAuthn's JSON, and what its owner calls it."""

    answer: PasskeyAnswer
    label: Name = ""


class PasskeySignIn(StrictModel):
    """The answer of a passkey, as WebAuthn's JSON, and whether this device's games come along."""

    answer: PasskeyAnswer
    bring: bool = False


class SignedOut(ResponseModel):
    """The answer to signing out or deleting; `tables` at which a deleted person had sat."""

    ok: bool = True
    tables: int = 0
