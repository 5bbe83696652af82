"""What goes wrong, in Discord's words: HTTP errors with their JSON codes, and what Discord's client does not allow."""

from collections.abc import Sequence
from typing import Any

Json = dict[str, Any]
Path = tuple[str | int, ...]


class ClientRefuses(Exception):
    """A person tried what Discord's client does not offer: a missing button, an unknown option, a hidden message."""


class DiscordError(Exception):
    """An answer other than 2xx, with the JSON body Discord would send."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} (error code: {code}): {message}")
        self.status = status
        self.body: Json = {"message": message, "code": code}
        if errors:
            self.body["errors"] = errors


def unauthorized() -> DiscordError:
    return DiscordError(401, 0, "401: Unauthorized")


def not_found() -> DiscordError:
    return DiscordError(404, 0, "404: Not Found")


def unknown_channel() -> DiscordError:
    return DiscordError(404, 10003, "Unknown Channel")


def unknown_guild() -> DiscordError:
    return DiscordError(404, 10004, "Unknown Guild")


def unknown_member() -> DiscordError:
    return DiscordError(404, 10007, "Unknown Member")


def unknown_message() -> DiscordError:
    return DiscordError(404, 10008, "Unknown Message")


def unknown_user() -> DiscordError:
    return DiscordError(404, 10013, "Unknown User")


def unknown_emoji() -> DiscordError:
    return DiscordError(404, 10014, "Unknown Emoji")


def unknown_webhook() -> DiscordError:
    return DiscordError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> DiscordError:
    return DiscordError(404, 10062, "Unknown interaction")


def too_large() -> DiscordError:
    return DiscordError(413, 40005, "Request entity too large")


def already_acknowledged() -> DiscordError:
    return DiscordError(400, 40060, "Interaction has already been acknowledged.")


def spent() -> DiscordError:
    return DiscordError(400, 40094, "This interaction has reached the maximum number of follow-up messages")


def missing_access() -> DiscordError:
    return DiscordError(403, 50001, "Missing Access")


def edit_of_anothers_message() -> DiscordError:
    return DiscordError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> DiscordError:
    return DiscordError(400, 50006, "Cannot send an empty message")


def closed_direct_messages() -> DiscordError:
    return DiscordError(403, 50007, "Cannot send messages to this user")


def missing_permissions() -> DiscordError:
    return DiscordError(403, 50013, "Missing Permissions")


def invalid_webhook_token() -> DiscordError:
    return DiscordError(401, 50027, "Invalid Webhook Token")


def archived_thread() -> DiscordError:
    return DiscordError(400, 50083, "Thread is archived")


def cannot_reply() -> DiscordError:
    return DiscordError(403, 160002, "Cannot reply without permission to read message history")


def locked_thread() -> DiscordError:
    return DiscordError(400, 160005, "Thread is locked")


def invalid_json() -> DiscordError:
    return DiscordError(400, 50109, "The request body contains invalid JSON.")


def thread_exists() -> DiscordError:
    return DiscordError(400, 160004, "A thread has already been created for this message")


class Problems:
    """Collects what is wrong with a form and raises it once, nested by path as Discord does (code 50035)."""

    def __init__(self) -> None:
        self._errors: Json = {}

    def add(self, path: Path, code: str, message: str) -> None:
        place = self._errors
        for step in path:
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, path: Path, text: object, least: int, most: int) -> None:
        """Complains unless `text` is a string of `least` to `most` characters."""
        if not isinstance(text, str) or (not text and least):
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not least <= len(text) <= most:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")

    def at_most(self, path: Path, count: int, most: int) -> None:
        """Complains about a list of more than `most` things."""
        if count > most:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")

    def count(self, path: Path, things: Sequence[object], least: int, most: int) -> None:
        """Complains unless there are `least` to `most` of them."""
        if not least <= len(things) <= most:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")

    def between(self, path: Path, number: object, least: int, most: int) -> None:
        """Complains about a number that is not from `least` to `most`; there may be none."""
        if number is not None and not (isinstance(number, int | str) and least <= int(number) <= most):
            code = "NUMBER_TYPE_MIN" if isinstance(number, int) and number < least else "NUMBER_TYPE_MAX"
            self.add(path, code, f"Value should be from {least} to {most}.")

    def one_of(self, path: Path, value: object, known: Sequence[object]) -> None:
        """Complains about what is none of these."""
        if value not in known:
            self.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {known}.")

    def raise_if_any(self) -> None:
        if self._errors:
            raise DiscordError(400, 50035, "Invalid Form Body", self._errors)
