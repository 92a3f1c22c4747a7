"""A local and a hosted library that upgrade_faults.py kills programs of, and compares with what was
acknowledged."""

import hashlib, itertools, json, os, pathlib, signal, sqlite3, subprocess, time
from urllib.parse import quote
import earlier_libraries
from earlier_libraries import ROOT, sound, texts
from fault_run import descendants
from killed_server import Server
from standby_faults import Standby
from upgrade_clients import Editor, Uploader
from upgrade_run import interrupted

OTHERS = 150
# The memos of the scripts that are neither transcribed nor in the trash, failed, or canceled.
UNFINISHED = {f"00000000-0000-0000-0000-00000000000{row}" for row in (2, 3)}
# Without progress. A lease lasts 30 seconds.
PATIENCE = 90


class Place:
    """A library under test: local or hosted, with `ask`, `command`, and `rows`."""

    def __init__(self, chance, counts, expected):
        self.chance, self.counts, self.expected = chance, counts, expected
        self.numbers = itertools.count(2_000)

    def listed(self):
        found, cursor = [], ""
        while cursor is not None:
            status, _, body = self.ask("GET", f"/api/memos?limit=500{cursor}")
            if status != 200:
                self.expected.report(f"the list of memos: {status} {body[:200]}")
                return found
            page = json.loads(body)
            found += page["memos"]
            cursor = f"&after={quote(page['next'])}" if page.get("next") else None
        return found

    def compare(self, event, is_end=False):
        """Compares the library with what was acknowledged, and some texts, or all of them."""
        with self.expected.lock:
            problems, listed = [], self.listed()
            found = {memo["id"]: memo for memo in listed}
            sums = [memo["audio"]["sha256"] for memo in listed]
            if len(found) != len(listed) or len(set(sums)) != len(sums):
                problems.append("a memo is listed twice")
            for memo in self.expected.uploads.keys() | self.expected.texts.keys():
                if memo not in found:
                    problems.append(f"memo {memo} is missing")
            for memo, titles in self.expected.titles.items():
                if memo in found and found[memo]["title"] not in titles:
                    problems.append(f"{memo} is named {found[memo]['title']!r}, not {titles}")
            edited = sorted(self.expected.texts)
            for memo in edited if is_end else self.chance.sample(edited, 8):
                text = " ".join(self.texts(memo) or [])
                if text not in self.expected.texts[memo]:
                    problems.append(f"{memo} has the text {text!r}, not {self.expected.texts[memo]}")
        problems += self.verified(False)
        for problem in problems:
            self.expected.report(f"after {self.counts.kills} kills, {event}: {problem}")

    def texts(self, memo):
        status, _, body = self.ask("GET", f"/api/memos/{memo}/transcript")
        return [segment["text"] for segment in json.loads(body)["segments"]] if status == 200 else None

    def verified(self, is_end):
        code, output, errors = self.command("verify", "--json")
        found = [json.loads(line) for line in output.splitlines()]
        # A killed upload may leave audio to 'recover'.
        found = [p for p in found if p.get("problem") and (is_end or p["problem"] != "straySound")]
        return [f"verify: {found or errors}"] if found or code not in (0, 1) else []

    def finish(self):
        """Waits for all transcripts, and checks them."""
        left, deadline = None, 0
        while True:
            waiting = [memo["id"] for memo in self.listed()
                       if memo["transcription"]["status"] in ("waiting", "queued", "running")]
            if not waiting:
                break
            if len(waiting) != left:
                left, deadline = len(waiting), time.monotonic() + PATIENCE
            elif time.monotonic() > deadline:
                self.expected.report(f"not transcribed: {waiting}")
                break
            time.sleep(0.2)
        self.compare("at the end", is_end=True)
        sums = {memo["id"]: memo["audio"]["sha256"] for memo in self.listed()}
        for memo, (number, parts) in self.expected.uploads.items():
            if sums.get(memo) != hashlib.sha256(sound(number, parts)).hexdigest():
                self.expected.report(f"memo {memo} has other audio than {number}")
            if self.texts(memo) != texts(number, parts):
                self.expected.report(f"memo {memo} of audio {number} has the text {self.texts(memo)}")
        for memo in UNFINISHED:
            if not self.texts(memo):
                self.expected.report(f"the library's unfinished memo {memo} is not transcribed")
        for table in ("transcriptions", "jobs"):
            rows = self.rows(table)
            for memo in [*self.expected.uploads, *UNFINISHED]:
                if rows.get(memo) != 1:
                    self.expected.report(f"memo {memo} has {rows.get(memo)} {table}")
        # It makes memos of the audio of killed uploads, but none of audio that a memo has.
        self.command("recover")
        self.compare("after 'recover'")
        for problem in self.verified(True):
            self.expected.report(f"after 'recover': {problem}")

    def disturb(self, newer, installed, kills):
        """Kills while clients work, and replaces the program."""
        seed = self.chance.random()
        clients = [Editor(self, self.expected, seed)] + [
            Uploader(self, self.expected, seed + number, self.numbers) for number in (1, 2)]
        for client in clients:
            client.start()
        end = self.counts.kills + kills
        while self.counts.kills < end and not self.expected.problems:
            time.sleep(self.chance.uniform(0, 1))
            event = self.chance.choice(self.events)
            if self.chance.random() < 0.4:
                installed.replace(newer)
                self.counts.replaced += 1
            event()
            self.compare(event.__name__)
        for client in clients:
            client.stopped.set()
        for client in clients:
            client.join(PATIENCE)
            if client.is_alive():
                self.expected.report(f"the {type(client).__name__.lower()} does not finish")


class Local(Place, Server):
    """A library in a folder, with 'serve'."""

    def __init__(self, room, program, chance, counts, expected):
        Place.__init__(self, chance, counts, expected)
        self.folder, self.log = room / "library", room / "log"
        self.program, self.process = str(program), None
        self.environment = {
            **os.environ, "SPEECHMEMO_HELPER": str(ROOT / "Benchmarks/Hosting/engine.py"),
            "HOSTING_SECONDS": "0.1", "HOME": str(room), "XDG_RUNTIME_DIR": str(room)}
        self.events = [self.kill_server, self.kill_server, self.kill_engine, self.restart]

    def migrate(self, version):
        """Kills the server while it migrates the library, some times, and opens it."""
        earlier_libraries.make_sqlite(self.folder, version, OTHERS)
        before = self.contents()
        for _ in range(self.chance.randint(1, 4)):
            was_killed = interrupted(
                self.chance, self.counts, "server at its start", self.start_logged,
                lambda: '"listening"' in self.log.read_text())
            if self.contents() != before:
                self.expected.report(f"a killed migration from version {version} changed the library")
            if not was_killed:
                break
        Server.__init__(self, self.program, self.folder, self.environment)
        self.start()

    def start_logged(self):
        with open(self.log, "w") as log:
            return subprocess.Popen(
                [self.program, "serve", "--port", "0", "--json"], stdout=log,
                env={**self.environment, "SPEECHMEMO_HOME": str(self.folder)}, stderr=subprocess.DEVNULL)

    def contents(self):
        """Returns the memos with their texts, as another program reads them."""
        database = sqlite3.connect(self.folder / "library.sqlite")
        damage = [row[0] for row in database.execute("PRAGMA integrity_check")]
        if damage != ["ok"]:
            self.expected.report(f"the database is damaged: {damage}")
        memos = database.execute(
            "SELECT id, recordings.title, sha256, body FROM recordings JOIN texts ON recording = row "
            "WHERE status = 'done' ORDER BY row").fetchall()
        database.close()
        return memos

    def command(self, *words):
        done = subprocess.run(
            [self.program, *words], env=self.environment, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr.strip()

    def rows(self, table):
        database = sqlite3.connect(f"file:{self.folder}/library.sqlite?mode=ro", uri=True)
        counts = database.execute(
            f"SELECT recordings.id, count(*) FROM {table} JOIN recordings "
            f"ON recordings.row = {table}.recording GROUP BY 1").fetchall()
        database.close()
        return dict(counts)

    def kill_server(self):
        engines = descendants(self.process.pid)
        self.counts.kill("server", self.process)
        for engine in engines:
            # Nothing of a dead server may write to the library.
            deadline = time.monotonic() + 10
            while pathlib.Path(f"/proc/{engine}/exe").exists() and time.monotonic() < deadline:
                time.sleep(0.02)
        self.start()

    def kill_engine(self):
        for engine in descendants(self.process.pid)[:1]:
            try:
                os.kill(engine, signal.SIGKILL)
            except ProcessLookupError:
                continue
            self.counts.killed["engine"] = self.counts.killed.get("engine", 0) + 1

    def restart(self):
        """As the package's script does."""
        self.process.terminate()
        self.process.wait(60)
        self.counts.restarts += 1
        self.start()

    def close(self):
        if self.process:
            self.process.terminate()
            self.process.wait()


class Hosted(Place, Standby):
    """A library in PostgreSQL, with a server and a transcriber."""

    library = "anna"

    def __init__(self, room, program, chance, counts, expected, version):
        Place.__init__(self, chance, counts, expected)
        self.version = version
        Standby.__init__(self, str(program), room)
        self.events = [self.kill_server, self.kill_transcriber, self.kill_transcriber,
                       self.restart_postgres]
        self.database = self.primary

    def prepare(self, command):
        self.environment["HOSTING_SECONDS"] = "0.05"
        earlier_libraries.make_postgres(
            f"host={self.primary.folder} user=owner dbname=postgres", self.room / "audio/anna",
            self.version, OTHERS)
        self.database = self.primary
        before = self.contents()
        for _ in range(self.chance.randint(1, 4)):
            was_killed = interrupted(
                self.chance, self.counts, "libraries prepare", lambda: self.start(*command),
                lambda: False)
            if self.contents() != before:
                self.expected.report(f"a killed migration from version {self.version} changed memos")
            if not was_killed:
                break
        self.run(*command)

    def contents(self):
        return self.database.ask(
            "SELECT id, title, sha256, body FROM speechmemo.recordings JOIN speechmemo.texts "
            "ON recording = row WHERE status = 'done' ORDER BY row")

    def command(self, *words):
        process = self.start(*words)
        output, errors = process.communicate()
        return process.returncode, output, errors.strip()

    def rows(self, table):
        rows = self.database.ask(
            f"SELECT recordings.id || ',' || count(*) FROM speechmemo.{table} JOIN speechmemo.recordings "
            f"ON recordings.row = {table}.recording GROUP BY recordings.id")
        return {memo: int(count) for memo, count in (row.split(",") for row in rows)}

    def again(self, machine, what):
        self.counts.kill(what, machine.process)
        machine.start()
        self.wait("the server does not start", self.is_answering)

    def kill_server(self):
        self.again(self.server, "hosted server")

    def kill_transcriber(self):
        self.again(self.transcriber, "transcriber")

    def restart_postgres(self):
        self.database.restart(self.chance.choice(["", "fast"]))
        self.counts.restarts += 1
        self.wait("the server does not recover", self.is_answering)

    def promote(self):
        self.primary.close()
        self.standby.promote()
        self.database = self.standby
        self.wait("the server does not recover", self.is_answering)
