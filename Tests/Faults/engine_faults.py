#!/usr/bin/env python3
"""Runs speechmemo with misbehaving speech engines, and checks its timeouts, memory, output, and that it
leaves no processes behind.

The engines are silent, ignore the end of their input and signals, or send a million segments, ten
million words, invalid times, or control characters for terminals. Prints for each how the command
ended, its peak memory, its response time to a signal, and the remaining processes.

usage: engine_faults.py SPEECHMEMO [COUNT] [SEED]
  SPEECHMEMO  the program under test
  COUNT       number of commands interrupted at random moments (40)
"""

import os, pathlib, random, signal, subprocess, sys, tempfile, time, wave

ENGINE = r'''#!/usr/bin/env python3
import json, os, signal, sys, time

part = os.environ["PART"]
with open(os.environ["STARTS"], "a") as file:
    file.write(f"{os.getpid()}\n")

def say(event, **fields):
    os.write(1, json.dumps({"event": event, **fields}).encode() + b"\n")

def deaf():
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(1000)

if "helper" in part and os.fork() == 0:
    with open(os.environ["STARTS"], "a") as file:
        file.write(f"{os.getpid()}\n")
    deaf()
if part == "mute":
    deaf()
say("ready", protocol=2, engine="wild\x1b[31m\u202e", version="1", models=[{"name": "t\x1b[0m"}])

def hear():
    line = sys.stdin.buffer.readline()
    if not line:
        deaf() if "deaf" in part else sys.exit(0)
    message = json.loads(line)
    if message["op"] == "audio":
        sys.stdin.buffer.read(message["bytes"])
    return message

def take(id):
    heard, message = 0, {}
    while message.get("op") != "end":
        say("want", id=id, seconds=heard / 64000 + 60)
        message = hear()
        heard += message.get("bytes", 0)

def word(at, text="blah"):
    return {"text": text, "start": at, "end": at + 0.1}

def transcribe(request):
    id, seconds = request["id"], request.get("seconds", 5)
    if "takes nothing" in part:
        say("want", id=id, seconds=1e9)
        deaf()
    if part == "silent at once":
        deaf()
    say("started", id=id, model="t\x1b]0;owned\x07")
    if "not asking" not in part:
        take(id)
    if "silent" in part:
        deaf()
    if "million segments" in part:
        step = seconds / 1e6
        for number in range(1_000_000):
            at = number * step
            os.write(1, b'{"event":"segment","id":"%s","text":"a","start":%.3f,"end":%.3f}\n'
                     % (id.encode(), at, at + step))
    elif part == "ten million words":
        words = [word(number / 1000, "b") for number in range(50_000)]
        for _ in range(200):
            say("segment", id=id, text=" ".join(["b"] * 50_000), start=0, end=seconds, words=words)
    elif part == "long words":
        for _ in range(200):
            say("segment", id=id, text="x" * 4_000_000, start=0, end=seconds)
    elif part == "endless progress":
        number = 0
        while True:
            number += 1
            say("progress", id=id, done=number, total=1e9)
    elif part == "noise":
        os.write(2, os.urandom(1 << 20) * 20)
        os.write(1, b"\x1b[31m\xff\xfe" * 1000 + b"\n")
    elif part == "wild":
        say("language", id=id, language="e\x1b[31mn", probability=7)
        say("segment", id=id, text="\u202eleft\x1b[2J \x9bright\r\n\x00end", start=-1e6, end=1e12,
            words=[word(-5, "\u202eleft\x1b[2J"), word(1e9, "\x9bright"), word(3, "\x00end\u2066")])
        say("segment", id=id, text="again", start=1, end=0.5, words=[word(0.1, "again")])
    say("done", id=id, seconds=1e12, language="\u202een\x07")
    if "deaf" in part:
        deaf()

while True:
    request = hear()
    if request["op"] == "transcribe":
        transcribe(request)
    elif request["op"] == "load":
        say("done", id=request["id"])
'''

STEERING = {chr(c) for c in [*range(0x20), *range(0x7f, 0xa0), *range(0x2028, 0x202f),
                             *range(0x2066, 0x206a)]} - {"\n"}


class Trial:
    def __init__(self, program, room):
        self.program, self.room = program, room
        self.engine = room / "engine"
        self.engine.write_text(ENGINE)
        self.engine.chmod(0o755)
        self.number, self.problems, self.worst_memory, self.slowest = 0, [], 0, 0.0

    def sound(self, seconds):
        path = self.room / f"{seconds}.wav"
        if not path.exists():
            with wave.open(str(path), "wb") as out:
                out.setnchannels(1), out.setsampwidth(2), out.setframerate(16000)
                out.writeframes(b"".join(
                    bytes(32000) + self.number.to_bytes(2, "little") for _ in range(seconds)))
        return path

    def start(self, part, *arguments):
        self.number += 1
        self.starts = self.room / f"starts-{self.number}"
        self.home = self.room / f"home-{self.number}"
        environment = {**os.environ, "PART": part, "STARTS": str(self.starts),
                       "SPEECHMEMO_HELPER": str(self.engine), "SPEECHMEMO_HOME": str(self.home)}
        return subprocess.Popen(
            [self.program, *map(str, arguments)], env=environment, stdin=subprocess.DEVNULL,
            stdout=open(self.room / "out", "wb"), stderr=open(self.room / "err", "wb"))

    def wait(self, process, limit):
        """Returns the exit code, or None after a timeout, and the peak memory in MiB."""
        until, memory = time.monotonic() + limit, 0
        while time.monotonic() < until:
            try:
                status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
                memory = max([memory] + [int(line.split()[1]) // 1024
                             for line in status.splitlines() if line.startswith("VmHWM")])
            except OSError:
                pass
            if process.poll() is not None:
                return process.returncode, memory
            time.sleep(0.002)
        process.kill()
        process.wait()
        return None, memory

    def left(self):
        """Returns the engines and their children that still run a second after the command ended."""
        pids = self.starts.read_text().split() if self.starts.exists() else []
        until = time.monotonic() + 1
        while True:
            running = [pid for pid in pids if self.runs(pid)]
            if not running or time.monotonic() > until:
                for pid in running:
                    os.kill(int(pid), signal.SIGKILL)
                return running
            time.sleep(0.01)

    @staticmethod
    def runs(pid):
        try:
            return ") Z " not in pathlib.Path(f"/proc/{pid}/stat").read_text()
        except OSError:
            return False

    def judge(self, what, memory, expected=True):
        self.worst_memory = max(self.worst_memory, memory)
        if memory > 100:
            self.problems.append(f"{what}: {memory} MiB")
        if not expected:
            error = (self.room / "err").read_text(errors="replace").strip()[-300:]
            self.problems.append(f"{what}: unexpected exit status: {error}")
        left = self.left()
        if left:
            self.problems.append(f"{what}: {len(left)} processes still run")
        for name in ("out", "err"):
            found = STEERING & set((self.room / name).read_text(errors="replace"))
            if found:
                self.problems.append(f"{what}: std{name} contains {found!r}")

    def to_the_end(self, part, seconds, command, limit, codes):
        what = f"{command[0]}, {part}, {seconds} s of audio"
        began = time.monotonic()
        process = self.start(part, *command, self.sound(seconds))
        code, memory = self.wait(process, limit)
        took = time.monotonic() - began
        self.judge(what, memory, code in codes)
        text = (self.room / "err").read_text(errors="replace").strip().splitlines()
        print(f"{what}: exit {code}, {took:.1f} s, {memory} MiB: {(text or [''])[-1][:150]}")

    def interrupted(self, part, seconds, command, after, number):
        what = f"{command[0]}, {part}, {signal.Signals(number).name}"
        process = self.start(part, *command, self.sound(seconds))
        code, memory = self.wait_for_engine(process, after)
        if code is None:
            process.send_signal(number)
            began = time.monotonic()
            code, memory = self.wait(process, 30)
            answer = time.monotonic() - began
            self.slowest = max(self.slowest, answer)
            if answer > 1:
                self.problems.append(f"{what}: ended {answer:.2f} s after the signal")
        self.judge(what, memory)

    def wait_for_engine(self, process, after):
        """Waits until the engine has started, then another `after` seconds."""
        until = time.monotonic() + 20
        while not self.starts.exists() and time.monotonic() < until and process.poll() is None:
            time.sleep(0.005)
        time.sleep(after)
        return process.poll(), 0


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else int(time.time())
    chance = random.Random(seed)
    print(f"{count} signals, seed {seed}")
    with tempfile.TemporaryDirectory(prefix="speechmemo-engines-") as room:
        trial = Trial(program, pathlib.Path(room))
        transcribe, keep = ["transcribe"], ["import"]
        # An import syncs every segment to disk, so it gets shorter audio.
        for command, longest in ((transcribe, 600), (keep, 30)):
            for seconds in (5, longest):
                trial.to_the_end("a million segments", seconds, command, 120, [1])
            for part in ("a million segments, not asking", "ten million words", "long words"):
                trial.to_the_end(part, longest, command, 120, [1])
            trial.to_the_end("noise", 5, command, 120, [1])
            trial.to_the_end("wild", 5, command, 60, [0])
            trial.to_the_end("deaf", 5, command, 60, [0])
            trial.to_the_end("deaf with a helper", 5, command, 60, [0])
        for kind in ("txt", "srt", "vtt", "md", "json"):
            trial.to_the_end("wild", 5, ["transcribe", "-f", kind], 60, [0])
        trial.to_the_end("wild", 5, ["transcribe", "--json"], 60, [0])
        parts = ["mute", "silent at once", "silent, with sound", "silent with a helper", "deaf",
                 "takes nothing", "a million segments", "ten million words", "endless progress"]
        numbers = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]
        for turn in range(count):
            trial.interrupted(
                parts[turn % len(parts)], chance.choice([5, 600, 3600]),
                chance.choice([transcribe, keep]), chance.random() ** 2 * 3,
                numbers[(turn // len(parts)) % 4] if turn < 36 else chance.choice(numbers))
        # Last, because it takes minutes.
        trial.to_the_end("silent, with sound", 5, transcribe, 600, [1])
        print(f"most memory {trial.worst_memory} MiB, slowest response to a signal {trial.slowest:.2f} s")
        for problem in trial.problems:
            print(f"PROBLEM {problem}")
        print("no problems" if not trial.problems else f"{len(trial.problems)} problems")
        return 1 if trial.problems else 0


if __name__ == "__main__":
    sys.exit(main())
