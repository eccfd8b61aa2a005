"""E-mail by SMTP, with one-click unsubscribing."""

import logging
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from urllib.parse import unquote, urlsplit

import aiosmtplib

from eleven.core.text.errors import Mistake
from eleven.server.reminders.wording import ReminderText
from eleven.server.settings import LOOPBACK_HOSTS, Settings

LOG = logging.getLogger("eleven.reminders")
TIMEOUT_SECONDS = 20.0
PORTS = {"smtp": 587, "smtps": 465}
PERMANENT_ERRORS = range(500, 600)


class MailBounced(Exception):
    """The address was refused for good."""


class MailNotSent(Exception):
    """The message could not be sent now."""


@dataclass(frozen=True)
class MailServer:
    """The SMTP server, and the sender of our messages."""

    host: str
    port: int
    tls: bool
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)

    async def send(self, address: str, text: ReminderText, stop: str = "") -> None:
        """Send one message; raises `MailBounced` if the address is refused for good, else `MailNotSent`."""
        try:
            await aiosmtplib.send(
                message_for(self.sender, address, text, stop),
                sender=parseaddr(self.sender)[1],
                recipients=[address],
                hostname=self.host,
                port=self.port,
                use_tls=self.tls,
                start_tls=self._start_tls,
                username=self.user or None,
                password=self.password or None,
                timeout=TIMEOUT_SECONDS,
            )
        except aiosmtplib.SMTPRecipientsRefused as refused:
            raise _of_code(refused.recipients[0].code) from None
        except aiosmtplib.SMTPDataError as refused:
            raise _of_code(refused.code) from None
        except (aiosmtplib.SMTPException, OSError, ValueError) as problem:
            LOG.warning("mail cannot be sent", extra={"why": type(problem).__name__})
            raise MailNotSent from None

    @property
    def _start_tls(self) -> bool | None:
        """Required where a password is sent to another machine; else if the server offers it."""
        return True if self.user and not self.tls and self.host not in LOOPBACK_HOSTS else None


def _of_code(code: int) -> Exception:
    LOG.info("a message was refused", extra={"why": str(code)})
    return MailBounced() if code in PERMANENT_ERRORS else MailNotSent()


def message_for(sender: str, address: str, text: ReminderText, stop: str = "") -> EmailMessage:
    """A message in plain text; `stop` is the link for one-click unsubscribing (RFC 8058)."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, address, text.subject
    message["Date"] = formatdate(usegmt=True)
    message["Message-ID"] = make_msgid(domain=parseaddr(sender)[1].rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    if stop:
        message["List-Unsubscribe"] = f"<{stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(text.body)
    return message


def mail_server(settings: Settings) -> MailServer | None:
    """The configured mail server, or None; a Mistake if its URL makes no sense."""
    if not settings.smtp:
        return None
    wrong = Mistake("a mail server is smtp://user:password@host:587, or smtps://…:465")
    try:
        url = urlsplit(settings.smtp)
        port = url.port or PORTS.get(url.scheme, 0)
    except ValueError:
        raise wrong from None
    if url.scheme not in PORTS or not url.hostname:
        raise wrong
    if "@" not in parseaddr(settings.mail_from)[1]:
        raise Mistake("a mail server needs --mail-from, the address that messages come from")
    user, password = unquote(url.username or ""), unquote(url.password or "")
    return MailServer(url.hostname, port, url.scheme == "smtps", settings.mail_from, user, password)
