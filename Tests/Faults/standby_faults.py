#!/usr/bin/env python3
"""Kills PostgreSQL's primary, runs 'speechmemo serve' and 'speechmemo transcriber' on a read-only standby
for a while, and promotes it. Then makes the role's transactions read-only for a while. Checks that
reads always succeed, that uploads get 503 and can be finished afterwards, that jobs resume without
intervention, and that nothing acknowledged is lost or transcribed twice.

usage: standby_faults.py SPEECHMEMO [SECONDS]
  SECONDS  duration of each read-only phase (30)
"""

import http.client, json, os, pathlib, subprocess, sys, tempfile, time
from fault_run import ending

HOSTING = pathlib.Path(__file__).resolve().parents[2] / "Benchmarks" / "Hosting"
sys.path.insert(0, str(HOSTING))
from machines import SCRIPTS, Server, Transcriber
from sounds import sound, texts

# A lease lasts 30 seconds, and transcribers poll for jobs every 10.
PATIENCE = 60


class Postgres:
    """A PostgreSQL server that can be promoted and killed."""

    def __init__(self, folder, *options):
        self.folder = folder
        self.process = subprocess.Popen(
            [SCRIPTS / "postgres", "--temporary", *options, folder], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        if not self.process.stdout.readline().startswith("postgres:"):
            sys.exit(f"{pathlib.Path(sys.argv[0]).name}: PostgreSQL did not start")

    def ask(self, statement):
        """Returns the values that a statement prints."""
        return subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", statement,
             f"host={self.folder} user=postgres dbname=postgres"],
            check=True, capture_output=True, text=True).stdout.split()

    def promote(self):
        self.order("promote", "promoted")

    def restart(self, mode):
        """Crashes and restarts the server, or restarts it regularly if the mode is 'fast'."""
        self.order(f"restart {mode}".strip(), "restarted")

    def order(self, line, done):
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        if self.process.stdout.readline() != f"{done}\n":
            sys.exit(f"{pathlib.Path(sys.argv[0]).name}: PostgreSQL did not {line}")

    def kill(self):
        self.process.stdin.close()
        self.process.wait()


class Hosting:
    """A primary, its synchronous standby, a server, a transcriber, and the acknowledged memos."""

    library = "a"

    def __init__(self, program, room):
        self.program, self.room, self.closing = program, room, []
        self.memos, self.problems, self.number = {}, [], 0
        self.primary = self.open(Postgres(room / "primary"))
        self.primary.ask("CREATE ROLE owner LOGIN; CREATE ROLE server LOGIN; "
                         "GRANT CREATE ON DATABASE postgres TO owner")
        self.standby = self.open(Postgres(room / "standby", "--standby-of", room / "primary"))
        self.primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.primary.ask("SELECT pg_reload_conf()")
        while self.primary.ask("SELECT sync_state FROM pg_stat_replication") != ["sync"]:
            time.sleep(0.05)
        (room / "audio").mkdir()
        address = f"postgres:///postgres?host={room}/primary,{room}/standby"
        self.environment = {
            **os.environ, "SPEECHMEMO_DATABASE": f"{address}&user=server", "HOME": str(room),
            "SPEECHMEMO_AUDIO": str(room / "audio"), "SPEECHMEMO_HELPER": str(HOSTING / "engine.py"),
            "HOSTING_SECONDS": "0.2"}
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
            part.kill() if isinstance(part, Postgres) else part.close()

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

    def fault(self, name, seconds, begin, end):
        first = self.upload(2)
        self.wait(f"{name}: the memo is not transcribed", lambda: self.shown().get(first))
        running = self.upload(40)
        for _ in range(3):
            self.upload(3)
        self.wait(f"{name}: the job does not start", lambda: running in self.transcriber.begun)
        begin()
        upload, reads, refusals, slowest = self.begin_upload(3), 0, 0, 0
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            began = time.monotonic()
            self.expect(self.memos.keys() == self.shown().keys(), f"{name}: memos are missing")
            status, _, body = self.ask("GET", f"/api/memos/{first}/audio")
            self.expect(status == 200 and body == self.memos[first][0], f"{name}: audio: {status}")
            slowest = max(slowest, time.monotonic() - began)
            reads += 1
            status, _ = self.send(upload)
            self.expect(status == 503, f"{name}: an upload: {status}")
            refusals += status == 503
            time.sleep(0.2)
        count = self.segment_count()
        end()
        resumed = self.wait(f"{name}: the job does not resume", lambda: self.segment_count() != count)
        sent = self.wait(f"{name}: the upload does not finish", lambda: self.send(upload)[1])
        done = self.wait(f"{name}: jobs remain", lambda: all(self.shown().values()))
        print(f"{name}: {reads} reads, at most {slowest:.1f} s; {refusals} uploads refused; "
              f"jobs resumed after {resumed:.1f} s, the upload finished {sent:.1f} s later, "
              f"and the last transcript {done:.1f} s later", flush=True)

    def segment_count(self):
        return self.standby.ask("SELECT count(*) FROM speechmemo.segments")

    def compare(self):
        self.expect(self.memos.keys() == self.shown().keys(), "memos are missing at the end")
        for memo, (data, number, parts) in self.memos.items():
            _, _, body = self.ask("GET", f"/api/memos/{memo}/audio")
            self.expect(body == data, f"the audio of memo {number} differs from the upload")
            status, _, body = self.ask("GET", f"/api/memos/{memo}/transcription")
            text = [segment["text"] for segment in json.loads(body)["segments"]] \
                if status == 200 else status
            self.expect(text == texts(number, parts), f"the text of memo {number} is {text}")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 30
    with tempfile.TemporaryDirectory(prefix="speechmemo-faults-") as name:
        # PostgreSQL runs as another user if this is root.
        pathlib.Path(name).chmod(0o755)
        hosting = Hosting(os.path.abspath(sys.argv[1]), pathlib.Path(name))
        server = hosting.standby

        def make_read_only():
            server.ask("ALTER ROLE server SET default_transaction_read_only = on")
            server.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                       "WHERE usename = 'server'")

        def make_writable():
            server.ask("ALTER ROLE server RESET default_transaction_read_only")

        try:
            hosting.fault("standby", seconds, hosting.primary.kill, server.promote)
            hosting.fault("read-only role", seconds, make_read_only, make_writable)
            hosting.compare()
        finally:
            hosting.close()
    return ending(hosting.problems, "reads always succeeded, and nothing is lost or duplicated")


if __name__ == "__main__":
    sys.exit(main())
