#!/usr/bin/env python3
"""Kills 'backup', 'restore', and 'move' at random moments, fills their disks, and checks that
nothing is lost.

After each kill the previous backup must be complete, and each memo must be complete in the source
library, in the target library, or in both. The next run must finish the work and leave no hidden or
partial files. At the end the backup must restore everything unchanged.

usage: backup_faults.py SPEECHMEMO SPEECH_FOLDER [COUNT] [SEED]
  SPEECHMEMO     the program under test
  SPEECH_FOLDER  WAV files of speech, 16-bit mono; clips of them become memos
"""

import hashlib, json, os, pathlib, random, shutil, signal, sqlite3, subprocess, sys, tempfile, time

from fault_run import arguments, ending, piece


class Library:
    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)
        self.environment = {**os.environ, "SPEECHMEMO_HOME": str(folder)}

    def start(self, *arguments):
        return subprocess.Popen(
            [self.program, *map(str, arguments)], env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, *arguments):
        process = self.start(*arguments)
        output, errors = process.communicate()
        return process.returncode, output, errors

    def memos(self):
        """Returns each memo's data by its ID and the checksum of its audio. Two clips may be equal
        if one is in the trash."""
        path = self.folder / "library.sqlite"
        if not path.exists():
            return {}
        database = sqlite3.connect(path)
        try:
            found = {}
            for row in database.execute(
                    "SELECT row, sha256, id, title, tags, trashed_at, audio_file FROM recordings"):
                segments = database.execute(
                    "SELECT s.position, s.start_ms, s.end_ms, s.text, s.words FROM segments s"
                    " JOIN transcriptions t ON t.row = s.transcription"
                    " WHERE t.recording = ? AND t.is_current ORDER BY 1", (row[0],))
                words = tuple((*segment[:4], str(json.loads(segment[4]))) for segment in segments)
                found[row[2], row[1]] = (*row[2:6], words, row[6])
            return found
        except sqlite3.OperationalError:
            return {}  # killed before it created the tables
        finally:
            database.close()

    def problems(self):
        problems = []
        for (_, checksum), memo in self.memos().items():
            try:
                data = (self.folder / "audio" / memo[-1]).read_bytes()
            except OSError as error:
                problems.append(f"{memo[1]}: {error}")
                continue
            if hashlib.sha256(data).hexdigest() != checksum:
                problems.append(f"{memo[1]}: its audio differs")
        return problems

    def add_words(self, chance):
        """Adds transcripts, as an engine would, to memos without one."""
        database = sqlite3.connect(self.folder / "library.sqlite")
        for (row,) in database.execute(
                "SELECT row FROM recordings WHERE row NOT IN"
                " (SELECT recording FROM transcriptions)").fetchall():
            identity = "%08x-0000-4000-8000-%012x" % (chance.getrandbits(32), chance.getrandbits(48))
            new = database.execute(
                "INSERT INTO transcriptions (id, recording, is_current, engine_name,"
                " engine_version, model, settings, created_at)"
                " VALUES (?, ?, 1, 'faults', '1', 'none', '{}', 1)", (identity, row)).lastrowid
            first = 0
            for position in range(chance.randrange(1, 40)):
                words = [[f"word{chance.randrange(500)}", 1000 * position + 90 * n,
                          1000 * position + 90 * n + 80, 900] for n in range(10)]
                database.execute(
                    "INSERT INTO segments VALUES (?, ?, ?, ?, ?, ?, ?, NULL)",
                    (new, position, 1000 * position, 1000 * position + 980,
                     " ".join(word[0] for word in words), first, json.dumps(words)))
                first += len(words)
            database.execute("UPDATE recordings SET status = 'done' WHERE row = ?", (row,))
            database.execute("DELETE FROM jobs WHERE recording = ?", (row,))
        database.commit()
        database.close()


def shown(memos):
    """Returns the memos without the names of their files."""
    return {key: memo[:-1] for key, memo in memos.items()}


def leftovers(folder):
    """Returns the hidden and partial files in a folder."""
    found = []
    for path in pathlib.Path(folder).rglob("*"):
        name = path.name
        if name in (".import.lock", ".reserve") or path.is_dir():
            continue
        if name.startswith(".") or name.endswith(("-wal", "-shm", "-journal")):
            found.append(str(path.relative_to(folder)))
    return found


class Trial:
    def __init__(self, program, sources, room, chance):
        self.program, self.sources, self.room, self.chance = program, sources, room, chance
        self.here = Library(program, room / "here")
        self.there = Library(program, room / "there")
        self.backup = room / "backup"
        self.kills, self.ends, self.problems = {}, {}, []

    def report(self, *problems):
        self.problems += problems

    def add_memos(self, count):
        if not count:
            return
        files = []
        for _ in range(count):
            files.append(self.room / f"{self.chance.getrandbits(40):x}.wav")
            piece(self.sources, self.chance, files[-1])
        code, _, errors = self.here.run("import", "--no-wait", *files)
        if code:
            self.report(f"import: {errors}")
        for file in files:
            file.unlink()
        self.here.add_words(self.chance)
        for memo in list(self.here.memos().values())[-count:]:
            if self.chance.random() < 0.2:
                self.here.run("delete", memo[0])

    def kill(self, what, process, longest):
        """Kills the process at a random moment, at most `longest` seconds after its start."""
        time.sleep(self.chance.random() * longest)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            self.kills[what] = self.kills.get(what, 0) + 1
        else:
            self.ends[what] = self.ends.get(what, 0) + 1
        process.communicate()

    def measured(self, library, *arguments):
        begin = time.monotonic()
        code, _, errors = library.run(*arguments)
        if code:
            self.report(f"{arguments[0]}: {errors.strip()}")
        return time.monotonic() - begin

    def verified(self, library, *arguments):
        code, output, errors = library.run("verify", *arguments)
        return [] if code == 0 else [f"verify {arguments}: {errors.strip()} {output.strip()}"]

    def check_nothing_left(self, what, *folders):
        for folder in folders:
            if left := leftovers(folder):
                self.report(f"{what} left {left} in {folder}")

    # MARK: Kills

    def backups(self, count):
        longest = self.measured(self.here, "backup", self.backup) * 1.1
        former = self.former()
        for turn in range(count):
            self.add_memos(self.chance.randrange(0, 3))
            self.kill("backup", self.here.start("backup", self.backup), longest)
            self.report(*self.verified(self.here, self.backup))
            state = self.former()
            if state not in (former, shown(self.here.memos())):
                self.report("after a kill, the backup is neither the previous nor the new one")
            former = state
            if turn % 10 == 9:
                longest = self.measured(self.here, "backup", self.backup) * 1.1
                former = self.former()
                if former != shown(self.here.memos()):
                    self.report("the backup differs from the library")
                self.check_nothing_left("a backup", self.backup, self.here.folder)
            if self.problems:
                return
        self.measured(self.here, "backup", self.backup)

    def former(self):
        """Returns the memos of the current backup."""
        manifest = json.loads((self.backup / "speechmemo-backup.json").read_text())
        copy = self.room / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir()
        shutil.copy(self.backup / manifest["files"][0]["file"], copy / "library.sqlite")
        return shown(Library(self.program, copy).memos())

    def restorations(self, count):
        expected = shown(self.here.memos())
        turn = 0
        while turn < count:
            shutil.rmtree(self.there.folder, ignore_errors=True)
            longest = self.measured(self.there, "restore", self.backup) * 1.1
            shutil.rmtree(self.there.folder, ignore_errors=True)
            for _ in range(min(10, count - turn)):
                turn += 1
                self.kill("restore", self.there.start("restore", self.backup), longest / 2)
                self.report(*self.there.problems())
                if not shown(self.there.memos()).items() <= expected.items():
                    self.report("a killed restore changed memos")
            self.measured(self.there, "restore", self.backup)
            if shown(self.there.memos()) != expected:
                self.report("the restored library differs from the backup")
            self.report(*self.verified(self.there))
            self.check_nothing_left("a restore", self.there.folder)
            if self.problems:
                return

    def moves(self, count):
        libraries, longest = [self.here, self.there], 0.6
        shutil.rmtree(self.there.folder, ignore_errors=True)
        for turn in range(count):
            source, target = libraries if turn % 2 else reversed(libraries)
            identities = [memo[0] for memo in source.memos().values() if not memo[3]]
            if not identities:
                source, target = target, source
                identities = [memo[0] for memo in source.memos().values() if not memo[3]]
            chosen = self.chance.sample(identities, min(len(identities), 4))
            before = {**shown(source.memos()), **shown(target.memos())}
            ends = self.ends.get("move", 0)
            self.kill("move", source.start("move", *chosen, "--to", target.folder), longest)
            # Adapts to the machine, so that about one move in four finishes before its kill.
            longest *= 0.8 if self.ends.get("move", 0) > ends else 1.1
            here, there = shown(source.memos()), shown(target.memos())
            self.report(*source.problems(), *target.problems())
            if {**here, **there} != before:
                self.report("a killed move lost or changed a memo")
            left = [identity for identity in chosen if any(m[0] == identity for m in here.values())]
            if left:
                self.measured(source, "move", *left, "--to", target.folder)
            here, there = shown(source.memos()), shown(target.memos())
            if here.keys() & there.keys() or {**here, **there} != before:
                self.report("the next move did not finish the killed one")
            self.check_nothing_left("a move", source.folder, target.folder)
            if turn % 20 == 19:
                # A killed move with no memo left to move leaves its audio to the next move.
                for memo in [memo[0] for memo in there.values() if not memo[3]][:1]:
                    self.measured(target, "move", memo, "--to", source.folder)
                self.report(*self.verified(source), *self.verified(target))
            if self.problems:
                return

    # MARK: Full disks

    def full_disks(self):
        """Runs each command on disks of increasing size, the first of which are too small."""
        small = self.room / "small"
        small.mkdir()
        expected = shown(self.here.memos())
        size = sum(file.stat().st_size for file in self.here.folder.rglob("*") if file.is_file())
        for what in ("backup", "restore", "move"):
            failures = 0
            for part in (2, 10, 25, 50, 75, 90, 100, 110, 130, 300):
                if subprocess.run(
                        ["mount", "-t", "tmpfs", "-o", f"size={max(64, size * part // 102400)}k",
                         "tmpfs", small], capture_output=True).returncode:
                    print("full disks: skipped, because mounting is not permitted")
                    return
                try:
                    done, message = self.on_small_disk(what, small, expected)
                finally:
                    subprocess.run(["umount", small], check=True)
                failures += not done
                if not done and "space" not in message:
                    self.report(f"{what} on a full disk failed with: {message}")
                if done:
                    break
            else:
                self.report(f"{what} failed on every disk")
            print(f"full disk: {what} succeeded after {failures} failures")

    def on_small_disk(self, what, small, expected):
        target = Library(self.program, small / "library")
        if what == "backup":
            code, _, errors = self.here.run("backup", small / "backup")
            if code == 0:
                self.report(*self.verified(self.here, small / "backup"))
            self.check_nothing_left("a backup on a full disk", small)
        elif what == "restore":
            code, _, errors = target.run("restore", self.backup)
            self.report(*target.problems())
            if code == 0 and shown(target.memos()) != expected:
                self.report("the library restored to a small disk differs from the backup")
        else:
            copy = Library(self.program, self.room / "source")
            shutil.rmtree(copy.folder, ignore_errors=True)
            shutil.copytree(self.here.folder, copy.folder)
            identities = [memo[0] for memo in copy.memos().values() if not memo[3]]
            code, _, errors = copy.run("move", *identities, "--to", target.folder)
            self.report(*copy.problems(), *target.problems())
            if {**shown(copy.memos()), **shown(target.memos())} != expected:
                self.report("a move to a full disk lost or changed a memo")
            self.check_nothing_left("a move to a full disk", copy.folder)
        return code == 0, errors.strip()


def main():
    program, sources, count, chance = arguments(__doc__)
    with tempfile.TemporaryDirectory(prefix="speechmemo-faults-") as room:
        trial = Trial(program, sources, pathlib.Path(room), chance)
        trial.add_memos(12)
        for part in (trial.backups, trial.restorations, trial.moves):
            if not trial.problems:
                part(-(-count // 3))
        if not trial.problems:
            for library in (trial.there,):
                left = [memo[0] for memo in library.memos().values() if not memo[3]]
                if left:
                    trial.measured(library, "move", *left, "--to", trial.here.folder)
            trial.measured(trial.here, "backup", trial.backup)
            trial.full_disks()
        print(f"killed: {trial.kills}; finished before the kill: {trial.ends}")
        print(f"{len(trial.here.memos())} memos at the end")
        return ending(trial.problems, "nothing was lost")


if __name__ == "__main__":
    sys.exit(main())
