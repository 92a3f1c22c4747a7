"""A server and a transcriber of a library in PostgreSQL, and a client that uploads and compares."""

import http.client, json, os, pathlib, subprocess, sys, time

HOSTING = pathlib.Path(__file__).resolve().parents[2] / "Benchmarks" / "Hosting"
sys.path.insert(0, str(HOSTING))
from machines import Server, Transcriber
from sounds import sound, texts

# A lease lasts 30 seconds, and transcribers poll for jobs every 10.
PATIENCE = 60


class Hosting:
    """A server, a transcriber, and the acknowledged memos. `problems` has what went wrong."""

    library = "a"

    def __init__(self, program, room):
        self.program, self.room, self.closing = program, room, []
        self.memos, self.problems, self.number = {}, [], 0

    def serve(self, address, **environment):
        """Prepares the database, whose roles are 'owner' and 'server', and starts both programs."""
        self.environment = {
            **os.environ, "SPEECHMEMO_DATABASE": f"{address}&user=server", "HOME": str(self.room),
            "SPEECHMEMO_HELPER": str(HOSTING / "engine.py"), "HOSTING_SECONDS": "0.2",
            **environment}
        self.prepare(["libraries", "prepare", "--database", f"{address}&user=owner",
                      "--served-by", "server"])
        self.token = self.run("tokens", "add", "faults", "--scope", "read,write,transcribe").strip()
        self.server = self.open(Server(self, 1))
        self.transcriber = self.open(Transcriber(self, 1, 1))
        self.server.start()
        self.transcriber.start()
        self.wait("the server does not start", self.is_answering)

    def prepare(self, command):
        """Creates the tables with the command, and a library."""
        self.run(*command)
        self.run("libraries", "add", self.library)

    def open(self, part):
        self.closing.append(part)
        return part

    def close(self):
        for part in reversed(self.closing):
            part.close()

    def start(self, *words):
        environment = {**self.environment, "SPEECHMEMO_HOME": str(self.room / "console")}
        if words[0] != "libraries":
            environment["SPEECHMEMO_LIBRARY"] = self.library
        return subprocess.Popen(
            [self.program, *words], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)

    def run(self, *words):
        process = self.start(*words)
        output, errors = process.communicate()
        if process.returncode:
            sys.exit(f"{pathlib.Path(sys.argv[0]).name}: speechmemo {' '.join(words)}: {errors}")
        return output

    def expect(self, is_so, text):
        if not is_so and text not in self.problems:
            self.problems.append(text)

    def wait(self, problem, condition):
        """Waits until the condition is true, and returns the seconds waited."""
        began = time.monotonic()
        while not condition():
            if time.monotonic() - began > PATIENCE + 30:
                self.problems.append(problem)
                break
            time.sleep(0.05)
        return time.monotonic() - began

    # Requests

    def ask(self, method, target, headers={}, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        try:
            connection.request(method, target, body, {
                "Authorization": f"Bearer {self.token}", "Tus-Resumable": "1.0.0", **headers})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def is_answering(self):
        try:
            return self.ask("GET", "/api/memos")[0] == 200
        except OSError:
            return False

    def begin_upload(self, parts):
        self.number += 1
        data = sound(self.number, parts)
        status, headers, body = self.ask("POST", "/api/uploads", {"Upload-Length": str(len(data))})
        self.expect(status == 201, f"creating an upload: {status} {body}")
        return headers["Location"], data, self.number, parts

    def send(self, upload):
        """Sends the rest of an upload, and returns the status and the memo."""
        target, data, number, parts = upload
        status, headers, body = self.ask("HEAD", target)
        self.expect(status == 200, f"the status of an upload: {status}")
        if status != 200:
            return status, None
        offset = int(headers["Upload-Offset"])
        status, headers, body = self.ask("PATCH", target, {
            "Content-Type": "application/offset+octet-stream", "Upload-Offset": str(offset)},
            data[offset:])
        memo = headers.get("Upload-Memo")
        if memo:
            self.memos[memo] = (data, number, parts)
        return status, memo

    def upload(self, parts):
        upload = self.begin_upload(parts)
        status, memo = self.send(upload)
        self.expect(memo, f"an upload: {status}")
        return memo

    def shown(self):
        """Returns the IDs of the listed memos, and whether they are transcribed."""
        status, _, body = self.ask("GET", "/api/memos?limit=500")
        self.expect(status == 200, f"reading: {status} {body}")
        memos = json.loads(body)["memos"] if status == 200 else []
        return {memo["id"]: memo["transcription"]["status"] == "done" for memo in memos}

    # Faults

    def logs(self):
        return self.server.log.read_text() + self.transcriber.log.read_text()

    def outage(self, name, seconds, begin, end, cause):
        """Uploads while database or store can't be reached. A log must name the cause."""
        first = self.upload(2)
        self.wait(f"{name}: the memo is not transcribed", lambda: self.shown().get(first))
        upload, logged = self.begin_upload(3), len(self.logs())
        begin()
        deadline, slowest, statuses = time.monotonic() + seconds, 0, set()
        while time.monotonic() < deadline:
            began = time.monotonic()
            try:
                # The last request stores the audio.
                status, memo = self.try_sending(upload)
                statuses.add(status)
                self.expect(not memo, f"{name}: an upload was acknowledged")
                self.expect(status == 503, f"{name}: an upload: {status}")
            except (OSError, http.client.HTTPException) as error:
                self.problems.append(f"{name}: {error!r}")
                break
            slowest = max(slowest, time.monotonic() - began)
            time.sleep(0.5)
        end()
        sent = self.wait(f"{name}: the upload does not finish",
                         lambda: self.try_sending(upload)[1])
        done = self.wait(f"{name}: jobs remain", lambda: all(self.shown().values()))
        new = self.logs()[logged:]
        self.expect(cause in new, f"{name}: no log names the cause: {new[-600:]}")
        print(f"{name}: refused with {statuses} after at most {slowest:.1f} s; the upload finished "
              f"{sent:.1f} s after the fault, and its transcript {done:.1f} s later", flush=True)

    def try_sending(self, upload):
        """Returns the status of a request that failed, or the last status and the memo."""
        target, data, number, parts = upload
        status, headers, _ = self.ask("HEAD", target)
        if status != 200:
            return status, None
        return self.send(upload)

    def compare(self):
        self.expect(self.memos.keys() == self.shown().keys(), "memos are missing at the end")
        for memo, (data, number, parts) in self.memos.items():
            _, _, body = self.ask("GET", f"/api/memos/{memo}/audio")
            self.expect(body == data, f"the audio of memo {number} differs from the upload")
            status, _, body = self.ask("GET", f"/api/memos/{memo}/transcript")
            text = [segment["text"] for segment in json.loads(body)["segments"]] \
                if status == 200 else status
            self.expect(text == texts(number, parts), f"the text of memo {number} is {text}")
