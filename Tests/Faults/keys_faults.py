#!/usr/bin/env python3
"""Types random keys into the app, in windows of random sizes, and checks that nothing is lost.

Each run types 3,000 keys into a copy of a library, with pasted text, clicks, and resizes. Half of the
runs end with ctrl+c, which must end the app with status 0 and restore the terminal; the others with
SIGKILL. Then 'speechmemo verify' must find nothing, and the library must have all memos: their
permanent deletion is only tried in every fourth run, in which the trash can be opened.

usage: keys_faults.py SPEECHMEMO SPEECH_FOLDER [COUNT] [SEED]
  SPEECHMEMO     the program under test
  SPEECH_FOLDER  WAV files of speech, 16-bit mono
  COUNT          the number of runs (200)
"""

import fcntl, json, os, pathlib, pty, select, shutil, signal, struct, subprocess, sys, tempfile, termios
import time

import fault_run

KEYS = 3_000
CHUNK = 12
NAMED = ["\r", "\x1b", "\t", " ", "\x7f", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F",
         "\x1b[5~", "\x1b[6~", "\x1b[3~", "\x1b[Z"]
# Not ctrl+c, which ends the app, and ctrl+z, which stops it.
CONTROLS = [chr(code) for code in range(1, 27) if code not in (3, 26)]
TEXTS = ["ü", "👩‍👧", "日本", "e\u0301", "\u202e"]


class Terminal:
    """The app on a terminal of its own."""

    def __init__(self, program, environment, folder, size):
        self.child, self.file = pty.fork()
        if self.child == 0:
            os.chdir(folder)
            os.execve(program, [program], environment)
        self.resize(size)
        self.settings = termios.tcgetattr(self.file)
        self.output = b""
        self.status = None

    def resize(self, size):
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))

    def read(self, seconds):
        """Reads until the app is quiet for a moment, or ends."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and select.select([self.file], [], [], 0.01)[0]:
            try:
                self.output = (self.output + os.read(self.file, 1 << 16))[-4096:]
            except OSError:
                break

    def type(self, keys):
        """Returns false if the app has ended."""
        data = keys.encode()
        while data:
            try:
                data = data[os.write(self.file, data):]
            except OSError:
                return not self.has_ended()
            self.read(1)
        return not self.has_ended()

    def has_ended(self):
        if self.status is None:
            ended, status = os.waitpid(self.child, os.WNOHANG)
            if ended:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None

    def end(self, with_signal):
        if self.has_ended():
            return
        if with_signal:
            os.kill(self.child, signal.SIGKILL)
        deadline = time.monotonic() + 60
        # A second one kills an app that is closing, as it should.
        next_press = 0
        while not self.has_ended() and time.monotonic() < deadline:
            if not with_signal and time.monotonic() >= next_press:
                self.type("\x03")
                next_press = time.monotonic() + 10
            self.read(0.2)
            time.sleep(0.02)
        if not self.has_ended():
            os.kill(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
            self.status = "none within a minute"


def key(chance, opens_trash):
    kind = chance.random()
    if kind < 0.55:
        allowed = [chr(code) for code in range(33, 127)]
        return chance.choice([k for k in allowed if k != "q" and (opens_trash or k not in "D")])
    if kind < 0.85:
        return chance.choice(NAMED)
    if kind < 0.93:
        # ctrl+p finds any action by name.
        return chance.choice([k for k in CONTROLS if opens_trash or k != "\x10"])
    if kind < 0.96:
        column, row = chance.randint(1, 120), chance.randint(1, 50)
        button = chance.choice([0, 0, 64, 65])
        return f"\x1b[<{button};{column};{row}M\x1b[<{button};{column};{row}m"
    if kind < 0.98:
        return f"\x1b[200~{chance.choice(TEXTS)} /nowhere\x1b[201~"
    return chance.choice(TEXTS)


def size(chance):
    if chance.random() < 0.2:
        return chance.randint(1, 8), chance.randint(1, 30)
    return chance.randint(8, 60), chance.randint(30, 220)


def main():
    program, sources, count, chance = fault_run.arguments(__doc__)
    problems, ends, opens, changed = [], {}, 0, 0
    with tempfile.TemporaryDirectory(prefix="speechmemo-keys-") as room:
        room = pathlib.Path(room)
        engine = room / "engine"
        engine.write_text(fault_run.ENGINE)
        engine.chmod(0o755)
        environment = {
            "HOME": str(room / "home"), "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
            "TERM": "xterm-256color", "EDITOR": "true", "PULSE_SERVER": "unix:/nowhere",
            "SPEECHMEMO_HELPER": str(engine), "XDG_RUNTIME_DIR": str(room)}
        (room / "home").mkdir()

        def run(library, *words):
            return subprocess.run(
                [program, *words], env={**environment, "SPEECHMEMO_HOME": str(library)},
                stdin=subprocess.DEVNULL, capture_output=True, text=True)

        for number in range(6):
            piece = room / f"memo {number}.wav"
            fault_run.piece(sources, chance, piece)
            if (imported := run(room / "library", "import", str(piece))).returncode:
                sys.exit(f"keys_faults: {imported.stderr}")
        listed = run(room / "library", "list", "--json")
        memos = ids(listed)

        for number in range(count):
            library = room / "copy"
            shutil.copytree(room / "library", library)
            opens_trash = number % 4 == 3
            killed = number % 2 == 1
            typed = 0
            last = chance.randint(KEYS // 2, KEYS) if killed else KEYS
            while typed < last:
                opens += 1
                terminal = Terminal(
                    program, {**environment, "SPEECHMEMO_HOME": str(library)}, room / "home",
                    size(chance))
                terminal.read(5)
                while typed < last:
                    if chance.random() < 0.02:
                        terminal.resize(size(chance))
                    if not terminal.type("".join(key(chance, opens_trash) for _ in range(CHUNK))):
                        break
                    typed += CHUNK
                if typed >= last:
                    terminal.end(with_signal=killed)
                expected = -signal.SIGKILL if killed and typed >= last else 0
                if terminal.status != expected:
                    problems.append(
                        f"run {number}: status {terminal.status} after {typed} keys; "
                        f"the end of its output: {terminal.output[-500:]}")
                if terminal.status == 0:
                    terminal.read(1)
                    if b"\x1b[?1049l" not in terminal.output:
                        problems.append(f"run {number}: the screen was not restored")
                os.close(terminal.file)
                ends[terminal.status] = ends.get(terminal.status, 0) + 1
            checked = run(library, "verify")
            if checked.returncode:
                problems.append(f"run {number}: {checked.stdout}{checked.stderr}")
            changed += run(library, "list", "--json").stdout != listed.stdout
            left = ids(run(library, "list", "--json")) | ids(run(library, "list", "--trash", "--json"))
            if not opens_trash and memos - left:
                problems.append(f"run {number}: lost {sorted(memos - left)}")
            shutil.rmtree(library)
            print(f"\r{number + 1} runs", end="", flush=True)
    print(f"\n{opens} starts, which ended with: {ends}; {changed} runs changed memos")
    if not changed:
        problems.append("the keys changed nothing")
    return fault_run.ending(problems, f"no crash, nothing lost in {count} runs of up to {KEYS} keys")


def ids(listed):
    if listed.returncode:
        raise SystemExit(f"keys_faults: {listed.stderr}")
    return {json.loads(line)["id"] for line in listed.stdout.splitlines()}


if __name__ == "__main__":
    sys.exit(main())
