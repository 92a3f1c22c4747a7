#!/usr/bin/env python3
"""Kills speechmemo, or its speech engine, at random moments during imports, and checks that
nothing is lost.

After each kill the library must contain every memo that an import reported as saved, complete. At
the end every transcription must complete, and the database must pass its integrity check.

usage: import_faults.py SPEECHMEMO SPEECH_FOLDER [COUNT] [SEED]
  SPEECHMEMO     the program under test
  SPEECH_FOLDER  WAV files of speech, 16-bit mono; clips of them are imported
"""

import hashlib, json, os, pathlib, signal, sqlite3, subprocess, sys, tempfile, time
from fault_run import arguments, descendants, ending, piece


def events(text):
    for line in text.splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            pass  # part of a line, from a killed process


class Library:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.environment = {**os.environ, "SPEECHMEMO_HOME": str(folder)}
        self.saved = {}  # memo ID -> checksum of the imported file

    def start(self, *arguments, output):
        return subprocess.Popen(
            [self.program, *arguments], env=self.environment, stdin=subprocess.DEVNULL,
            stdout=output, stderr=subprocess.PIPE)

    def check(self):
        if not self.saved:
            return []
        database = sqlite3.connect(self.folder / "library.sqlite")
        try:
            problems = [row[0] for row in database.execute("PRAGMA integrity_check") if row[0] != "ok"]
            problems += [f"foreign key: {row}" for row in database.execute("PRAGMA foreign_key_check")]
            rows = dict(database.execute("SELECT id, audio_file FROM recordings"))
        finally:
            database.close()
        for identity, checksum in self.saved.items():
            name = rows.get(identity.lower(), rows.get(identity.upper()))
            if name is None:
                problems.append(f"memo {identity} was reported as saved but is missing")
                continue
            try:
                data = (self.folder / "audio" / name).read_bytes()
            except OSError as error:
                problems.append(f"memo {identity}: {error}")
                continue
            if hashlib.sha256(data).hexdigest() != checksum:
                problems.append(f"memo {identity}: its audio differs from the imported file")
        for identity, name in rows.items():
            if not (self.folder / "audio" / name).is_file():
                problems.append(f"memo {identity} has no audio file")
        return problems


def main():
    program, sources, count, chance = arguments(__doc__)
    with tempfile.TemporaryDirectory(prefix="speechmemo-faults-") as room:
        room = pathlib.Path(room)
        library = Library(program, room / "library")
        killed = {"speechmemo": 0, "engine": 0, "neither, because it had finished": 0}
        imported, problems = 0, []
        turn = 0
        while sum(killed.values()) - killed["neither, because it had finished"] < count:
            turn += 1
            files = []
            for number in range(chance.randrange(1, 4)):
                files.append(room / f"{turn}-{number}.wav")
                piece(sources, chance, files[-1])
            log = room / f"{turn}.jsonl"
            with open(log, "wb") as output:
                process = library.start("import", "--json", *map(str, files), output=output)
                # Squared, for more kills at the start, when files are copied and rows are written.
                # The engine's start takes most of the time.
                time.sleep(chance.random() ** 2 * 4.0)
                below = descendants(process.pid)
                if process.poll() is not None:
                    killed["neither, because it had finished"] += 1
                elif below and turn % 2:
                    os.kill(chance.choice(below), signal.SIGKILL)
                    killed["engine"] += 1
                else:
                    process.kill()
                    killed["speechmemo"] += 1
                process.communicate()
            checksums = {str(f): hashlib.sha256(f.read_bytes()).hexdigest() for f in files}
            for event in events(log.read_text(errors="replace")):
                if event.get("event") == "saved":
                    library.saved[event["id"]] = checksums[event["file"]]
                    imported += 1
            problems += [f"in turn {turn}: {p}" for p in library.check()]
            for file in files:
                file.unlink()
            if problems:
                break

        with open(room / "retry.jsonl", "wb") as output:
            last = library.start("retry", output=output)
            _, errors = last.communicate()
        database = sqlite3.connect(library.folder / "library.sqlite")
        # Failed jobs stay in the table after a retry, so only the last job of a memo counts.
        jobs = dict(database.execute(
            "SELECT state, count(*) FROM jobs WHERE row IN"
            " (SELECT max(row) FROM jobs GROUP BY recording) GROUP BY state"))
        reasons = database.execute(
            "SELECT reason, count(*) FROM jobs WHERE state = 'failed' GROUP BY reason").fetchall()
        without = database.execute(
            "SELECT count(*) FROM recordings r WHERE NOT EXISTS (SELECT 1 FROM transcriptions t"
            " WHERE t.recording = r.row AND t.is_current)").fetchone()[0]
        memos = database.execute("SELECT count(*) FROM recordings").fetchone()[0]
        database.close()
        problems += [f"at the end: {p}" for p in library.check()]
        unfinished = {state: n for state, n in jobs.items() if state in ("queued", "running", "failed")}
        if unfinished:
            problems.append(f"incomplete transcriptions: {unfinished}")
        if without:
            problems.append(f"{without} memos have no transcript")
        if last.returncode:
            problems.append(f"retry exited with {last.returncode}: {errors.decode(errors='replace')}")
        left = [p.name for p in (library.folder / "audio").iterdir() if p.name.startswith(".")]
        print(f"killed: {', '.join(f'{who} {n}' for who, n in killed.items())}")
        print(f"{imported} memos reported as saved, {memos} in the library; jobs: {jobs}")
        for reason, number in reasons:
            print(f"failed before the retry: {number}, {reason}")
        print(f"partial copies left behind: {len(left)}")
        return ending(problems, "nothing was lost")


if __name__ == "__main__":
    sys.exit(main())
