#!/usr/bin/env python3
"""Kills speechmemo at random moments of recordings, and checks that each is recovered.

A sound server of its own plays speech to a sink that leads nowhere; its monitor is the microphone.
In two turns of three the program is killed while it records, in the third while it saves. Then
'speechmemo recover' must leave one memo more, at most a second shorter than what was heard until
the kill. At the end a recording meets the death of the sound server, another a full disk.

usage: record_faults.py SPEECHMEMO SPEECH_FOLDER [COUNT] [SEED]
  SPEECHMEMO     the program to try
  SPEECH_FOLDER  WAV files of speech, 16-bit mono
"""

import json, os, pathlib, random, shutil, signal, subprocess, sys, tempfile, threading, time, wave


class SoundServer:
    def __init__(self, folder):
        folder.mkdir(mode=0o700)
        self.folder, self.address = folder, f"unix:{folder}/native"
        environment = {
            **os.environ, "HOME": str(folder), "PULSE_RUNTIME_PATH": str(folder),
            "XDG_RUNTIME_DIR": str(folder)}
        self.process = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
             "--disable-shm", f"--log-target=file:{folder}/log",
             f"--load=module-native-protocol-unix auth-anonymous=1 socket={folder}/native",
             "--load=module-null-sink sink_name=memo rate=48000"],
            env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        while not (folder / "native").exists():
            if self.process.poll() is not None:
                sys.exit("record_faults: pulseaudio does not start:\n" + (folder / "log").read_text())
            time.sleep(0.02)

    def play(self, sources):
        """Plays the files one after the other, for as long as the server lives."""
        def work():
            while self.process.poll() is None:
                for source in sources:
                    with wave.open(str(source)) as file:
                        player = subprocess.Popen(
                            ["pacat", "--playback", "-s", self.address, "-d", "memo",
                             f"--rate={file.getframerate()}", "--channels=1", "--format=s16le"],
                            stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
                        try:
                            player.communicate(file.readframes(file.getnframes()))
                        except OSError:
                            return
        threading.Thread(target=work, daemon=True).start()

    def kill(self):
        self.process.kill()
        self.process.wait()


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

    def record(self, *arguments):
        """Starts a recording, and returns it with the moment at which its first sound came."""
        process = subprocess.Popen(
            [self.program, "record", "--json", "--no-transcript", *arguments],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        line = process.stdout.readline()
        now = time.monotonic()
        if not line:
            sys.exit(f"record_faults: no recording begins: {process.stderr.read()}")
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
    """Returns what went wrong, and by how much recordings were shorter than what was heard."""
    problems, losses = [], []
    for turn in range(count):
        before = {memo["id"] for memo in library.memos()}
        process, start = library.record()
        # Squared: many kills in the first moments, when the draft is new.
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
            problems.append(f"in turn {turn}: {loss:.2f} s of {heard:.2f} s are lost")
        problems += [f"in turn {turn}: {p}" for p in library.problems()]
    return problems, losses


def full_disk(program, room, server):
    """Records to a small disk until it is full. Needs the right to mount one."""
    disk = room / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=17200k", "tmpfs", str(disk)], capture_output=True)
    if mounted.returncode:
        print("a full disk: not tried, since no disk can be mounted here")
        return []
    try:
        small = Library(program, disk / "library", server)
        process, _ = small.record()
        _, errors = process.communicate(timeout=120)
        memos = small.memos()
        print(f"a full disk: ended with {process.returncode}, {errors.strip()!r},"
              f" a memo of {memos[0]['duration'] if memos else 0} s")
        return [] if len(memos) == 1 and "disk is nearly full" in errors else ["the full disk"]
    finally:
        subprocess.run(["umount", str(disk)])


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    if not shutil.which("pulseaudio"):
        sys.exit("record_faults: pulseaudio is not installed; Scripts/bootstrap brings it")
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
            server.play(sources)
            library = Library(program, room / "library", server)
            problems, losses = kills(library, count, chance)
            losses.sort()
            if losses:
                print(f"recovered: {len(losses)}; short by {losses[len(losses) // 2]:.3f} s"
                      f" (median), {losses[-1]:.3f} s at most")
            problems += full_disk(program, room, server)
            before = len(library.memos())
            process, start = library.record()
            time.sleep(1.5)
            server.kill()
            heard = time.monotonic() - start
            _, errors = process.communicate(timeout=20)
            memo = library.memos()[0]
            print(f"the sound server killed: ended with {process.returncode}, {errors.strip()!r},"
                  f" a memo of {memo['duration']} s of {heard:.2f} s")
            if len(library.memos()) != before + 1 or heard - memo["duration"] > 1.0:
                problems.append("the sound server's death has cost a recording")
            if "the sound server ended" not in errors:
                problems.append("nothing was said of the sound server's death")
        finally:
            server.kill()
        for problem in problems:
            print(f"PROBLEM {problem}")
        print("nothing was lost" if not problems else f"{len(problems)} problems")
        return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
