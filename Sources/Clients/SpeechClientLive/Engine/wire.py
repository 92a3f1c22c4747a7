"""Messages: JSON objects, one per line, and audio, as specified in
Documentation.docc/SpeechEngineProtocol.md."""

import json
import os
import threading

PROTOCOL = 2
LONGEST_LINE = 4 << 20
MOST_SOUND = 1 << 20
# The remedy for a broken engine or model, which the parent process provides.
REPAIR = os.environ.get("SPEECHMEMO_REPAIR") or "reinstall the speech engine"


class Failure(Exception):
    """An error for the user, with a remedy."""

    def __init__(self, code, message, hint=None):
        super().__init__(message)
        self.code, self.message = code, one_line(message)
        self.hint = hint and one_line(hint)


class Canceled(Exception):
    """The request was canceled."""


def one_line(text):
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


class Wire:
    """The output. Events of several threads don't mix. If the reader is gone, the process ends."""

    def __init__(self):
        # Output of libraries must not mix with events: it goes to stderr from here on.
        self._out = os.dup(1)
        os.dup2(2, 1)
        self._lock = threading.Lock()

    def emit(self, event, **fields):
        message = {"event": event}
        message.update((k, v) for k, v in fields.items() if v is not None)
        line = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        data = memoryview(line.encode("utf-8", "replace") + b"\n")
        with self._lock:
            try:
                while data:
                    data = data[os.write(self._out, data) :]
            except OSError:
                os._exit(0)

    def fail(self, failure, id=None):
        self.emit("error", id=id, code=failure.code, message=failure.message, hint=failure.hint)


def read_message(source):
    """The next message, with its audio if any; None at the end. Raises Failure for an invalid
    line."""
    line = source.readline(LONGEST_LINE)
    if not line.endswith(b"\n"):
        return None  # the end, a line that is too long, or a parent that died while writing
    try:
        message = json.loads(line)
    except ValueError:
        raise Failure("bad-request", "a line that is not JSON") from None
    if not isinstance(message, dict):
        raise Failure("bad-request", "a line that is not a JSON object")
    if message.get("op") != "audio":
        return message, None
    count = field(message, "bytes", int, 0)
    if not 0 <= count <= MOST_SOUND:
        raise Failure("bad-request", f"'bytes' must be from 0 to {MOST_SOUND}")
    sound = source.read(count)
    return (message, sound) if len(sound) == count else None


def field(message, name, kind, default=None):
    """A field of a request, with the type that the protocol requires."""
    value = message.get(name)
    if value is None:
        return default
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise Failure("bad-request", f"'{name}' must be of type {kind.__name__}: {value!r:.60}")
    return value
