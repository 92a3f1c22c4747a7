#!/usr/bin/env python3
"""Kills speechmemo at random moments of recordings, and checks that each is recovered.

A separate sound server plays speech to a null sink, whose monitor is the microphone. Two of three
kills come while the program records, the third while it saves. Then 'speechmemo recover' must add
one memo, at most a second shorter than the audio before the kill. Further recordings use a muted
microphone, or lose their microphone, speech engine, disk space, or sound server. Each must keep its
audio, report the cause, and exit with the right status.

usage: record_faults.py SPEECHMEMO SPEECH_FOLDER [COUNT] [SEED]
  SPEECHMEMO     the program under test
  SPEECH_FOLDER  WAV files of speech, 16-bit mono
"""

import json, os, pathlib, random, shutil, signal, subprocess, sys, tempfile, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Support"))

from sound_server import SoundServer


class Library:
    def __init__(self, program, folder, server):
        self.program, self.folder = program, folder
        self.environment = {
            **os.environ, "HF_HUB_OFFLINE": "1", "PULSE_SERVER": server.address,
            "SPEECHMEMO_HOME": str(folder)}

    def run(self, *arguments):
        return subprocess.run(
            [self.program, *arguments], env=self.environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True)

    def record(self, *arguments, transcript=False):
        """Starts a recording and returns its process and the time of its first audio."""
        process = subprocess.Popen(
            [self.program, "record", "--json", *([] if transcript else ["--no-transcript"]),
             *arguments],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        line = process.stdout.readline()
        now = time.monotonic()
        if not line:
            sys.exit(f"record_faults: the recording did not start: {process.stderr.read()}")
        return process, now - json.loads(line)["time"]

    def memos(self):
        listed = self.run("list", "--json")
        return [json.loads(line) for line in listed.stdout.splitlines()]

    def problems(self):
        found = []
        for memo in self.memos():
            if not (self.folder / "audio" / memo["file"]).is_file():
                found.append(f"memo {memo['id']} has no audio file")
        for folder in ("audio", "drafts"):
            known = {memo["file"] for memo in self.memos()}
            for path in (self.folder / folder).iterdir():
                if path.name not in known:
                    found.append(f"{folder}/{path.name} was left behind")
        return found


def kills(library, count, chance):
    """Returns the problems, and by how many seconds each recording is too short."""
    problems, losses = [], []
    for turn in range(count):
        before = {memo["id"] for memo in library.memos()}
        process, start = library.record()
        # Squared, for more kills at the start, when the draft is new.
        time.sleep(chance.random() ** 2 * 3.0)
        heard = time.monotonic() - start
        if turn % 3 == 2:
            process.send_signal(signal.SIGINT)
            time.sleep(chance.random() * 0.5)
        process.kill()
        process.communicate()
        recovered = library.run("recover", "--model", "none")
        new = [memo for memo in library.memos() if memo["id"] not in before]
        if len(new) != 1:
            problems.append(f"in turn {turn}: {len(new)} memos: {recovered.stderr.strip()}")
            continue
        loss = heard - new[0]["duration"]
        losses.append(loss)
        if loss > 1.0:
            problems.append(f"in turn {turn}: lost {loss:.2f} s of {heard:.2f} s")
        problems += [f"in turn {turn}: {p}" for p in library.problems()]
    return problems, losses


class Step:
    """A recording with a fault, and its problems."""

    def __init__(self, name, library):
        self.name, self.library, self.problems = name, library, []
        self.before = len(library.memos())

    def expect(self, holds, problem):
        if not holds:
            self.problems.append(f"{self.name}: {problem}")

    def ended(self, process, heard, status, expected):
        """Waits for the end of a recording and checks its exit status, errors, and memo."""
        _, errors = process.communicate(timeout=120)
        memos = self.library.memos()
        length = memos[0]["duration"] if len(memos) > self.before else 0
        message = " / ".join(errors.strip().splitlines())
        print(f"{self.name}: exit {process.returncode}, {message!r},"
              f" a memo of {length:.2f} s" + (f" of {heard:.2f} s" if heard else ""))
        self.expect(process.returncode == status, f"exit status {process.returncode}")
        self.expect(expected in errors, f"no message '{expected}'")
        if not expected:
            self.expect("live text" not in errors, "an unneeded message about live text")
        self.expect(len(memos) == self.before + 1, f"{len(memos) - self.before} new memos")
        self.expect(length > 0 and (heard or 0) - length < 1.0, "audio was lost")
        self.problems += [f"{self.name}: {problem}" for problem in self.library.problems()]
        return memos[0] if memos else {}


def muted(library, server):
    """A muted microphone is recorded with a warning."""
    step = Step("a muted microphone", library)
    server.control("set-source-mute", "memo.monitor", "1")
    try:
        doctor = library.run("doctor")
        step.expect("is muted" in doctor.stdout, "'doctor' does not report it")
        process, _ = library.record("--seconds", "1")
        step.ended(process, 1.0, 0, "is muted, so recordings are silent")
    finally:
        server.control("set-source-mute", "memo.monitor", "0")
    return step.problems


def unplugged(library, server):
    """The microphone disappears during a recording."""
    step = Step("the microphone unplugged", library)
    module = server.control("load-module", "module-null-sink", "sink_name=usb", "rate=48000")
    process, start = library.record("--device", "usb.monitor")
    time.sleep(1.5)
    server.control("unload-module", module)
    step.ended(process, time.monotonic() - start, 1, "the microphone was disconnected")
    gone = library.run("record", "--device", "usb.monitor", "--seconds", "1")
    step.expect(
        gone.returncode == 1 and "recording device 'usb.monitor' not found" in gone.stderr,
        f"the next recording failed with {gone.stderr.strip()!r}")
    return step.problems


def engine_killed(library):
    """The engine is killed during live text. The recording and its live text continue."""
    if "✔ speech engine" not in library.run("doctor").stdout:
        print("the speech engine killed: skipped, because no engine is set up")
        return []
    step = Step("the speech engine killed", library)
    process, start = library.record(transcript=True)
    while not (children := children_of(process.pid)):
        time.sleep(0.05)
    time.sleep(2.0)
    for child in children:
        os.kill(child, signal.SIGKILL)
    killed, words, last = time.monotonic() - start, [], 0.0
    while last < killed and time.monotonic() - start < killed + 60:
        event = json.loads(process.stdout.readline() or "{}")
        settled = event.get("settled", [])
        words += settled
        last = max([last, *(word["end"] for word in settled)])
    heard = time.monotonic() - start
    process.send_signal(signal.SIGINT)
    memo = step.ended(process, heard, 0, "")
    step.expect(last >= killed, "no words after the kill")
    times = [word["start"] for word in words]
    step.expect(times == sorted(times), "settled words were repeated")
    step.expect(
        memo.get("state") == "done", f"its transcript is {memo.get('state')!r}")
    return step.problems


def children_of(process):
    found = []
    for path in pathlib.Path(f"/proc/{process}/task").glob("*/children"):
        found += [int(child) for child in path.read_text().split()]
    return found


def full_disk(program, room, server):
    """Records to a small disk until it is full. Requires the right to mount one."""
    disk = room / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=17200k", "tmpfs", str(disk)], capture_output=True)
    if mounted.returncode:
        print("a full disk: skipped, because mounting is not permitted")
        return []
    try:
        small = Library(program, disk / "library", server)
        step = Step("a full disk", small)
        process, _ = small.record()
        step.ended(process, None, 1, "the disk is nearly full")
        return step.problems
    finally:
        subprocess.run(["umount", str(disk)])


def server_killed(library, server):
    step = Step("the sound server killed", library)
    process, start = library.record()
    time.sleep(1.5)
    server.kill()
    step.ended(process, time.monotonic() - start, 1, "the sound server stopped")
    gone = library.run("record", "--seconds", "1")
    step.expect(
        gone.returncode == 1 and "cannot connect to a sound server" in gone.stderr,
        f"the next recording failed with {gone.stderr.strip()!r}")
    return step.problems


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    if not shutil.which("pulseaudio"):
        sys.exit("record_faults: pulseaudio is not installed; run 'Scripts/bootstrap pulseaudio'")
    program = os.path.abspath(sys.argv[1])
    sources = sorted(pathlib.Path(sys.argv[2]).glob("*.wav"))
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 100
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else int(time.time())
    if not sources:
        sys.exit(f"record_faults: no WAV files in {sys.argv[2]}")
    chance = random.Random(seed)
    print(f"{count} kills, seed {seed}")
    with tempfile.TemporaryDirectory(prefix="sm-faults-") as room:
        room = pathlib.Path(room)
        server = SoundServer(room / "sound")
        try:
            server.play_in_loop(sources)
            library = Library(program, room / "library", server)
            problems, losses = kills(library, count, chance)
            losses.sort()
            if losses:
                print(f"recovered: {len(losses)}; lost {losses[len(losses) // 2]:.3f} s (median),"
                      f" at most {losses[-1]:.3f} s")
            problems += muted(library, server)
            problems += unplugged(library, server)
            problems += engine_killed(library)
            problems += full_disk(program, room, server)
            problems += server_killed(library, server)
        finally:
            server.kill()
        for problem in problems:
            print(f"PROBLEM {problem}")
        print("nothing was lost" if not problems else f"{len(problems)} problems")
        return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
