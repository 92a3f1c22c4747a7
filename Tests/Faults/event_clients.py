"""Clients of a server that is killed: they follow its events, and change memos."""

import collections, contextlib, hashlib, http.client, json, os, socket, subprocess, threading, time
from edit_faults import JSON, Client
from fault_run import piece
from killed_server import BROKEN, Server


class Site(Server):
    """A server, and what its clients know together."""

    def __init__(self, program, library, environment, chance):
        super().__init__(program, library, environment, subprocess.DEVNULL)
        self.administrator = subprocess.run(
            [program, "tokens", "add", "administrator", "--scope", "admin"], env=self.environment,
            check=True, capture_output=True, text=True).stdout.strip()
        self.port = self.free_port(chance)
        self.followers, self.told = [], threading.Condition()
        self.run, self.events, self.missed = 0, {}, 0

    @staticmethod
    def free_port(chance):
        # Below the ports of clients: one that connects while no server listens could get the port.
        while True:
            with socket.socket() as test, contextlib.suppress(OSError):
                port = chance.randrange(20_000, 32_000)
                test.bind(("127.0.0.1", port))
                return port

    def kill(self):
        self.run += 1
        super().kill()

    def open(self, method, target, headers={}, body=None, timeout=20):
        """Returns a connection and its response. A cookie takes the place of the token."""
        if "Cookie" not in headers:
            headers = {"Authorization": "Bearer " + self.token, **headers}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, target, body, headers)
            return connection, connection.getresponse()
        except BaseException:
            connection.close()
            raise

    def ask(self, method, target, headers={}, body=None):
        connection, response = self.open(method, target, headers, body)
        with contextlib.closing(connection):
            return response.status, dict(response.getheaders()), response.read()

    def memos(self, query=""):
        status, _, body = self.ask("GET", f"/api/memos?place=any&limit=1000{query}")
        if status != 200:
            raise RuntimeError(f"listing memos: {status} {body[:200]}")
        return {memo["id"]: memo for memo in json.loads(body)["memos"]}

    def text(self, memo):
        status, _, body = self.ask("GET", f"/api/memos/{memo}/transcript")
        if status != 200:
            raise RuntimeError(f"the transcript of {memo}: {status} {body[:200]}")
        return json.loads(body)["segments"][0]["text"]


def events(lines, until):
    """The names, ids, and data of events, until the stream or the time ends."""
    fields = {}
    for line in lines:
        if time.monotonic() > until:
            return
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name:
            fields[name] = value
        elif "event" in fields and line.endswith(b"\n"):
            yield fields["event"], fields["id"], fields["data"]
            fields = {}


class Follower(Client):
    """Keeps a copy of the library. After the first connection, only events make it ask for memos."""

    def __init__(self, site, seed, stop, edited, headers):
        super().__init__(site, None, seed, stop)
        self.edited, self.headers, self.counts = edited, headers, collections.Counter()
        self.memos, self.texts = {}, {}
        self.last, self.last_run, self.pending, self.must_reload = None, None, set(), False
        # How often events named each memo, and how often they said to reload all.
        self.named, self.reloads = collections.Counter(), 0

    def work(self):
        while not self.stop.is_set():
            try:
                self.follow()
            except BROKEN:
                time.sleep(0.02)
            if self.chance.random() < 0.2:
                self.stop.wait(self.chance.uniform(0, 0.5))

    def follow(self):
        """Reads events until the connection breaks, or breaks it, also within an event."""
        run, is_first = self.server.run, True
        headers = {**self.headers, **({"Last-Event-ID": self.last} if self.last else {})}
        connection, response = self.server.open(
            "GET", "/api/events", headers, timeout=self.chance.uniform(0.2, 4))
        with contextlib.closing(connection):
            if response.status != 200:
                raise RuntimeError(f"following events: {response.status}")
            self.counts["connections"] += 1
            until = time.monotonic() + self.chance.uniform(0.05, 0.8)
            for name, identity, data in events(response, until):
                if is_first:
                    self.connect(name, identity)
                else:
                    self.receive(name, identity, data)
                is_first = False
                self.last, self.last_run = identity, run
                self.refresh()
                with self.server.told:
                    self.server.told.notify_all()

    def connect(self, name, identity):
        if name == "connected" and self.last is None:
            self.must_reload = True
        elif name == "connected":
            self.counts["resumptions"] += 1
            if identity != self.last:
                self.problems.append(f"resumed after {identity} instead of {self.last}")
        elif name == "reset":
            self.must_reload = True
            self.reloads += 1
            self.counts["resets"] += 1
            if self.last_run == self.server.run:
                self.problems.append(f"a server that kept running does not resume after {self.last}")
        else:
            self.problems.append(f"the first event is {name} {identity}")

    def receive(self, name, identity, data):
        self.counts["events"] += 1
        (run, number), (last_run, last) = identity.split("-"), self.last.split("-")
        if run != last_run or int(number) != int(last) + 1:
            self.server.missed += max(1, int(number) - int(last) - 1)
            self.problems.append(f"{identity} follows {self.last}")
        if self.server.events.setdefault(identity, (name, data)) != (name, data):
            self.problems.append(f"clients received different events {identity}")
        if name == "memos":
            self.pending.update(json.loads(data)["ids"])
            self.named.update(json.loads(data)["ids"])
        elif name == "library":
            self.must_reload = True
            self.reloads += 1
        else:
            self.problems.append(f"an unexpected event {name} {identity}")

    def refresh(self):
        if self.must_reload:
            memos = self.server.memos()
            self.texts = {memo: self.server.text(memo) for memo in self.edited}
            self.memos, self.must_reload = memos, False
        elif self.pending:
            ids = sorted(self.pending)
            found = self.server.memos("".join(f"&id={memo}" for memo in ids))
            texts = {memo: self.server.text(memo) for memo in ids if memo in self.edited}
            self.texts = self.texts | texts
            others = {memo: value for memo, value in self.memos.items() if memo not in ids}
            self.memos = others | found
        self.pending.clear()


class Changer(Client):
    """Changes a memo that no other client changes, and waits until all followers show it."""

    number, stored = 0, None

    def __init__(self, site, memo, seed, stop):
        super().__init__(site, memo, seed, stop)
        self.counts, self.deleted = collections.Counter(), []

    def change_name(self, memo=None):
        return f"{type(self).__name__} {self.number} of {memo or self.memo}"

    def marks(self, memo):
        return [(follower.named[memo], follower.reloads) for follower in self.server.followers]

    def expect(self, memo, marks, shows):
        """Waits for events since `marks`, unless it is None, and for copies with the change."""
        deadline = time.monotonic() + 60
        for place, follower in enumerate(self.server.followers):
            named, reloads = marks[place] if marks else (-1, -1)
            with self.server.told:
                was_told = self.server.told.wait_for(
                    lambda: shows(follower)
                    and (follower.named[memo] > named or follower.reloads > reloads),
                    max(0, deadline - time.monotonic()))
            if not was_told:
                self.server.missed += 1
                self.problems.append(f"{self.change_name(memo)} was not announced to client {place}")
            elif marks:
                self.counts["by reload" if follower.reloads > reloads else "by event"] += 1

    def work(self):
        stored = self.read()
        while not self.stop.is_set():
            marks = None
            for _ in range(self.chance.choice((1, 1, 1, 4))):
                self.number += 1
                if self.read() != stored:
                    self.problems.append(f"before {self.change_name()}, a stored change was lost")
                wanted, before = self.wanted(stored), self.marks(self.memo)
                status = self.send(stored, wanted)
                here = self.read()
                if status in (200, 204):
                    marks = before
                if status and here != wanted:
                    self.problems.append(f"{self.change_name()} has status {status}, but is not stored")
                elif here not in (stored, wanted):
                    self.problems.append(f"{self.change_name()} is stored in part: {here}")
                stored = here
            self.expect(self.memo, marks, lambda follower: self.shown(follower) == stored)
        self.stored = stored

    def check(self):
        """Runs at the end, after the last kill."""
        if self.stored is not None and self.read() != self.stored:
            self.problems.append(f"the last change of {self.memo} is lost")

    def read(self):
        return self.state(json.loads(self.ask("GET", f"/api/memos/{self.memo}")[2]))

    def shown(self, follower):
        return self.state(follower.memos[self.memo])


class Namer(Changer):
    @staticmethod
    def state(memo):
        return {key: memo[key] for key in ("title", "tags", "favorite")}

    def wanted(self, stored):
        return {"title": f"Name {self.number}", "tags": [f"tag {self.number}"],
                "favorite": not stored["favorite"]}

    def send(self, stored, wanted):
        keys = self.chance.choice([["title", "tags", "favorite"], ["favorite"], ["tags"]])
        wanted.update({key: stored[key] for key in wanted if key not in keys})
        return self.change(
            "PATCH", f"/api/memos/{self.memo}", {}, json.dumps({key: wanted[key] for key in keys}))


class Editor(Changer):
    def read(self):
        transcript = json.loads(self.ask("GET", f"/api/memos/{self.memo}/transcript")[2])
        return transcript["segments"][0]["text"]

    def shown(self, follower):
        return follower.texts[self.memo]

    def wanted(self, stored):
        return f"Edited {self.number} " + "x" * self.chance.randrange(1, 2_000)

    def send(self, stored, wanted):
        return self.change("PATCH", f"/api/memos/{self.memo}/transcript", {}, json.dumps(
            {"segment": 0, "text": wanted, "was": stored}))


class Trasher(Changer):
    @staticmethod
    def state(memo):
        return "trashedAt" in memo

    def wanted(self, stored):
        return not stored

    def send(self, stored, wanted):
        ids = json.dumps({"ids": [self.memo]})
        target = f"/api/memos/{self.memo}"
        if wanted:
            requests = [("DELETE", target, None), ("POST", "/api/memos/trash", ids)]
        else:
            requests = [("POST", target + "/restore", None), ("POST", "/api/memos/restore", ids)]
        method, target, body = self.chance.choice(requests)
        return self.change(method, target, {}, body)


class Uploader(Changer):
    """Uploads clips, and deletes older ones permanently."""

    def __init__(self, site, folder, sources, seed, stop):
        super().__init__(site, None, seed, stop)
        self.path, self.sources = folder / f"{id(self)}.wav", sources
        self.kept = {}

    def work(self):
        while not self.stop.is_set():
            self.upload()
            if len(self.kept) > 4:
                self.delete(self.chance.sample(sorted(self.kept), 2))

    def upload(self):
        self.number += 1
        piece(self.sources, self.chance, self.path)
        # Random samples at the end, because the clips of two uploaders could be equal.
        data = self.path.read_bytes()
        data = data[:-8] + self.chance.randbytes(8)
        boundary = f"{self.chance.getrandbits(128):032x}"
        head = "Content-Disposition: form-data; name=\"file\"; filename=\"clip.wav\""
        body = f"--{boundary}\r\n{head}\r\n\r\n".encode() + data + f"\r\n--{boundary}--\r\n".encode()
        marks = self.marks(None)
        answer = self.repeat(
            (200, 201), "POST", "/api/memos",
            {"Content-Type": f"multipart/form-data; boundary={boundary}"}, body)
        memo = json.loads(answer)["id"]
        self.kept[memo] = hashlib.sha256(data).hexdigest()
        self.expect(memo, marks, lambda follower: memo in follower.memos)

    def delete(self, memos):
        self.number += 1
        ids = json.dumps({"ids": memos})
        marks = {memo: self.marks(memo) for memo in memos}
        self.repeat((200,), "POST", "/api/memos/trash", JSON, ids)
        for memo in memos:
            self.expect(memo, marks[memo], lambda follower: "trashedAt" in follower.memos[memo])
        self.number += 1
        marks = {memo: self.marks(memo) for memo in memos}
        self.repeat((200,), "POST", "/api/memos/delete", JSON, ids)
        for memo in memos:
            del self.kept[memo]
            self.deleted.append(memo)
            self.expect(memo, marks[memo], lambda follower: memo not in follower.memos)

    def repeat(self, expected, method, target, headers, body):
        """Repeats a request until it has a response."""
        while True:
            try:
                status, _, answer = self.server.ask(method, target, headers, body)
            except BROKEN:
                self.counts["unknown"] += 1
                time.sleep(0.02)
                continue
            if status not in expected:
                raise RuntimeError(f"{method} {target}: {status} {answer[:200]}")
            self.counts["acknowledged"] += 1
            return answer

    def check(self):
        memos = self.server.memos()
        folder = os.path.join(self.server.environment["SPEECHMEMO_HOME"], "audio")
        for memo, checksum in self.kept.items():
            if memo not in memos:
                self.problems.append(f"the uploaded memo {memo} is missing")
                continue
            with open(os.path.join(folder, memos[memo]["audio"]["fileName"]), "rb") as file:
                if hashlib.sha256(file.read()).hexdigest() != checksum:
                    self.problems.append(f"the audio of {memo} differs from the upload")
        for memo in set(self.deleted) & set(memos):
            self.problems.append(f"the deleted memo {memo} is back")
