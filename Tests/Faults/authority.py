#!/usr/bin/env python3
"""Sends every operation of the OpenAPI document of 'speechmemo serve' with tokens of every kind. Checks
that the status is 401 or 403 exactly where the document's scopes refuse the token, that it is documented
and never a server error, and that refused requests, and tokens of another library, change nothing.

usage: authority.py SPEECHMEMO [SEED]
"""

import collections, contextlib, hashlib, http.client, json, os, pathlib, random, re, signal, sqlite3
import subprocess, sys, tempfile, threading, time, urllib.parse, uuid
from fault_run import ENGINE, ending

SCOPES = ["read", "write", "transcribe", "keep", "admin"]
# In the title and the text of the library's memos.
MARK = "zanzibar"
LIFETIME = 60
# Why no token can make them succeed here.
UNSUCCESSFUL = {
    "translateAudio": "not supported", "requestSummary": "no language model", "getSummary": "no summary",
    "linkUpload": "no object storage", "editSpeakers": "no speakers", "rememberVoice": "no speakers",
    "cancelJob": "the job has ended", "finishUpload": "no object storage", "forgetVoices": "no voices",
}


class Operation:
    def __init__(self, method, path, fields, document):
        self.method, self.path, self.fields = method, path, fields
        self.name = fields["operationId"]
        security = fields.get("security", document["security"])
        # Each alternative is a set of scopes; none for a public operation.
        self.alternatives = [set(scheme["token"]) for scheme in security if scheme]
        self.statuses = set(fields["responses"])
        self.is_link = path.startswith("/s/")

    def __str__(self):
        return f"{self.method} {self.path}"

    def allows(self, scopes):
        return any(alternative <= scopes for alternative in self.alternatives)


class Key:
    """What a client sends to be authorized. `scopes` is None if that is not valid."""

    def __init__(self, name, scopes=None, headers={}, status=401, query="", is_session=False):
        self.name, self.scopes, self.headers, self.status = name, scopes, headers, status
        self.query, self.is_session = query, is_session

    def refusal(self, operation):
        """Returns the status of a refusal, or None if the operation is allowed."""
        if self.status == 421:
            return 421
        if self.status == 403 and "Origin" in self.headers:
            return None if operation.is_link and operation.method in ("GET", "HEAD") else 403
        if not operation.alternatives:
            return None
        if "Cookie" in self.headers and not (
                operation.path.startswith("/api/") or operation.path == "/v1/realtime"):
            return 401
        if self.name == "a subprotocol" and operation.path != "/v1/realtime":
            return 401
        if self.name == "a sign-in code":
            return None if operation.name == "beginSession" else 403
        if self.scopes is None:
            return self.status
        if not operation.allows(self.scopes):
            return 403
        # docs/server.md: a session can create neither sessions nor tokens, except by showing a code.
        is_bearer = "Authorization" in self.headers
        if self.is_session and (operation.name == "addToken" or
                                operation.name == "beginSession" and is_bearer):
            return 403
        return None


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def sound(chance):
    """Returns a WAV file of a second that no other memo has."""
    data = chance.randbytes(32_000)
    return (b"RIFF" + (36 + len(data)).to_bytes(4, "little") + b"WAVEfmt \x10\0\0\0\1\0\1\0"
            + (16_000).to_bytes(4, "little") + (32_000).to_bytes(4, "little") + b"\2\0\x10\0data"
            + len(data).to_bytes(4, "little") + data)


def form(**fields):
    parts = [b"--x\r\nContent-Disposition: form-data; name=\"%s\"%s\r\n\r\n%s\r\n" % (
        name.encode(), b"; filename=\"a.wav\"" if isinstance(value, bytes) else b"",
        value if isinstance(value, bytes) else value.encode()) for name, value in fields.items()]
    return {"Content-Type": "multipart/form-data; boundary=x"}, b"".join(parts) + b"--x--\r\n"


class Run:
    def __init__(self, program, room, chance):
        self.program, self.room, self.chance, self.problems = program, room, chance, []
        self.statuses, self.successes, self.known = collections.Counter(), set(), set()
        (room / "engine").write_text(ENGINE)
        (room / "engine").chmod(0o755)
        self.environment = {**os.environ, "SPEECHMEMO_HELPER": str(room / "engine")}
        self.library = room / "library"

    def command(self, *words, library="library"):
        return subprocess.run(
            [self.program, *words], env={**self.environment, "SPEECHMEMO_HOME": str(self.room / library)},
            check=True, capture_output=True, text=True).stdout.strip()

    def token(self, name, scopes, *options, library="library"):
        return self.command(
            "tokens", "add", name, "--scope", ",".join(scopes), *options, library=library)

    def start(self):
        self.full = self.token("full", SCOPES)
        self.token("full", SCOPES, library="other")
        with open(self.room / "errors", "w") as errors:
            self.server = subprocess.Popen(
                [self.program, "serve", "--port", "0", "--rate-limit", "0", "--json", "--library",
                 str(self.library), "--library", str(self.room / "other")],
                env=self.environment, stdout=subprocess.PIPE, stderr=errors, text=True)
        while "port" not in (event := json.loads(self.server.stdout.readline())):
            pass
        self.port = event["port"]
        threading.Thread(target=lambda: [None for _ in self.server.stdout], daemon=True).start()

    def ask(self, method, target, headers=None, body=None):
        """Returns the status, the headers, and the body, of a stream only its beginning."""
        headers = bearer(self.full) if headers is None else headers
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.putrequest(method, target, skip_host="Host" in headers)
            for name, values in headers.items():
                for value in values if isinstance(values, list) else [values]:
                    connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            response = connection.getresponse()
            is_stream = response.status == 101 or \
                (response.getheader("Content-Type") or "").startswith("text/event-stream")
            return response.status, response.headers, b"" if is_stream else response.read()
        finally:
            connection.close()

    def json(self, method, target, value=None, status=200):
        headers = {**bearer(self.full), "Content-Type": "application/json"}
        body = None if value is None else json.dumps(value).encode()
        answer = self.ask(method, target, headers, body)
        if answer[0] != status:
            raise SystemExit(f"authority: {method} {target}: {answer[0]} {answer[2][:300]}")
        return json.loads(answer[2]) if answer[2] else None

    # MARK: What the requests are about

    def memo(self, has_transcript=True):
        """Adds a memo and returns its id."""
        fields, body = form(file=sound(self.chance), title=f"The {MARK} talk",
                            transcript="true" if has_transcript else "false")
        status, _, answer = self.ask("POST", "/api/memos", {**bearer(self.full), **fields}, body)
        if status != 201:
            raise SystemExit(f"authority: adding a memo: {status} {answer}")
        memo = json.loads(answer)["id"]
        end = time.monotonic() + 30
        while has_transcript and self.ask("GET", f"/api/memos/{memo}/transcript")[0] != 200:
            if time.monotonic() > end:
                raise SystemExit("authority: no transcript after 30 seconds")
            time.sleep(0.02)
        return memo

    def things(self, operation):
        """Makes new things for an operation, and returns the values of its path and its body."""
        name, path = operation.name, operation.path
        needs = re.search("transcript|version|voices", path + name.lower()) is not None
        memo = self.memo(needs) if "memo" in path.lower() or operation.is_link or needs else str(uuid.uuid4())
        values = {"memo": memo, "job": str(uuid.uuid4()), "library": "library", "model": "whisper-1",
                  "sha": "0" * 64, "file": "app.js", "version": "1", "secret": "none",
                  "link": str(uuid.uuid4()), "upload": str(uuid.uuid4()), "token": "nobody"}
        details = {"transcript": str(uuid.uuid4()), "current": 1}
        if "{version}" in path or name in ("editTranscript", "editSpeakers", "rememberVoice"):
            text = self.json("GET", f"/api/memos/{memo}/transcript")["segments"][0]["text"]
            self.json("PATCH", f"/api/memos/{memo}/transcript",
                      {"segment": 0, "was": text, "text": f"On {MARK}"})
            versions = self.json("GET", f"/api/memos/{memo}/versions")["versions"]
            current = next(version for version in versions if version["isCurrent"])
            details = {"transcript": current["transcript"], "current": current["version"]}
        if "{secret}" in path or "{link}" in path:
            link = self.json("POST", f"/api/memos/{memo}/links", {}, 201)
            values.update(secret=link["path"].rpartition("/")[2], link=link["id"])
        if "{upload}" in path:
            headers = {**bearer(self.full), "Tus-Resumable": "1.0.0", "Upload-Length": "8"}
            target = self.ask("POST", "/api/uploads", headers)[1]["Location"]
            values["upload"] = target.rpartition("/")[2]
        if "{token}" in path:
            values["token"] = f"short {uuid.uuid4()}"
            self.json("POST", "/api/tokens", {"name": values["token"]}, 201)
        if "{sha}" in path:
            values["sha"] = hashlib.sha256(self.ask("GET", f"/api/memos/{memo}/audio")[2]).hexdigest()
        if name in ("restoreMemo", "restoreMemos", "deleteMemos"):
            self.json("DELETE", f"/api/memos/{memo}", status=204)
        if name == "sendTestEvent":
            self.json("PUT", "/api/webhook", {"url": "http://127.0.0.1:9/hook"})
        return values, self.body(operation, memo, details)

    def body(self, operation, memo, details):
        """Returns the fields and the bytes of a valid body."""
        media = operation.fields.get("requestBody", {}).get("content", {})
        if "multipart/form-data" in media:
            return form(file=sound(self.chance), model="whisper-1") if operation.path.startswith("/v1/") \
                else form(file=sound(self.chance), title="A new talk")
        if "application/offset+octet-stream" in media:
            if operation.name == "startUpload":
                return {"Tus-Resumable": "1.0.0", "Upload-Length": "8"}, None
            return {"Tus-Resumable": "1.0.0", "Upload-Offset": "0",
                    "Content-Type": "application/offset+octet-stream"}, b"RIFF"
        if "101" in operation.statuses:
            return {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}, None
        if "application/json" not in media:
            return {}, None
        value = self.example(media["application/json"])
        for name, new in {"ids": [memo], "url": "http://127.0.0.1:9/hook", "was": "word", **details,
                          "name": f"new {uuid.uuid4()}"}.items():
            if name in value:
                value[name] = new
        if operation.name == "editTranscript":
            value["was"] = f"On {MARK}"
        return {"Content-Type": "application/json"}, json.dumps(value).encode()

    def example(self, media):
        """Returns the example of a body in the document."""
        if "example" in media:
            return dict(media["example"])
        schema = media["schema"]
        while "examples" not in schema:
            schema = schema.get("oneOf", [schema])[0]
            if "$ref" in schema:
                schema = self.document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        return dict(schema["examples"][0])

    def operations(self):
        self.document = json.loads(self.ask("GET", "/api/openapi.json", {})[2])
        for path, item in self.document["paths"].items():
            for method, fields in item.items():
                if method in ("get", "post", "put", "patch", "delete", "options"):
                    yield Operation(method.upper(), path, fields, self.document)
                if method == "get":
                    yield Operation("HEAD", path, fields, self.document)

    def keys(self):
        """Returns keys of all kinds. Waits until the short-lived ones have expired."""
        short = self.token("short", SCOPES, "--expires", "1m")
        short_session = self.session(short)
        assert self.ask("GET", "/api/tags", bearer(short))[0] == 200
        memo = self.memo()
        secret = self.json("POST", f"/api/memos/{memo}/links", {}, 201)["path"].rpartition("/")[2]
        self.dead_links = [self.json("POST", f"/api/memos/{memo}/links", {"expiresIn": LIFETIME}, 201)]
        self.dead_links.append(self.json("POST", f"/api/memos/{memo}/links", {}, 201))
        self.json("DELETE", f"/api/memos/{memo}/links/{self.dead_links[1]['id']}", status=204)
        trashed = self.memo()
        self.dead_links.append(self.json("POST", f"/api/memos/{trashed}/links", {}, 201))
        self.json("DELETE", f"/api/memos/{trashed}", status=204)
        begun = time.monotonic()
        revoked = self.token("revoked", SCOPES)
        revoked_session = self.session(revoked)
        assert self.ask("GET", "/api/tags", revoked_session)[0] == 200
        self.command("tokens", "revoke", "revoked")
        ended = self.session(self.full)
        self.ask("DELETE", "/api/session", ended)
        codes = [self.json("POST", "/api/session/codes", status=201)["token"] for _ in range(2)]
        of_code = self.session(codes[1])
        wrong = "speechmemo_" + "".join(self.chance.choices("abcdefghijklmnopqrstuvwxyz234567", k=52))
        session = self.session(self.full)
        # Sessions with one scope show that a session has no more than its token.
        reader = self.token("reader", ["read"])
        everything = set(SCOPES)
        keys = [
            Key("nothing"), Key("an empty token", headers={"Authorization": "Bearer "}),
            Key("a wrong token", headers=bearer(wrong)),
            Key("a longer token", headers=bearer(self.full + "a")),
            Key("a shorter token", headers=bearer(self.full[:-1])),
            Key("a token of capitals", headers=bearer(self.full.upper())),
            Key("basic authorization", headers={"Authorization": f"Basic {self.full}"}),
            Key("a valid token and a wrong one",
                headers={"Authorization": [f"Bearer {self.full}", f"Bearer {wrong}"]}),
            Key("an expired token", headers=bearer(short)),
            Key("a session of an expired token", headers=short_session),
            Key("a revoked token", headers=bearer(revoked)),
            Key("a session of a revoked token", headers=revoked_session),
            Key("an ended session", headers=ended), Key("a used code", headers=bearer(codes[1])),
            Key("a share link", headers=bearer(secret)),
            Key("a token of a library that is not served",
                headers=bearer(self.token("alone", SCOPES, library="alone"))),
            Key("a token in the query", headers={}, query=f"token={self.full}"),
            Key("a session from a page of another site", None, {**session, "Sec-Fetch-Site": "same-site"}),
            Key("a token from a page of another site", everything,
                {**bearer(self.full), "Origin": "https://other.example"}, 403),
            Key("a token for another host", everything,
                {**bearer(self.full), "Host": "other.example"}, 421),
            Key("a sign-in code", set(), bearer(codes[0])),
            Key("all scopes", everything, bearer(self.full)),
            Key("a lower-case scheme", everything, {"authorization": f"bearer {self.full}"}),
            Key("a subprotocol", everything,
                {"Sec-WebSocket-Protocol": f"realtime, openai-insecure-api-key.{self.full}"}),
            Key("a session", everything, session, is_session=True),
            Key("a session's token", everything, bearer(session["Cookie"].partition("=")[2]),
                is_session=True),
            Key("a session of a code", {"read", "write", "transcribe"}, of_code, is_session=True),
            Key("a reader's session", {"read"}, self.session(reader), is_session=True),
        ]
        for scope in SCOPES:
            rest = everything - {scope}
            keys.append(Key(f"only {scope}", {scope}, bearer(self.token(f"only {scope}", [scope]))))
            keys.append(Key(f"all but {scope}", rest, bearer(self.token(f"not {scope}", rest))))
        time.sleep(max(0, begun + LIFETIME + 2 - time.monotonic()))
        return keys

    def session(self, token):
        """Returns the cookie of a new session."""
        status, headers, body = self.ask("POST", "/api/session", bearer(token))
        if status != 204:
            raise SystemExit(f"authority: beginning a session: {status} {body}")
        return {"Cookie": headers["Set-Cookie"].partition(";")[0]}

    # MARK: Checks

    def state(self):
        """Returns all rows of the library's databases, and its files."""
        state = {}
        for path in sorted(path for path in self.library.rglob("*") if path.is_file()):
            name = str(path.relative_to(self.library))
            if path.suffix in (".sqlite", ".db"):
                with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as base:
                    for (table,) in base.execute(
                            "SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
                        columns = [row[1] for row in base.execute(f"PRAGMA table_info('{table}')")]
                        kept = [f'"{column}"' for column in columns if "used" not in column.lower()]
                        with contextlib.suppress(sqlite3.OperationalError):
                            state[f"{name} {table}"] = sorted(map(repr, base.execute(
                                f"SELECT {', '.join(kept)} FROM '{table}'")))
            elif not path.name.endswith(("-wal", "-shm", ".lock")):
                state[name] = hashlib.sha256(path.read_bytes()).hexdigest()
        return state

    def send(self, operation, key, things):
        """Sends a request, and returns the status and the body."""
        values, (fields, body) = things
        path = re.sub(r"\{(\w+)\}", lambda match: urllib.parse.quote(values[match[1]]), operation.path)
        query = [f"{parameter['name']}={MARK}" for parameter in operation.fields.get("parameters", [])
                 if parameter.get("in") == "query" and parameter.get("required")]
        query += [f"claim={uuid.uuid4()}"] if "/api/queue/{" in operation.path else []
        query += [key.query] if key.query else []
        target = path + ("?" + "&".join(query) if query else "")
        status, headers, answer = self.ask(operation.method, target, {**fields, **key.headers}, body)
        self.statuses[status] += 1
        expected, found = key.refusal(operation), []
        if status >= 500:
            found.append("a server error")
        elif str(status) not in operation.statuses:
            found.append("not documented")
        if expected and status != expected:
            found.append(f"not {expected}")
        if not expected and status in (401, 403):
            found.append("refused")
        if status == 401 and headers["WWW-Authenticate"] != "Bearer":
            found.append("without WWW-Authenticate")
        if expected and status == expected and operation.method != "HEAD" and (
                headers["Content-Type"] != "application/problem+json"
                or json.loads(answer)["status"] != status):
            found.append("not a problem document")
        # Most requests are sent twice.
        if found and (str(operation), key.name, status) not in self.known:
            self.known.add((str(operation), key.name, status))
            self.problems.append(
                f"{' and '.join(found)}: {operation} with {key.name}: {status} {answer[:200]}")
        if status < 300 or status == 101:
            self.successes.add(operation.name)
        return status, answer

    def refuse(self, pairs, things):
        """Sends requests that must change nothing in the library, or show nothing of it."""
        state = self.state()
        for operation, key in pairs:
            _, answer = self.send(operation, key, things[operation.name])
            if MARK.encode() in answer.lower() and not operation.is_link:
                self.problems.append(f"{operation} with {key.name} shows {answer[:200]}")
            new = self.state()
            if new != state:
                parts = [name for name in state | new if state.get(name) != new.get(name)]
                self.problems.append(f"{operation} with {key.name} changed {parts}")
                state = new

    def quiet(self):
        """Waits until the library no longer changes."""
        state = None
        while state != (state := self.state()):
            time.sleep(1.5)

    def keeping(self, keys):
        """Checks what the scopes allow within two operations."""
        memo = self.memo()
        self.quiet()
        for key in keys:
            if not key.scopes or "Authorization" not in key.headers or key.status != 401:
                continue
            before = self.state()
            if "read" in key.scopes:
                call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
                    "name": "set_title", "arguments": {"id": memo, "title": f"For {key.name}"}}}
                answer = self.ask("POST", "/mcp", {**key.headers, "Content-Type": "application/json"},
                                  json.dumps(call).encode())[2]
                if (self.state() != before) != ("write" in key.scopes):
                    self.problems.append(f"set_title with {key.name}: {answer[:200]}")
            if "transcribe" in key.scopes:
                before = self.count()
                fields, body = form(file=sound(self.chance), model="whisper-1")
                status, _, answer = self.ask(
                    "POST", "/v1/audio/transcriptions", {**key.headers, **fields}, body)
                if status != 200:
                    self.problems.append(f"transcribing with {key.name}: {status} {answer[:200]}")
                if self.count() - before != ("keep" in key.scopes):
                    self.problems.append(f"{self.count() - before} memos kept with {key.name}")

    def count(self):
        return len(self.json("GET", "/api/memos?limit=1000&place=any")["memos"])

    def test(self):
        operations = list(self.operations())
        keys = self.keys()
        for link in self.dead_links:
            for end in ("", "/audio", "/transcript"):
                status = self.ask("GET", link["path"] + end, {})[0]
                if status != 404:
                    self.problems.append(f"{status} for an expired or revoked link{end}, or one to the trash")
        # All with the same things, which the cache then holds.
        things = {operation.name: self.things(operation) for operation in operations}
        full = next(key for key in keys if key.name == "all scopes")
        for operation in operations:
            if operation.method == "GET":
                self.send(operation, full, things[operation.name])
        self.quiet()
        pairs = [(operation, key) for operation in operations for key in keys]
        self.chance.shuffle(pairs)
        self.refuse([pair for pair in pairs if pair[1].refusal(pair[0])], things)
        other = Key("a token of another library", set(SCOPES),
                    bearer(self.token("reader", SCOPES, library="other")))
        foreign = [operation for operation in operations if operation.alternatives]
        self.chance.shuffle(foreign)
        self.refuse([(operation, other) for operation in foreign], things)
        self.keeping(keys)
        allowed = 0
        for operation, key in pairs:
            if key.name == "a sign-in code":
                # It is valid for five minutes, and works once.
                code = self.json("POST", "/api/session/codes", status=201)["token"]
                key = Key(key.name, key.scopes, bearer(code))
            if key.refusal(operation):
                # Again, between changes.
                self.send(operation, key, things[operation.name])
                continue
            allowed += 1
            if key.is_session and operation.name == "endSession":
                key = Key(key.name, key.scopes, self.session(self.full), is_session=True)
            self.send(operation, key, self.things(operation))
        names = {operation.name for operation in operations if {"queue"} not in operation.alternatives}
        for name in sorted(names - self.successes - UNSUCCESSFUL.keys()):
            self.problems.append(f"{name} never succeeded")
        print(f"{len(operations)} operations, {len(keys) + 1} kinds of tokens: "
              f"{sum(self.statuses.values())} requests, {allowed} of them allowed in the second round; "
              f"{len(self.successes)} operations succeeded")
        print("never succeeded: " + ", ".join(sorted(names - self.successes)))
        print("statuses: " + ", ".join(f"{number} {status}" for status, number in
                                       sorted(self.statuses.items())))


def main():
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="authority-") as folder:
        run = Run(os.path.abspath(sys.argv[1]), pathlib.Path(folder), random.Random(seed))
        run.start()
        try:
            run.test()
        finally:
            run.server.send_signal(signal.SIGTERM)
            try:
                if run.server.wait(60) != 0:
                    run.problems.append(f"the server exited with {run.server.returncode}")
            except subprocess.TimeoutExpired:
                run.problems.append("the server does not stop on SIGTERM")
                run.server.kill()
    sys.exit(ending(run.problems, "the document says who may do what"))


if __name__ == "__main__":
    main()
