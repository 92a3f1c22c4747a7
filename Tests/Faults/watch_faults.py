#!/usr/bin/env python3
"""Kills 'speechmemo watch' at random moments while files arrive: written slowly, renamed into
place, many at once, in subfolders. Then fills the library's disk.

After each kill the library must contain only complete files, and every file that left the watched
folder. At the end the library and the target of moves must contain each file once, every memo must
have its transcript, and no partial files may remain.

usage: watch_faults.py SPEECHMEMO SPEECH_FOLDER [COUNT] [SEED]
  SPEECHMEMO     the program under test
  SPEECH_FOLDER  WAV files of speech, 16-bit mono; clips of them arrive
The full disk requires root and is skipped otherwise.
"""

import hashlib, json, os, pathlib, random, signal, sqlite3, subprocess, sys, tempfile, threading, time
from fault_run import ENGINE, arguments, ending, piece


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Run:
    """A library, a watched folder, and the files that arrived."""

    def __init__(self, program, sources, room, chance, disposal):
        self.program, self.sources, self.chance, self.disposal = program, sources, chance, disposal
        self.home, self.inbox, self.done = room / "library", room / "inbox", room / "done"
        self.inbox.mkdir()
        engine = room / "engine"
        engine.write_text(ENGINE)
        engine.chmod(0o755)
        self.environment = {
            **os.environ, "SPEECHMEMO_HOME": str(self.home), "SPEECHMEMO_HELPER": str(engine),
            "TMPDIR": str(room)}
        self.arrived = {}  # checksum -> path
        self.count = 0

    def watch(self, output):
        options = {"keep": [], "delete": ["--delete"], "move": ["--move-to", str(self.done)]}
        return subprocess.Popen(
            [self.program, "watch", "--json", "--settle", "150ms", *options[self.disposal],
             str(self.inbox)],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)

    def arrive(self):
        """Writes some files, each in one of several ways."""
        for _ in range(self.chance.choice((1, 1, 2, 8))):
            self.count += 1
            folder = self.inbox / self.chance.choice(("", "", "sub", "sub/deep"))
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"{self.count}.wav"
            whole = self.inbox.parent / "whole.wav"
            piece(self.sources, self.chance, whole)
            # A duplicate would correctly be treated as one file.
            while digest(whole) in self.arrived:
                piece(self.sources, self.chance, whole)
            data = whole.read_bytes()
            way = self.chance.choice(("at once", "slowly", "slowly", "renamed", "hidden", "again"))
            if way in ("renamed", "hidden"):
                begun = path.with_name(f".{path.name}.tmp" if way == "hidden" else f"{path.name}.part")
                begun.write_bytes(data)
                # Before the rename, because the watch may be faster than this script.
                self.arrived[hashlib.sha256(data).hexdigest()] = path
                begun.rename(path)
                continue
            self.arrived[hashlib.sha256(data).hexdigest()] = path
            with open(path, "wb") as file:
                if way == "again":
                    # A constant size: only the modification time and the open file show the writing.
                    file.truncate(len(data))
                    time.sleep(0.2)
                    file.seek(0)
                for start in range(0, len(data), 1 + len(data) // 4):
                    file.write(data[start:start + 1 + len(data) // 4])
                    file.flush()
                    if way != "at once":
                        time.sleep(self.chance.uniform(0, 0.3))

    def check(self, is_end=False):
        problems = []
        if not (self.home / "library.sqlite").exists():
            return problems
        database = sqlite3.connect(self.home / "library.sqlite")
        problems += [row[0] for row in database.execute("PRAGMA integrity_check") if row[0] != "ok"]
        problems += [f"foreign key: {row}" for row in database.execute("PRAGMA foreign_key_check")]
        rows = database.execute("SELECT sha256, audio_file, status FROM recordings").fetchall()
        database.close()
        sums = [row[0] for row in rows]
        for checksum, name, status in rows:
            if checksum not in self.arrived:
                problems.append(f"a memo of an incomplete file: {name}")
            try:
                if digest(self.home / "audio" / name) != checksum:
                    problems.append(f"{name} differs from its checksum")
            except OSError as error:
                problems.append(f"{name}: {error}")
            if is_end and status != "done":
                problems.append(f"{name} has no transcript: {status}")
        if len(set(sums)) != len(sums):
            problems.append("a file was imported twice")
        moved = [digest(p) for p in self.done.rglob("*.wav")] if self.done.exists() else []
        for checksum, path in self.arrived.items():
            is_there = path.exists()
            if not is_there and checksum not in sums:
                problems.append(f"{path.name} left the folder and is not in the library")
            if self.disposal == "move" and not is_there and checksum not in moved:
                problems.append(f"{path.name} is neither in its folder nor in the target folder")
            if is_end and checksum not in sums:
                problems.append(f"{path.name} was not imported")
            if is_end and is_there != (self.disposal == "keep"):
                problems.append(f"{path.name} {'still exists' if is_there else 'is missing'}")
        if len(set(moved)) != len(moved):
            problems.append("a file was moved twice")
        if is_end:
            known = {row[1] for row in rows}
            left = [p.name for p in (self.home / "audio").iterdir() if p.name not in known]
            left += [str(p) for p in self.inbox.rglob(".*")]
            left += [str(p) for p in self.done.rglob(".*")] if self.done.exists() else []
            if left:
                problems.append(f"left behind: {left}")
        return problems

    def finish(self):
        """Watches until all files are imported and transcribed, then stops with SIGTERM."""
        log = self.home.parent / "last.jsonl"
        with open(log, "wb") as output:
            process = self.watch(output)
            deadline = time.time() + 600
            while time.time() < deadline and process.poll() is None:
                time.sleep(0.3)
                # A new database may not be readable yet.
                try:
                    database = sqlite3.connect(self.home / "library.sqlite")
                    waiting = database.execute(
                        "SELECT count(*) FROM jobs WHERE state IN ('queued', 'running')").fetchone()[0]
                    database.close()
                except sqlite3.Error:
                    continue
                if b'"waiting"' in log.read_bytes() and not waiting:
                    break
            time.sleep(1)
            process.send_signal(signal.SIGTERM)
            began = time.time()
            code = process.wait(60)
        problems = [] if code == 0 else [f"exit status {code} after SIGTERM: {log.read_text()[-500:]}"]
        if time.time() - began > 5:
            problems.append(f"stopped {time.time() - began:.1f} s after SIGTERM")
        return problems


def kills(program, sources, chance, count, disposal):
    with tempfile.TemporaryDirectory(prefix="speechmemo-faults-") as room:
        run = Run(program, sources, pathlib.Path(room), chance, disposal)
        problems, done = [], 0
        while done < count and not problems:
            with open(pathlib.Path(room) / "log.jsonl", "wb") as output:
                process = run.watch(output)
                writer = threading.Thread(target=run.arrive)
                writer.start()
                time.sleep(chance.uniform(0.02, 2.5))
                if process.poll() is not None:
                    problems.append(f"exited early: {(pathlib.Path(room) / 'log.jsonl').read_text()}")
                process.kill()
                process.wait()
                done += 1
                writer.join()
            problems += [f"after kill {done}: {problem}" for problem in run.check()]
        problems += run.finish()
        problems += [f"at the end: {problem}" for problem in run.check(is_end=True)]
        print(f"{disposal}: {done} kills, {len(run.arrived)} files arrived", flush=True)
        return problems


def full_disk(program, sources, chance):
    """Fills the library's disk for a while, then enlarges it."""
    with tempfile.TemporaryDirectory(prefix="speechmemo-faults-") as room:
        room = pathlib.Path(room)
        (room / "library").mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(room / "library")],
                       check=True)
        try:
            run = Run(program, sources, room, chance, "delete")
            ballast = run.home / "ballast"
            log = room / "log.jsonl"
            with open(log, "wb") as output:
                process = run.watch(output)
                for _ in range(4):
                    run.arrive()
                time.sleep(3)
                with open(ballast, "wb") as file:
                    try:
                        while True:
                            file.write(bytes(65536))
                            file.flush()
                    except OSError:
                        pass
                for _ in range(6):
                    run.arrive()
                time.sleep(5)
                problems = [f"full: {p}" for p in run.check()]
                if process.poll() is not None:
                    problems.append(f"exited on a full disk: {log.read_text()[-500:]}")
                process.kill()
                process.wait()
            postponed = [line for line in log.read_text().splitlines() if "postponed" in line]
            ballast.unlink()
            subprocess.run(["mount", "-o", "remount,size=200m", str(run.home)], check=True)
            problems += run.finish()
            problems += [f"at the end: {p}" for p in run.check(is_end=True)]
            print(f"full disk: {len(run.arrived)} files arrived, {len(postponed)} postponed")
            return problems
        finally:
            subprocess.run(["umount", str(room / "library")], check=False)


def main():
    program, sources, count, chance = arguments(__doc__)
    problems = []
    for disposal in ("keep", "delete", "move"):
        problems += [f"{disposal}: {p}" for p in kills(program, sources, chance, -(-count // 3), disposal)]
    if os.geteuid() == 0:
        problems += [f"full disk: {p}" for p in full_disk(program, sources, chance)]
    return ending(problems, "nothing was lost or duplicated")


if __name__ == "__main__":
    sys.exit(main())
