"""PostgreSQL, an audio store, servers, and transcribers for many libraries, each as on a separate
machine."""
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
SCRIPTS = HERE.parent.parent / "Scripts"
BUCKET = "memos"
# Shifts clocks. Without this library, all clocks are right.
CLOCKS = next(iter(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")), None)


class Postgres:
    """A PostgreSQL server with the two roles for hosting.

    - pinned: the only processor that it may use.
    """

    def __init__(self, room, pinned=None):
        prefix = ["taskset", "-c", str(pinned)] if pinned is not None else []
        self.command = prefix + [SCRIPTS / "postgres", room / "postgres", "max_connections=300"]
        self.room = room
        self.start()
        self.owner = self.administrator.replace("user=postgres", "user=owner")
        self.server = self.administrator.replace("user=postgres", "user=server")
        self.ask("CREATE ROLE owner LOGIN; CREATE ROLE server LOGIN; "
                 "GRANT CREATE ON DATABASE postgres TO owner")

    def start(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.administrator = self.process.stdout.readline().strip()
        if not self.administrator:
            raise SystemExit("PostgreSQL did not start")

    def ask(self, statement):
        """Returns the rows of a query as strings, as a user who sees all libraries. Retries until the
        server responds."""
        while True:
            asked = subprocess.run(
                ["psql", "-X", "-q", "-A", "-t", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-c", statement,
                 self.administrator], capture_output=True, text=True)
            if asked.returncode == 0:
                return [line.split("\t") for line in asked.stdout.splitlines()]
            if asked.returncode != 2 and "terminating connection" not in asked.stderr:
                raise SystemExit(f"psql: {asked.stderr}")
            time.sleep(0.05)

    def restart(self, mode="immediate"):
        """Restarts the server and waits until it responds: 'immediate' as in a crash, or 'fast'."""
        self.process.stdin.write("restart\n" if mode == "immediate" else f"restart {mode}\n")
        self.process.stdin.flush()
        if self.process.stdout.readline() != "restarted\n":
            raise SystemExit("PostgreSQL did not restart")

    def seconds_of_processor(self):
        """Returns the processor time of all its processes, including ended ones."""
        main = int((self.room / "postgres" / "data" / "postmaster.pid").read_text().split()[0])
        total = 0
        for pid in [main] + children(main):
            try:
                fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            total += sum(int(field) for field in fields[11:15 if pid == main else 13])
        return total / os.sysconf("SC_CLK_TCK")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Store:
    """An S3 store, optionally behind a proxy that injects faults."""

    def __init__(self, room, seed, share):
        self.folder = room / "store"
        log = open(room / "store.log", "w")
        self.process = subprocess.Popen(
            [SCRIPTS / "serve-s3", self.folder], stdout=subprocess.PIPE, stderr=log, text=True,
            env={**os.environ, "SPEECHMEMO_S3_PORT": "0"})
        self.environment = {}
        while "SPEECHMEMO_S3_SECRET_ACCESS_KEY" not in self.environment:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit("the store did not start")
            if line.strip().startswith("export "):
                name, _, value = line.strip()[7:].partition("=")
                self.environment[name] = value
        self.faults = None
        if share:
            self.faults = subprocess.Popen(
                [HERE / "store_faults.py", self.environment["SPEECHMEMO_S3_ENDPOINT"], str(seed),
                 str(share)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.environment["SPEECHMEMO_S3_ENDPOINT"] = self.faults.stdout.readline().strip()

    def calm(self):
        """Stops the faults, and returns their counts."""
        self.faults.stdin.write("calm\n")
        self.faults.stdin.flush()
        return json.loads(self.faults.stdout.readline())

    def sounds(self):
        """Returns all files by (library, name)."""
        return {(file.parent.name, file.name): file
                for file in (self.folder / BUCKET).glob("*/*") if file.is_file()}

    def look_again(self):
        """Makes the service reread the times of files, which it caches."""
        for pid in children(self.process.pid):
            os.kill(pid, signal.SIGHUP)

    def close(self):
        if self.faults:
            self.faults.stdin.close()
            self.faults.wait()
        self.process.terminate()
        self.process.wait()


class Machine:
    """A process that can be killed and restarted with the same configuration."""

    def __init__(self, site, name, words, clock=0):
        self.site, self.name, self.words, self.clock = site, name, words, clock
        self.home = site.room / name
        self.log = site.room / f"{name}.log"
        self.process = None

    def start(self):
        (self.home / "run").mkdir(parents=True, exist_ok=True)
        environment = {**self.site.environment, "SPEECHMEMO_HOME": str(self.home),
                       "XDG_RUNTIME_DIR": str(self.home / "run")}
        if self.clock and CLOCKS:
            environment |= {"LD_PRELOAD": str(CLOCKS), "FAKETIME": f"{self.clock:+d}",
                            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_DISABLE_SHM": "1"}
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(
                [self.site.program, *self.words], env=environment, stdout=subprocess.PIPE,
                stderr=log, text=True)
        process = self.process
        threading.Thread(target=lambda: self.read(process), daemon=True).start()

    def read(self, process):
        for line in process.stdout:
            if line.startswith("{"):
                self.hear(json.loads(line))

    def hear(self, event):
        pass

    def kill(self):
        self.process.kill()
        self.process.wait()

    def close(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def free_port():
    """Returns a port that no outgoing connection takes while the server is down."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as free:
            try:
                free.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class Server(Machine):
    def __init__(self, site, number, clock=0):
        self.port = free_port()
        super().__init__(
            site, f"server-{number}",
            ["serve", "--port", str(self.port), "--rate-limit", "0", "--json"], clock)


class Transcriber(Machine):
    """A transcriber, with the memos that it has started but not finished."""

    def __init__(self, site, number, width, clock=0):
        super().__init__(
            site, f"transcriber-{number}", ["transcriber", "--json", "--concurrency", str(width)],
            clock)
        self.begun = set()
        self.finished = self.failed = 0

    def start(self):
        self.begun = set()
        super().start()

    def hear(self, event):
        if event.get("event") == "began":
            self.begun.add(event["id"])
        elif event.get("event") in ("finished", "failed"):
            self.begun.discard(event["id"])
            self.finished += event["event"] == "finished"
            self.failed += event["event"] == "failed"


class Site:
    """All processes. `clocks` are the offsets of some machines' clocks in seconds."""

    def __init__(self, program, room, seconds, servers, transcribers, width=1, libraries=1,
                 seed=0, faults=0, clocks=(0,), pinned=None):
        self.program, self.room = os.path.abspath(program), pathlib.Path(room)
        # PostgreSQL runs as another user if this is root.
        self.room.chmod(0o755)
        self.closing = []
        self.postgres = self.open(Postgres(self.room, pinned))
        self.store = self.open(Store(self.room, seed, faults))
        self.environment = {
            **os.environ, **self.store.environment, "SPEECHMEMO_DATABASE": self.postgres.server,
            "SPEECHMEMO_AUDIO": f"s3://{BUCKET}", "SPEECHMEMO_HELPER": str(HERE / "engine.py"),
            "HOSTING_SECONDS": str(seconds), "HOME": str(self.room)}
        self.run("libraries", "prepare", "--database", self.postgres.owner, "--served-by", "server")
        self.tokens = {}
        for number in range(libraries):
            name = f"library-{number}"
            self.run("libraries", "add", name)
            self.tokens[name] = self.run("tokens", "add", "uploads", "--scope",
                                         "read,write,transcribe", library=name).strip()
        self.servers = [self.open(Server(self, number, clocks[number % len(clocks)]))
                        for number in range(servers)]
        self.transcribers = [
            self.open(Transcriber(self, number, width, clocks[number % len(clocks)]))
            for number in range(transcribers)]

    def open(self, part):
        self.closing.append(part)
        return part

    def run(self, *words, library=None, check=True):
        environment = {**self.environment, "SPEECHMEMO_HOME": str(self.room / "console")}
        if library:
            environment["SPEECHMEMO_LIBRARY"] = library
        done = subprocess.run([self.program, *words], env=environment, capture_output=True, text=True)
        if check and done.returncode:
            raise SystemExit(f"speechmemo {' '.join(words)}: {done.stderr}")
        return done.stdout

    def close(self):
        for part in reversed(self.closing):
            part.close()


def children(pid):
    found = []
    for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(child) for child in task.read_text().split()]
        except OSError:
            pass
    return found
