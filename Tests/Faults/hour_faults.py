#!/usr/bin/env python3
"""Transcribes an hour of real speech in one run, and again in twenty runs that are killed, and compares
the words and their times.

The hour consists of a folder's files in random order, repeated as needed, with short pauses between
them. The memory printed is speechmemo's peak, without the engine.

usage: hour_faults.py SPEECHMEMO SPEECH_FOLDER [SECONDS] [KILLS] [SEED]
  SPEECHMEMO     the program under test
  SPEECH_FOLDER  WAV files of speech, 16-bit mono at 16 kHz; other files are skipped
  SECONDS        length of the audio (3600)
  KILLS          number of killed runs (20)
"""

import difflib, json, os, pathlib, random, signal, sqlite3, subprocess, sys, tempfile, time, wave


def make(sources, chance, seconds, path):
    files = []
    for source in sources:
        with wave.open(str(source)) as file:
            if (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 16000):
                files.append(file.readframes(file.getnframes()))
    if not files:
        sys.exit("hour_faults: no WAV file of 16-bit mono at 16 kHz")
    with wave.open(str(path), "wb") as out:
        out.setnchannels(1), out.setsampwidth(2), out.setframerate(16000)
        count = 0
        while count < seconds * 32000:
            chance.shuffle(files)
            for data in files:
                out.writeframes(data + bytes(2 * chance.randrange(3000, 16000)))
                count += len(data)
                if count >= seconds * 32000:
                    break
    return len(files)


class Run:
    """A run of speechmemo whose peak memory is measured."""

    def __init__(self, program, home, *arguments):
        self.memory = 0
        # Files, because a full pipe would block the program.
        self.output, self.errors = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [program, *arguments], env={**os.environ, "SPEECHMEMO_HOME": str(home)},
            stdin=subprocess.DEVNULL, stdout=self.output, stderr=self.errors)

    def wait(self, is_due=lambda: False):
        """Waits for the end, or until `is_due`. Returns whether the run ended."""
        while self.process.poll() is None:
            if is_due():
                return False
            try:
                status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
                self.memory = max([self.memory] + [
                    int(line.split()[1]) // 1024 for line in status.splitlines()
                    if line.startswith("VmHWM")])
            except OSError:
                pass
            time.sleep(0.1)
        return True

    def end(self):
        for file in (self.output, self.errors):
            file.seek(0)
        if self.process.returncode:
            sys.exit(f"hour_faults: {self.errors.read().decode(errors='replace')}")
        return self.output.read().decode()


def words(program, home):
    run = Run(program, home, "export", "last", "-f", "json")
    run.wait()
    return [(word["text"], word["start"], word["end"]) for word in json.loads(run.end())["words"]]


def reached(home):
    """Returns the seconds of audio whose words are stored."""
    database = sqlite3.connect(home / "library.sqlite")
    try:
        return database.execute("SELECT max(transcribed_ms) FROM jobs").fetchone()[0] / 1000
    finally:
        database.close()


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    sources = sorted(pathlib.Path(sys.argv[2]).glob("*.wav"))
    seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 3600
    kills = int(sys.argv[4]) if len(sys.argv) > 4 else 20
    seed = int(sys.argv[5]) if len(sys.argv) > 5 else int(time.time())
    chance = random.Random(seed)
    print(f"{seconds} s of speech, {kills} kills, seed {seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="speechmemo-hour-") as room:
        room = pathlib.Path(room)
        sound = room / "hour.wav"
        print(f"{make(sources, chance, seconds, sound)} files", flush=True)

        began = time.monotonic()
        run = Run(program, room / "one", "import", str(sound))
        run.wait()
        run.end()
        took, memory = time.monotonic() - began, run.memory
        whole = words(program, room / "one")
        print(f"one run: {took:.0f} s, {len(whole)} words, {memory} MiB", flush=True)

        Run(program, room / "many", "import", "--no-wait", str(sound)).wait()
        places = []
        # The kills are spread over the audio. A run that starts beyond its position is killed soon
        # after its start.
        for place in sorted(chance.uniform(0, seconds * 0.97) for _ in range(kills)):
            run = Run(program, room / "many", "retry")
            hold, due = chance.uniform(0, 4), None

            def is_due():
                nonlocal due
                if due is None and reached(room / "many") >= place:
                    due = time.monotonic() + hold
                return due is not None and time.monotonic() >= due

            if run.wait(is_due):
                run.end()
                break
            run.process.send_signal(chance.choice([signal.SIGKILL, signal.SIGTERM]))
            run.wait()
            memory = max(memory, run.memory)
            places.append(round(reached(room / "many")))
        last = Run(program, room / "many", "retry")
        last.wait()
        last.end()
        memory = max(memory, last.memory)
        pieces = words(program, room / "many")

        changes = [
            (whole[a:b], pieces[c:d])
            for kind, a, b, c, d in difflib.SequenceMatcher(
                None, whole, pieces, autojunk=False).get_opcodes() if kind != "equal"]
        differing = sum(max(len(a), len(b)) for a, b in changes)
        print(f"killed at {', '.join(map(str, places))} s of {seconds}")
        print(f"{len(places)} killed runs: {len(pieces)} words, at most {memory} MiB")
        print(f"{len(changes)} differences, {differing} of {len(whole)} words")
        for ours, theirs in changes[:40]:
            print("  {!r} / {!r}".format(*(" ".join(w[0] for w in side) for side in (ours, theirs))))
        return 0 if memory <= 100 and not changes else 1


if __name__ == "__main__":
    sys.exit(main())
