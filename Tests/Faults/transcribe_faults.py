#!/usr/bin/env python3
"""Kills `speechmemo transcribe` or its speech engine at random moments, and checks its files.

An existing output file must have its old or its new contents, and a new one must be complete or
missing. The next run must leave no hidden files. No engine may outlive the program. A library exists
only with `--keep`, and its memos must be complete. As root, also fills the output's disk.

usage: transcribe_faults.py SPEECHMEMO SPEECH_FOLDER [COUNT] [SEED]
  SPEECHMEMO     the program under test
  SPEECH_FOLDER  WAV files of speech, 16-bit mono; clips of them are transcribed
"""

import hashlib, json, os, pathlib, signal, sqlite3, subprocess, sys, tempfile, time
from fault_run import arguments, descendants, ending, piece

OLD = "1\n00:00:00,000 --> 00:00:01,000\nThe old contents\n"


class Run:
    def __init__(self, program, sources, room, chance):
        self.program, self.chance, self.room = program, chance, room
        self.library = room / "library"
        self.out = room / "out"
        self.out.mkdir()
        self.sources = sources
        self.files = [room / "one.wav", room / "two.wav"]
        self.environment = {**os.environ, "SPEECHMEMO_HOME": str(self.library)}
        self.known = set()
        self.has_kept = False
        self.renew()

    def renew(self):
        """Creates new clips, because audio that is in the library is not transcribed again."""
        self.whole = {}
        for file in self.files:
            piece(self.sources, self.chance, file)
            self.known.add(hashlib.sha256(file.read_bytes()).hexdigest())
            self.whole[file.stem] = self.transcribe(file, "-f", "srt").stdout
            assert "-->" in self.whole[file.stem], self.whole[file.stem]

    def command(self, *words):
        return [self.program, "transcribe", *map(str, words)]

    def transcribe(self, *words):
        return subprocess.run(
            self.command(*words), env=self.environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True)

    def start(self, *words):
        return subprocess.Popen(
            self.command(*words), env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def expect_texts(self, place, allowed):
        if place.exists() and place.read_text() not in allowed:
            yield f"{place.name} contains {place.read_text()[:80]!r}"

    def check(self, keeps):
        problems = []
        for file in self.files:
            problems += self.expect_texts(self.out / f"{file.stem}.srt", {self.whole[file.stem]})
        problems += self.expect_texts(self.out / "old.srt", {OLD, self.whole["one"]})
        if not (self.out / "old.srt").exists():
            problems.append("the existing file is missing")
        self.has_kept = self.has_kept or keeps
        if not self.has_kept and self.library.exists():
            problems.append(f"a library was created: {sorted(p.name for p in self.library.iterdir())}")
        return problems

    def check_library(self):
        """Returns the problems of the library that `--keep` created."""
        problems = []
        # Recovers audio whose row was missing when the program was killed.
        for verb in ("recover", "retry", "verify"):
            ended = subprocess.run(
                [self.program, verb], env=self.environment, stdin=subprocess.DEVNULL,
                capture_output=True, text=True)
            if ended.returncode:
                problems.append(f"{verb}: {ended.stdout.strip()} {ended.stderr.strip()}")
        database = sqlite3.connect(self.library / "library.sqlite")
        sums = [row[0] for row in database.execute("SELECT sha256 FROM recordings")]
        database.close()
        if len(sums) != len(set(sums)) or not set(sums) <= self.known:
            problems.append(f"the library has {len(sums)} memos from {len(self.known)} files")
        hidden = [p.name for p in (self.library / "audio").iterdir() if p.name.startswith(".")]
        if hidden:
            problems.append(f"left in the library: {hidden}")
        return problems

    def left(self):
        """Returns the hidden files after a complete run."""
        return [f"left behind: {p}" for p in sorted(self.out.rglob(".*"))]

    def kills(self, count):
        killed = {"speechmemo": 0, "engine": 0, "neither, because it had finished": 0}
        problems, turn = [], 0
        began = time.monotonic()
        self.transcribe(*self.files, "-o", self.out)
        length = time.monotonic() - began
        while killed["speechmemo"] + killed["engine"] < count and not problems:
            turn += 1
            keeps = turn > count / 2 and turn % 2 == 0
            if keeps:
                self.renew()
            for place in self.out.glob("*.srt"):
                place.unlink()
            (self.out / "old.srt").write_text(OLD)
            words = [self.files[0], "-o", self.out / "old.srt"]
            if turn % 2:
                words = [*self.files, "-o", self.out, "-f", "srt"]
            process = self.start(*words, *(["--keep"] if keeps else []))
            time.sleep(self.chance.random() * length)
            below = descendants(process.pid)
            if process.poll() is not None:
                killed["neither, because it had finished"] += 1
            elif below and turn % 3:
                os.kill(self.chance.choice(below), signal.SIGKILL)
                killed["engine"] += 1
            else:
                process.send_signal(self.chance.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
                killed["speechmemo"] += 1
            process.wait()
            deadline = time.monotonic() + 5
            while any(pathlib.Path(f"/proc/{pid}/cmdline").exists() for pid in below):
                if time.monotonic() > deadline:
                    problems.append("an engine outlives the program")
                    break
                time.sleep(0.01)
            problems += [f"in turn {turn}: {p}" for p in self.check(keeps)]
        last = self.transcribe(*self.files, "-o", self.out, "-f", "srt", "--keep")
        if last.returncode and not all((self.out / f"{f.stem}.srt").exists() for f in self.files):
            problems.append(f"the last run: {last.stderr.strip()}")
        self.transcribe(self.files[0], "-o", self.out / "old.srt")
        problems += self.left() + self.check(True) + self.check_library()
        print(f"killed: {', '.join(f'{who} {n}' for who, n in killed.items())}", flush=True)
        return problems

    def full_disk(self):
        """On a full disk, the command fails, keeps the existing file, and leaves no other."""
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(self.out)], check=True)
        try:
            (self.out / "old.srt").write_text(OLD)
            try:
                with open(self.out / "ballast", "wb", buffering=0) as ballast:
                    while True:
                        ballast.write(bytes(512))
            except OSError:
                pass
            ended = self.transcribe(self.files[0], "-o", self.out / "old.srt")
            problems = self.left()
            if not ended.returncode:
                problems.append("no error on a full disk")
            if (self.out / "old.srt").read_text() != OLD:
                problems.append("the existing file changed on a full disk")
            print(f"full disk: {ended.stderr.strip()}")
            (self.out / "ballast").unlink()
            again = self.transcribe(self.files[0], "-o", self.out / "old.srt")
            if again.returncode or (self.out / "old.srt").read_text() != self.whole["one"]:
                problems.append(f"after space was freed: {again.stderr.strip()}")
            return problems
        finally:
            subprocess.run(["umount", str(self.out)], check=False)


def main():
    program, sources, count, chance = arguments(__doc__)
    with tempfile.TemporaryDirectory(prefix="speechmemo-faults-") as room:
        run = Run(program, sources, pathlib.Path(room), chance)
        problems = run.kills(count)
        if os.geteuid() == 0 and not problems:
            problems += run.full_disk()
        return ending(problems, "nothing was lost or left behind")


if __name__ == "__main__":
    sys.exit(main())
