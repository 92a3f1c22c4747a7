#!/usr/bin/env python3
"""Transcribes an hour of real speech in one go, and in twenty that are killed, and compares the
words and their times.

The hour is made of a folder's files, in a random order, each as often as it takes; with the pause of
a breath between them. Of speechmemo itself the most memory is told; the engine is another process.

usage: hour_faults.py SPEECHMEMO SPEECH_FOLDER [SECONDS] [KILLS] [SEED]
  SPEECHMEMO     the program to try
  SPEECH_FOLDER  WAV files of speech, 16-bit mono at 16 kHz; others in it are passed over
  SECONDS        how long the sound is (3600)
  KILLS          how many goes are killed (20)
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


class Go:
    """A run of speechmemo, its peak memory watched."""

    def __init__(self, program, home, *arguments):
        self.memory = 0
        # Files: a pipe that is read at the end would hold up who writes much.
        self.output, self.errors = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [program, *arguments], env={**os.environ, "SPEECHMEMO_HOME": str(home)},
            stdin=subprocess.DEVNULL, stdout=self.output, stderr=self.errors)

    def wait(self, is_due=lambda: False):
        """Whether it ended before that."""
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
    go = Go(program, home, "export", "last", "-f", "json")
    go.wait()
    return [(word["text"], word["start"], word["end"]) for word in json.loads(go.end())["words"]]


def reached(home):
    """How many seconds of the sound have their words in the library."""
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
        print(f"made of {make(sources, chance, seconds, sound)} files", flush=True)

        began = time.monotonic()
        go = Go(program, room / "one", "import", str(sound))
        go.wait()
        go.end()
        took, memory = time.monotonic() - began, go.memory
        whole = words(program, room / "one")
        print(f"in one go: {took:.0f} s, {len(whole)} words, {memory} MiB of ours", flush=True)

        Go(program, room / "many", "import", "--no-wait", str(sound)).wait()
        places = []
        # The kills are spread over the sound. Where a place was passed before its go, that one is
        # killed while it starts, or soon after.
        for place in sorted(chance.uniform(0, seconds * 0.97) for _ in range(kills)):
            go = Go(program, room / "many", "retry")
            hold, due = chance.uniform(0, 4), None

            def is_due():
                nonlocal due
                if due is None and reached(room / "many") >= place:
                    due = time.monotonic() + hold
                return due is not None and time.monotonic() >= due

            if go.wait(is_due):
                go.end()
                break
            go.process.send_signal(chance.choice([signal.SIGKILL, signal.SIGTERM]))
            go.wait()
            memory = max(memory, go.memory)
            places.append(round(reached(room / "many")))
        last = Go(program, room / "many", "retry")
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
        print(f"in {len(places)} killed goes: {len(pieces)} words, {memory} MiB of ours at most")
        print(f"{len(changes)} places differ, {differing} words of {len(whole)}")
        for ours, theirs in changes[:40]:
            print("  {!r} / {!r}".format(*(" ".join(w[0] for w in side) for side in (ours, theirs))))
        return 0 if memory <= 100 and not changes else 1


if __name__ == "__main__":
    sys.exit(main())
