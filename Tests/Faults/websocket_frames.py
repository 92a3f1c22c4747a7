#!/usr/bin/env python3
"""Sends valid, mutated and malformed frames to the WebSockets of 'speechmemo serve'. Checks each close
code, pong, and event against a parser written from RFC 6455, that '/health' always responds, that the
server leaks no connections, file descriptors, processes, or memory, and that it exits with 0 on SIGTERM.

usage: websocket_frames.py SPEECHMEMO [COUNT] [SEED]
  COUNT  number of frames (10,000)
"""

import base64, collections, hashlib, json, os, pathlib, random, re, signal, socket, struct, subprocess
import sys, tempfile, threading, time, urllib.request
from fault_run import descendants, ending
from raw_requests import connections, memory
from stress_run import ENGINE

THREADS, ROUNDS = 24, 4
# Seconds for the server's close, and for the end of all connections.
PATIENCE, CLEANUP = 20, 60
LIVE, REALTIME = "/api/live", "/v1/realtime"
# Bytes of a message: 30 seconds of audio, and LiveMiddleware and RealtimeLimits.
LIMITS = {LIVE: 960_000, REALTIME: 21 << 20}
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
NOT_UTF8 = [b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"ok \xe6\xbc", b"\x80"]


def frame(kind, payload=b"", last=True, bits=0, mask=b"\x01\x82\x03\x84", length=None, form=None):
    """Returns a frame. `length` is announced instead of the payload's, in `form` bytes."""
    length = len(payload) if length is None else length
    form = (0 if length < 126 else 2 if length < 65_536 else 8) if form is None else form
    short = {0: length, 2: 126, 8: 127}[form]
    head = bytes([kind | bits | 0x80 * last, short | (0x80 if mask else 0)])
    return head + (length.to_bytes(form, "big") if form else b"") + mask + masked(payload, mask)


def masked(data, mask):
    if not mask:
        return data
    stream = (mask * (len(data) // 4 + 1))[:len(data)]
    return (int.from_bytes(data, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(data), "big")


def is_text(data):
    try:
        data.decode()
        return True
    except UnicodeDecodeError:
        return False


class Reading:
    """What a server must find in the bytes of a client."""

    def __init__(self, data, limit):
        self.messages, self.pings = [], []
        # The acceptable codes of the server's close, None for one without a code. Empty: it waits.
        self.codes, self.follows_close = set(), False
        kind, message, place = None, b"", 0
        while len(data) - place >= 2 and not self.codes:
            first, second = data[place:place + 2]
            opcode, length = first & 15, second & 127
            form = {126: 2, 127: 8}.get(length, 0)
            start = place + 2 + form
            if opcode not in (0, TEXT, BINARY, CLOSE, PING, PONG) or first & 0x70 or second < 0x80:
                self.codes = {1002}
            elif opcode >= 8:
                if first < 0x80 or form:
                    self.codes = {1002}
            elif (opcode == 0) != (kind is not None):
                self.codes = {1002}
            if len(data) < start + (4 if second & 0x80 else 0):
                break
            if form:
                length = int.from_bytes(data[place + 2:start], "big")
            if form and (length < (126 if form == 2 else 65_536) or length >> 63):
                self.codes |= {1002}
            # Of several faults, the RFC lets the server report any.
            elif length > limit or opcode < 8 and len(message) + length > limit:
                self.codes |= {1009}
            if self.codes:
                break
            kind = opcode if opcode in (TEXT, BINARY) else kind
            place = start + 4 + length
            body = masked(data[start + 4:place], data[start:start + 4])
            if len(data) < place:
                message += body if opcode < 8 else b""
                break
            if opcode == PING:
                self.pings.append(body)
            elif opcode == CLOSE:
                self.codes = self.answer(body)
                self.follows_close = len(data) > place
                message = b""
            elif opcode < 8:
                message += body
                if first & 0x80:
                    if kind == TEXT and not is_text(message):
                        self.codes = {1007}
                    else:
                        self.messages.append((kind, message))
                    kind, message = None, b""
        # The server may fail text before its end, and need not.
        if self.codes and kind == TEXT and not is_text(message):
            self.codes |= {1007}

    @staticmethod
    def answer(body):
        if not body:
            return {None}
        code = int.from_bytes(body[:2], "big")
        faults = set() if is_text(body[2:]) else {1007}
        if len(body) < 2 or not 1000 <= code < 5000 or code in (1004, 1005, 1006) or 1015 <= code < 3000:
            faults |= {1002}
        return faults or {code}


def is_wrong(kind, message):
    """Returns whether '/v1/realtime' must send an error event, or None if that depends."""
    if kind == BINARY:
        return True
    repeated = []

    def fields(pairs):
        repeated.extend(pairs[len(dict(pairs)):])
        return dict(pairs)
    try:
        event = json.loads(message, object_pairs_hook=fields)
    except (ValueError, RecursionError):
        return True
    if repeated:
        return None
    if not isinstance(event, dict) or not isinstance(event.get("event_id", ""), (str, type(None))):
        return True
    match event.get("type"):
        case "input_audio_buffer.clear": return False
        case "input_audio_buffer.append": return None if isinstance(event.get("audio"), str) else True
        case "input_audio_buffer.commit": return None
        case "session.update" | "transcription_session.update":
            return None if isinstance(event.get("session"), dict) else True
        case _: return True


def events(chance):
    """Returns a text for '/v1/realtime', often one that is wrong in type or size."""
    sound = chance.randbytes(chance.choice([0, 1, 2, 3, 479, 4_801, 9_600, 48_000]))
    audio = base64.b64encode(sound).decode()
    append, update = "input_audio_buffer.append", "session.update"
    turns = {"type": "server_vad", "threshold": chance.choice([0, 0.5, 1, 2, -1, 1e308, "0.5", None]),
             "silence_duration_ms": chance.choice([20, 19, 60_000, 1 << 63, -1, 0.5, None])}
    value = chance.choice([None, 1, -1, 1 << 64, 1e300, "", "x" * 3_000, [], {}, [[]], True, "\0", "é漢"])
    choices = [
        {"type": append, "audio": audio}, {"type": append, "audio": audio}, {"type": append, "audio": audio},
        {"type": "input_audio_buffer.commit"}, {"type": "input_audio_buffer.clear", "event_id": "a"},
        {"type": append, "audio": value}, {"type": append, "audio": audio[:-1]}, {"type": append},
        {"type": update, "session": {}}, {"type": update, "session": value},
        {"type": update, "session": {"audio": {"input": {"turn_detection": turns}}}},
        {"type": update, "session": {"audio": {"input": {"turn_detection": None}}}},
        {"type": update, "session": {"audio": {"input": {"transcription": value}}}},
        {"type": update, "session": {"audio": {"input": {"format": {
            "type": chance.choice(["audio/pcmu", "audio/pcma", "audio/pcm", "audio/mp3"]), "rate": value}}}}},
        {"type": update, "session": {"audio": value, "include": value}},
        {"type": "transcription_session.update", "session": {"input_audio_format": value}},
        {"type": "transcription_session.update", "session": {"input_audio_format": "g711_ulaw"}},
        {"type": value}, {"type": append, "audio": audio, "event_id": value}, value,
        {"type": "x" * chance.choice([1, 101, 100_000])},
    ]
    raw = ["", "{", "nul", "[" * 100_000, '{"type":' * 50_000, '{"type":"\\ud800"}', '{"type":1e999}',
           '{"type":"input_audio_buffer.clear","type":5}', "\ufeff{}", "9" * 5_000, "\0", '"\\u0000"']
    return (chance.choice(raw) if chance.random() < 0.15 else json.dumps(chance.choice(choices))).encode()


def message(chance, path):
    if path == REALTIME:
        return (TEXT, events(chance)) if chance.random() < 0.95 else (BINARY, b"\0\0")
    if chance.random() < 0.05:
        return TEXT, chance.choice([b"end", b"end", b"End", b"", b"{}", "é漢".encode()])
    return BINARY, chance.randbytes(chance.choice([0, 1, 2, 3, 125, 126, 3_199, 3_200, 65_535, 65_536]))


def valid(chance, path):
    """Yields the name and the bytes of each frame of one valid message."""
    choice = chance.random()
    if choice < 0.15:
        yield "ping", frame(PING, chance.randbytes(chance.choice([0, 1, 125])))
    elif choice < 0.2:
        yield "pong", frame(PONG, chance.randbytes(chance.choice([0, 125])))
    elif choice < 0.203 and path == LIVE:
        yield "largest message", frame(BINARY, bytes(LIMITS[path]))
    else:
        kind, body = message(chance, path)
        while chance.random() < 0.25:
            cut = chance.randrange(len(body) + 1)
            yield "fragment", frame(kind, body[:cut], last=False, mask=chance.randbytes(4))
            kind, body = 0, body[cut:]
            if chance.random() < 0.5:
                yield "ping between fragments", frame(PING, b"between")
        yield "message", frame(kind, body, mask=chance.randbytes(4))


def malformed(chance, path):
    """Returns the name and the bytes of one malformed frame, or of two."""
    limit, kind = LIMITS[path], chance.choice([TEXT, BINARY])
    bad, control = chance.choice(NOT_UTF8), chance.choice([CLOSE, PING, PONG])
    code = chance.choice([0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65_535, 1000, 1012, 3000, 4999])
    size = chance.choice([limit + 1, 1 << 31, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1])
    form, small = chance.choice([(2, 0), (2, 125), (8, 0), (8, 65_535)])
    started = frame(kind, b"", last=False)
    return chance.choice([
        ("reserved bits", lambda: frame(kind, b"x", bits=chance.choice([16, 32, 64, 112]))),
        ("reserved opcode", lambda: frame(chance.choice([3, 4, 5, 6, 7, 11, 12, 13, 14, 15]), b"x")),
        ("unmasked", lambda: frame(chance.choice([kind, control]), b"x", mask=b"")),
        ("fragmented control", lambda: frame(control, b"", last=False)),
        ("long control", lambda: frame(control, bytes(126))),
        ("long control announced", lambda: frame(control, b"", length=size, form=8)),
        ("too large", lambda: frame(kind, b"", length=size, form=8)),
        ("too large as a whole", lambda: started + frame(0, b"x", last=False)
         + frame(0, b"", length=limit, form=8)),
        ("longer form of a length", lambda: frame(kind, bytes(small), form=form)),
        ("nothing to continue", lambda: frame(0, b"x", last=chance.random() < 0.5)),
        ("message within a message", lambda: started + frame(kind, b"x")),
        ("text that is not UTF-8", lambda: frame(TEXT, bad)),
        ("fragments that are not UTF-8", lambda: frame(TEXT, bad[:1], last=False) + frame(0, bad[1:])),
        ("unfinished text that is not UTF-8", lambda: frame(TEXT, bad, last=False)),
        ("close with a code", lambda: frame(CLOSE, struct.pack(">H", code) + b"bye")),
        ("close with half a code", lambda: frame(CLOSE, b"\x03")),
        ("close that is not UTF-8", lambda: frame(CLOSE, b"\x03\xe8" + bad)),
        ("partial frame", lambda: frame(kind, bytes(300))[:chance.randrange(1, 200)]),
    ])


def plan(chance, path):
    """Returns the names of some frames, and their bytes, some of them mutated."""
    frames = []
    for _ in range(chance.choice([0, 1, 1, 2, 3, 5])):
        frames += valid(chance, path)
    if chance.random() < 0.65:
        name, make = malformed(chance, path)
        frames.append((name, make()))
        for _ in range(chance.choice([0, 0, 1, 3])):
            frames += valid(chance, path)
    if chance.random() < 0.6:
        code = chance.choice([b"", b"\x03\xe8", b"\x03\xe8" + b"r" * 123, b"\x0b\xb8bye"])
        frames.append(("close", frame(CLOSE, code)))
    data = bytearray(b"".join(bytes_ for _, bytes_ in frames))
    names = [name for name, _ in frames]
    if data and chance.random() < 0.2:
        names[-1] += ", mutated"
        for _ in range(chance.choice([1, 1, 2, 5])):
            place = chance.randrange(min(len(data), chance.choice([4, 40, len(data)])))
            match chance.randrange(4):
                case 0: data[place] ^= 1 << chance.randrange(8)
                case 1: data[place:place] = chance.randbytes(chance.randrange(1, 9))
                case 2: del data[place:place + chance.randrange(1, 9)]
                case 3: data[place:place] = data[max(0, place - chance.randrange(1, 60)):place]
            data = data or bytearray(b"\x81")
    return names, bytes(data)


class Socket:
    def __init__(self, port, path, token, early=b"", method="GET", fields={}):
        """Sends the handshake, with `early` bytes in the same packet; a field of None is left out."""
        key = base64.b64encode(os.urandom(16)).decode()
        fields = {"Host": "localhost", "Authorization": f"Bearer {token}", "Upgrade": "websocket",
                  "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key,
                  **fields}
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value is not None)
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + early)
        self.bytes, self.is_reset = b"", False
        while b"\r\n\r\n" not in self.bytes and self.receive():
            pass
        self.head, _, self.bytes = self.bytes.partition(b"\r\n\r\n")
        self.status = int((re.match(rb"HTTP/1\.1 (\d{3}) ", self.head) or [0, 0])[1])
        accept = base64.b64encode(hashlib.sha1(
            (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        self.is_accepted = (self.status == 101 and b"\nSec-WebSocket-Accept: " + accept in self.head
                            and b"Sec-WebSocket-Extensions" not in self.head)

    def receive(self):
        try:
            piece = self.socket.recv(1 << 16)
        except ConnectionError:
            self.is_reset, piece = True, b""
        self.bytes += piece
        return piece

    def send(self, data, pieces):
        try:
            for start in range(0, len(data), pieces):
                self.socket.sendall(data[start:start + pieces])
        except OSError:
            pass  # The server has closed the connection.

    def frames(self, end):
        """Yields the server's frames until a close frame, the end of the connection, or the time `end`."""
        while True:
            while len(self.bytes) < 2 or len(self.bytes) < (size := self.size()):
                self.socket.settimeout(max(0.01, end - time.monotonic()))
                if not self.receive():
                    return
            head, self.bytes = self.bytes[:size], self.bytes[size:]
            start = {126: 4, 127: 10}.get(head[1], 2)
            yield head[0], head[1], head[start:]
            if head[0] & 15 == CLOSE:
                return

    def size(self):
        length = self.bytes[1] & 127
        form = {126: 2, 127: 8}.get(length, 0)
        if len(self.bytes) < 2 + form:
            return 1 << 62
        return 2 + form + (int.from_bytes(self.bytes[2:2 + form], "big") if form else length)

    def hang_up(self, resets):
        if resets:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


def answers(connection):
    """Returns the server's events, pongs, and close, and what is wrong with its frames."""
    texts, pongs, close, faults = [], [], None, []
    for first, length, body in connection.frames(time.monotonic() + PATIENCE):
        kind = first & 15
        if first & 0xf0 != 0x80 or length & 0x80 or kind not in (TEXT, CLOSE, PING, PONG):
            faults.append(f"the server sent the frame {first:#x} {length:#x} {body[:40]!r}")
        if kind == TEXT:
            texts.append(json.loads(body))
        elif kind == PONG:
            pongs.append(body)
        elif kind == CLOSE:
            close = (int.from_bytes(body[:2], "big") if body else None, body[2:].decode())
    return texts, pongs, close, faults


def closes(path, reading):
    """Returns the acceptable codes, and whether the conversation may end before all that was sent."""
    codes, ends = reading.codes, False
    for kind, body in reading.messages if path == LIVE else []:
        if kind == TEXT and body != b"end":
            return {1003, 1000} if ends else {1003}, True
        if kind == TEXT:
            # The last words take a moment.
            codes, ends = codes | {1000}, True
    return codes, ends


def check(path, reading, connection, half_closed):
    """Yields what is wrong with the server's frames."""
    codes, ends = closes(path, reading)
    try:
        texts, pongs, close, faults = answers(connection)
    except (ValueError, TimeoutError) as error:
        yield f"{error!r} instead of {codes or 'the end'}"
        return
    yield from faults
    if path == LIVE and any(text["type"] != "words" for text in texts):
        yield f"sent {texts}"
    if not close:
        # Closing with unread bytes resets the connection, which may lose the close.
        is_lost = connection.is_reset and reading.follows_close
        if codes and not is_lost and not (ends and half_closed):
            yield f"no close instead of {codes}"
        return
    if close[0] not in codes:
        yield f"close {close} instead of {codes or 'none'}"
    if pongs != reading.pings[:len(pongs) if ends else None]:
        yield f"pongs {pongs} to {reading.pings}"
    if path == REALTIME:
        kinds = [text["type"] for text in texts]
        wrong = [is_wrong(*message) for message in reading.messages]
        least, most = wrong.count(True), len(wrong) - wrong.count(False)
        if not kinds or not kinds[0].endswith("session.created") or not \
                least <= kinds.count("error") <= most:
            yield f"{kinds.count('error')} errors instead of {least} to {most}: {kinds}"


HANDSHAKES = [
    ("GET", {"Sec-WebSocket-Version": None}, 426), ("GET", {"Sec-WebSocket-Version": "12"}, 426),
    ("GET", {"Sec-WebSocket-Version": "13, 8"}, 426), ("GET", {"Upgrade": None}, 426),
    ("GET", {"Upgrade": "h2c"}, 426), ("GET", {"Connection": "close"}, 426),
    ("GET", {"Sec-WebSocket-Key": None}, 400), ("GET", {"Sec-WebSocket-Key": "c2hvcnQ="}, 400),
    ("GET", {"Sec-WebSocket-Key": "?" * 24}, 400), ("GET", {"Authorization": None}, 401),
    ("GET", {"Origin": "https://other.example"}, 403), ("POST", {}, 405), ("HEAD", {}, 426),
    ("GET", {"Sec-WebSocket-Extensions": "permessage-deflate"}, 101),
    ("GET", {"Sec-WebSocket-Protocol": "soap, \"x\""}, 101), ("GET", {"Connection": "a, uPgRaDe"}, 101),
]


def health(port, stop, problems, slowest):
    while not stop.wait(0.1):
        start = time.monotonic()
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=10).read()
        except OSError as error:
            problems.append(f"/health: {error}")
        slowest[0] = max(slowest[0], time.monotonic() - start)


def main():
    program = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    problems, names, codes = [], collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory(prefix="websocket-frames-") as folder:
        room = pathlib.Path(folder)
        (room / "tmp").mkdir()
        (room / "engine").write_text(ENGINE)
        (room / "engine").chmod(0o755)
        environment = {**os.environ, "SPEECHMEMO_HOME": f"{room}/library", "TMPDIR": f"{room}/tmp",
                       "SPEECHMEMO_HELPER": f"{room}/engine", "SPEECHMEMO_ENGINE_IDLE": "0"}
        token = subprocess.run([program, "tokens", "add", "frames", "--scope", "read,transcribe"],
                               env=environment, check=True, capture_output=True, text=True).stdout.strip()
        with open(room / "errors", "w") as errors:
            server = subprocess.Popen([program, "serve", "--port", "0", "--rate-limit", "0", "--json"],
                                      env=environment, stdout=subprocess.PIPE, stderr=errors, text=True)
        port = json.loads(server.stdout.readline())["port"]
        threading.Thread(target=lambda: [None for _ in server.stdout], daemon=True).start()
        stop, slowest, lock, sent, mutations = threading.Event(), [0], threading.Lock(), [0], [0]
        watch = threading.Thread(target=health, args=(port, stop, problems, slowest))
        watch.start()

        def converse(chance):
            path = chance.choice([LIVE, REALTIME])
            if chance.random() < 0.04:
                method, fields, status = chance.choice(HANDSHAKES)
                connection = Socket(port, path, token, b"", method, fields)
                connection.socket.close()
                if connection.status != status or status == 101 and not connection.is_accepted:
                    problems.append(f"{path} {method} {fields}: {connection.head}")
                return
            kinds, data = plan(chance, path)
            reading = Reading(data, LIMITS[path])
            early = chance.choice([0, 0, 1, 7, len(data)])
            connection = Socket(port, path, token, data[:early])
            if not connection.is_accepted:
                problems.append(f"the handshake failed: {connection.head}")
                return
            pieces = chance.choice([1 << 20, 1 << 20, 1_000, 7 if len(data) < 5_000 else 999])
            connection.send(data[early:], pieces)
            leaves = not closes(path, reading)[0] or chance.random() < 0.1
            if leaves and chance.random() < 0.5:
                connection.hang_up(chance.random() < 0.5)
                outcome, found = "left", []
            else:
                if leaves:
                    connection.socket.shutdown(socket.SHUT_WR)
                found = list(check(path, reading, connection, leaves))
                connection.socket.close()
                outcome = "/".join(sorted(map(str, closes(path, reading)[0]))) or "none"
            with lock:
                sent[0] += len(kinds)
                names.update(kind.partition(", ")[0] for kind in kinds)
                mutations[0] += any("mutated" in kind for kind in kinds)
                codes.update([outcome])
                problems.extend(f"{path} {kinds}: {text} for {data[:200].hex()} ({len(data)} bytes)"
                                for text in found)

        def work(number, most):
            chance = random.Random(seed * 1_000 + number)
            while sent[0] < most and server.poll() is None:
                try:
                    converse(chance)
                except OSError as error:
                    if server.poll() is None:
                        problems.append(f"{error!r}")

        sizes = []
        for turn in range(ROUNDS):
            threads = [threading.Thread(target=work, args=(turn * THREADS + number,
                                                           count * (turn + 1) // ROUNDS))
                       for number in range(THREADS)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            if server.poll() is not None:
                break
            end = time.monotonic() + CLEANUP
            # One may be the request for /health.
            while connections(port) > 1 and time.monotonic() < end:
                time.sleep(0.1)
            if connections(port) > 1:
                problems.append(f"{connections(port)} connections are still open")
            while (engines := descendants(server.pid)) and time.monotonic() < end:
                time.sleep(0.1)
            if engines:
                problems.append(f"{len(engines)} processes of engines are still running")
            sizes.append((len(os.listdir(f"/proc/{server.pid}/fd")), memory(server.pid)))
        stop.set()
        watch.join()
        if server.poll() is not None:
            problems.append(f"the server exited with {server.returncode}")
        else:
            (fewest, least), (most, largest) = sizes[0], sizes[-1]
            if most > fewest + 4:
                problems.append(f"{most - fewest} more file descriptors than after the first quarter")
            if largest > 1.25 * least + 32:
                problems.append(f"{largest - least:.0f} MiB more than after the first quarter")
            left = [Socket(port, path, token) for path in (LIVE, REALTIME) for _ in range(3)]
            for connection, data in zip(left, [b"", b"\x82", frame(BINARY, b"x", last=False)] * 2):
                connection.send(data, 100)
            time.sleep(0.2)
            server.send_signal(signal.SIGTERM)
            for connection in left:
                close = answers(connection)[2]
                connection.socket.close()
                if not close or close[0] != 1001:
                    problems.append(f"SIGTERM: close {close} instead of 1001")
            try:
                if server.wait(60) != 0:
                    problems.append(f"the server exited with {server.returncode} on SIGTERM")
            except subprocess.TimeoutExpired:
                problems.append("the server does not stop on SIGTERM")
                server.kill()
        left = [path.name for path in (room / "tmp").iterdir()]
        if left:
            problems.append(f"left behind: {left[:10]}")
        report = (room / "errors").read_text(errors="replace")
        if "ERROR: AddressSanitizer" in report:
            problems.append(report[report.index("ERROR: AddressSanitizer"):][:4_000])
    print(f"{sent[0]} frames, seed {seed}: " + ", ".join(f"{number} {name}" for name, number in
                                                       sorted(names.items(), key=lambda pair: -pair[1])))
    print("expected closes: " + ", ".join(f"{number} {code}" for code, number in codes.most_common()))
    print("descriptors and memory: " + ", ".join(f"{most} and {size:.0f} MiB" for most, size in sizes)
          + f"; slowest /health {slowest[0]:.2f} s")
    sys.exit(ending(problems, "every frame was accepted or closed the connection as RFC 6455 says"))


if __name__ == "__main__":
    main()
