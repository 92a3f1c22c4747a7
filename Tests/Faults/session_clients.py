"""Clients that sign in to a server that is killed, and sign out again."""

import collections, contextlib, hashlib, json, subprocess, time, urllib.parse
from edit_faults import JSON, Client
from killed_server import BROKEN


class Session:
    def __init__(self, cookie, parent=None):
        self.cookie, self.parent, self.is_live = cookie, parent, True
        self.headers = {"Cookie": cookie}

    def is_below(self, other):
        return self is other or self.parent is not None and self.parent.is_below(other)


class Guest(Client):
    """Has one token at a time, and sessions below it."""

    def __init__(self, site, name, seed, stop):
        super().__init__(site, None, seed, stop)
        self.guest, self.token, self.number = name, None, 0
        self.counts = collections.Counter()
        self.sessions, self.ended = [], []

    def work(self):
        while not self.stop.is_set():
            self.add_token()
            for _ in range(self.chance.randrange(4, 20)):
                if self.stop.is_set():
                    return
                self.step()
                time.sleep(self.chance.uniform(0, 0.1))
            self.revoke()

    def step(self):
        live = [session for session in self.sessions if session.is_live]
        shows_codes = [session for session in live if session.parent is None]
        if not live or self.chance.random() < 0.4:
            self.begin()
        elif shows_codes and self.chance.random() < 0.3:
            self.begin_with_code(self.chance.choice(shows_codes))
        elif self.chance.random() < 0.5:
            self.use(self.chance.choice(self.sessions))
        else:
            self.end(self.chance.choice(live), is_everywhere=self.chance.random() < 0.2)

    def attempt(self, method, target, headers={}, body=None):
        """Returns the response, or None if the connection broke and the outcome is unknown."""
        try:
            return self.server.ask(method, target, headers, body)
        except BROKEN:
            time.sleep(0.02)
            return None

    def repeat(self, expected, method, target, headers={}, body=None):
        """Repeats a request until it has a response: that of `expected` which follows a success, too."""
        is_first = True
        while not (answer := self.attempt(method, target, headers, body)):
            is_first = False
        if answer[0] != expected[0] and (is_first or answer[0] not in expected):
            self.problems.append(f"{method} {target}: {answer[0]} {answer[2][:200]}")
        return answer

    def add_token(self):
        self.number += 1
        self.token = f"{self.guest} {self.number}"
        # With a secret of its own, it needs no response.
        self.secret = f"speechmemo_{self.chance.getrandbits(256):064x}"
        self.repeat(
            (201, 409), "POST", "/api/tokens",
            {**JSON, "Authorization": "Bearer " + self.server.administrator},
            json.dumps({
                "name": self.token, "scopes": ["read", "write", "transcribe", "admin"],
                "sha256": hashlib.sha256(self.secret.encode()).hexdigest()}))
        self.counts["tokens"] += 1
        self.sessions = []

    def begin(self):
        """A session whose response is lost stays below the token, which ends it."""
        answer = self.attempt("POST", "/api/session", {"Authorization": "Bearer " + self.secret})
        if answer:
            self.note(answer)

    def begin_with_code(self, parent):
        answer = self.attempt("POST", "/api/session/codes", parent.headers)
        if not answer:
            return
        if answer[0] != 201:
            self.problems.append(f"adding a code: {answer[0]} {answer[2][:200]}")
            return
        headers = {"Authorization": "Bearer " + json.loads(answer[2])["token"]}
        answer = self.repeat((204, 401), "POST", "/api/session", headers)
        if answer[0] == 204:
            self.note(answer, parent)
        status = self.ask("POST", "/api/session", headers)[0]
        if status != 401:
            self.problems.append(f"a used code signs in again: {status}")

    def note(self, answer, parent=None):
        status, headers, body = answer
        if status != 204:
            self.problems.append(f"beginning a session: {status} {body[:200]}")
            return
        self.sessions.append(Session(headers["Set-Cookie"].partition(";")[0], parent))
        self.counts["sessions"] += 1

    def use(self, session):
        status = self.ask("GET", "/api/memos?limit=1", session.headers)[0]
        self.counts["uses"] += 1
        if status != (200 if session.is_live else 401):
            state = "live" if session.is_live else "ended"
            self.problems.append(f"a session of {self.token} that is {state} has status {status}")

    def end(self, session, is_everywhere):
        stream = self.follow(session)
        if is_everywhere:
            # The session itself ends last: once it is refused, the others have ended.
            self.repeat((204, 401), "DELETE", "/api/session?everywhere=true", session.headers)
            siblings = [other for other in self.sessions if other.parent is session.parent]
        elif answer := self.attempt("DELETE", "/api/session", session.headers):
            siblings = [session]
            if answer[0] != 204:
                self.problems.append(f"ending a session: {answer[0]} {answer[2][:200]}")
        else:
            status = self.ask("GET", "/api/memos?limit=1", session.headers)[0]
            siblings = [session] if status == 401 else []
        self.finish([other for other in self.sessions if any(other.is_below(each) for each in siblings)])
        self.close(stream, session)

    def revoke(self):
        live = [session for session in self.sessions if session.is_live]
        session = self.chance.choice(live) if live else None
        stream = session and self.follow(session)
        if self.chance.random() < 0.2:
            ended = subprocess.run(
                [self.server.program, "tokens", "revoke", self.token], env=self.server.environment,
                capture_output=True, text=True)
            if ended.returncode:
                self.problems.append(f"revoking {self.token}: {ended.stderr}")
            self.counts["revocations"] += 1
        else:
            self.repeat(
                (204, 404), "DELETE", "/api/tokens/" + urllib.parse.quote(self.token),
                {"Authorization": "Bearer " + self.server.administrator})
        self.finish(self.sessions)
        status = self.ask("GET", "/api/memos?limit=1", {"Authorization": "Bearer " + self.secret})[0]
        if status != 401:
            self.problems.append(f"{self.token} is revoked, but has status {status}")
        self.close(stream, session)
        self.ended += self.sessions
        self.token, self.sessions = None, []

    def finish(self, sessions):
        for session in sessions:
            self.counts["ended"] += session.is_live
            session.is_live = False
            self.use(session)

    def follow(self, session):
        """Opens a stream of events with the session, and returns the server's run with it."""
        run = self.server.run
        with contextlib.suppress(*BROKEN):
            connection, response = self.server.open("GET", "/api/events", session.headers, timeout=10)
            if response.status != 200:
                self.problems.append(f"following events with a session: {response.status}")
            return run, connection, response

    def close(self, stream, session):
        """The server must close the stream of a session that has ended."""
        if stream is None:
            return
        run, connection, response = stream
        with contextlib.closing(connection):
            if session.is_live:
                return
            deadline = time.monotonic() + 10
            try:
                while line := response.readline():
                    if time.monotonic() > deadline:
                        raise TimeoutError
            except TimeoutError:
                self.problems.append(f"a stream of {self.token} outlives its session")
            except BROKEN:
                pass
            self.counts["streams"] += run == self.server.run

    def check(self):
        """Runs at the end, after the last kill."""
        for session in self.ended + self.sessions:
            self.use(session)
        if self.token:
            self.revoke()
