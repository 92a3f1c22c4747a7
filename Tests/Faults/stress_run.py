"""Helpers of stress.py: its folder and engine, the time limit of a run, and the counts of a part."""

import collections, contextlib, os, pathlib, random, re, shutil, signal, sqlite3, subprocess, sys
import tempfile, threading, time, wave

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Support"))

from fault_run import descendants
from sound_server import SoundServer

# Transcribes to a checksum of the audio, so two memos with equal transcripts were mixed up.
ENGINE = r'''#!/usr/bin/env -S python3 -S -E
import json, os, sys, zlib

def say(id, *events):
    os.write(1, b"".join(json.dumps({"id": id, **event}).encode() + b"\n" for event in events))

def heard(text, seconds):
    word = {"text": text, "start": 0, "end": round(seconds, 3)}
    return {**word, "words": [word]}

say("", {"event": "ready", "protocol": 2, "engine": "scripted", "version": "1",
         "models": [{"name": "sums", "folder": "/"}]})
requests = {}
for line in iter(sys.stdin.buffer.readline, b""):
    request = json.loads(line)
    id = request.get("id")
    if request["op"] == "transcribe":
        requests[id] = [0, 0.0, request.get("live", False)]
        say(id, {"event": "started", "model": "sums"}, {"event": "want", "seconds": 1e9})
    elif request["op"] == "audio":
        sound = sys.stdin.buffer.read(request["bytes"])
        if id in requests:
            requests[id][0] = zlib.crc32(sound, requests[id][0])
            requests[id][1] += len(sound) / 64000
            if requests[id][2]:
                say(id, {"event": "partial", **heard("so far", requests[id][1])})
    elif request["op"] == "end" and id in requests:
        sum, seconds, _ = requests.pop(id)
        say(id, {"event": "segment", **heard(f"Heard{sum:08x}.", seconds)}, {"event": "done"})
    elif request["op"] == "cancel" and requests.pop(id, None):
        say(id, {"event": "canceled"})
    elif request["op"] == "load":
        say(id, {"event": "done"})
    elif request["op"] == "shutdown":
        break
'''

# A part stops after this many hangs, because each takes its full time limit.
MOST_HANGS = 3


class Watch:
    """Kills a process that exceeds its time limit, after saving its stacks."""

    def __init__(self, room, name, process, limit=None):
        self.room, self.name, self.process, self.is_hung = room, name, process, False
        self.timer = threading.Timer(limit or room.options.limit, self.end)

    def __enter__(self):
        self.room.processes.add(self.process)
        self.timer.start()
        return self

    def __exit__(self, *_):
        self.timer.cancel()
        self.timer.join()
        if self.process.poll() is not None:
            self.room.processes.discard(self.process)

    def end(self):
        if self.process.poll() is not None:
            return
        self.is_hung = True
        if shutil.which("gdb"):
            with contextlib.suppress(subprocess.TimeoutExpired):
                stacks = subprocess.run(
                    ["gdb", "-p", str(self.process.pid), "-batch", "-ex", "thread apply all bt"],
                    stdin=subprocess.DEVNULL, capture_output=True, timeout=120).stdout
                self.room.keep(f"{self.name}.stacks", stacks)
                print(*stacks.decode(errors="replace").splitlines()[-80:], sep="\n", flush=True)
        self.process.kill()


class Room:
    """The folder, the engine, and the processes of all parts."""

    def __init__(self, options, folder):
        self.options, self.folder, self.program = options, folder, os.path.abspath(options.program)
        self.sources = sorted(pathlib.Path(options.speech).glob("*.wav"))
        if not self.sources:
            sys.exit(f"stress: no WAV files in {options.speech}")
        self.processes, self.kept, self.sound = set(), None, None
        self.engine = folder / "engine"
        self.engine.write_text(ENGINE)
        self.engine.chmod(0o755)
        for name in ("home", "run"):
            (folder / name).mkdir(mode=0o700)
        self.environment = {
            **os.environ, "HOME": str(folder / "home"), "LANG": "C.UTF-8", "TERM": "xterm-256color",
            "XDG_RUNTIME_DIR": str(folder / "run"), "SPEECHMEMO_HELPER": str(self.engine),
            "PULSE_SERVER": f"unix:{folder}/none", "SWIFT_BACKTRACE": "interactive=no,color=no"}
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "SPEECHMEMO_SERVER"):
            self.environment.pop(name, None)
        self.busy = []

    @contextlib.contextmanager
    def load(self, is_busy):
        """Starts the busy processes and ends them afterwards.

        With them, threads are more often preempted while holding a lock; without them, more threads
        run in parallel. Both found the same crash about equally often."""
        # They exit with this script, even if it is killed.
        loop = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"
        for _ in range(self.options.busy if is_busy else 0):
            self.busy.append(subprocess.Popen([sys.executable, "-S", "-E", "-c", loop]))
        try:
            yield
        finally:
            while self.busy:
                process = self.busy.pop()
                process.kill()
                process.wait()

    def start(self, *words, library, **streams):
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, **streams}
        return subprocess.Popen(
            [*map(str, words)], env={**self.environment, "SPEECHMEMO_HOME": str(library)},
            start_new_session=True, **streams)

    def memos(self, name, count, chance):
        """Writes `count` different files of 0.1 seconds of noise."""
        folder = self.folder / name
        folder.mkdir()
        for number in range(count):
            with wave.open(str(folder / f"{number}.wav"), "wb") as file:
                file.setparams((1, 2, 8_000, 0, "NONE", ""))
                file.writeframes(chance.randbytes(1_600))
        return folder

    def keep(self, name, data):
        if self.kept is None:
            self.kept = pathlib.Path(tempfile.mkdtemp(prefix="speechmemo-stress-kept-"))
        (self.kept / re.sub(r"[^\w.]+", "-", name)).write_bytes(data)

    def start_sound(self):
        if self.sound is None and shutil.which("pulseaudio"):
            self.sound = SoundServer(self.folder / "sound")
            self.sound.listen()
            self.sound.play_in_loop(self.sources)
            self.environment["PULSE_SERVER"] = self.sound.address
        return self.sound

    def engines(self):
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                if str(self.engine).encode() in path.read_bytes():
                    found.append(int(path.parent.name))
        return found

    def close(self):
        for process in list(self.processes):
            with contextlib.suppress(OSError):
                for pid in descendants(process.pid):
                    os.kill(pid, signal.SIGKILL)
            process.kill()
            process.wait()
        if self.sound:
            self.sound.kill()
        for pid in self.engines():
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)


class Part:
    """Counts the failures of one part by kind, and prints them."""

    def __init__(self, room, name):
        self.room, self.name, self.kinds, self.runs = room, name, collections.Counter(), 0
        self.chance = random.Random(f"{room.options.seed} {name}")
        self.errors = room.folder / f"{name}.err"
        self.began = time.monotonic()

    def fail(self, kind, run, detail="", output=b""):
        self.kinds[kind] += 1
        print(f"PROBLEM {self.name} {run}: {kind}{f': {detail}' if detail else ''}", flush=True)
        errors = self.errors.read_bytes() if self.errors.exists() else b""
        self.room.keep(f"{self.name} {run}.err", errors + output)

    def judge(self, run, watch, allowed=(0,), output=b""):
        """Counts the outcome of a run, and returns whether it is the expected one."""
        self.runs += 1
        status = watch.process.returncode
        if watch.is_hung:
            self.fail("hang", run, f"still running after {self.room.options.limit:g} s", output)
        elif status not in allowed:
            kind = signal.Signals(-status).name if status < 0 else f"exit {status}"
            self.fail(kind, run, "", output)
        return not watch.is_hung and status in allowed

    @property
    def has_hung(self):
        return self.kinds["hang"] >= MOST_HANGS

    def check(self, library, run, count, is_each_different=False, **others):
        """Checks that a library is intact and contains the expected memos and transcripts."""
        database = sqlite3.connect(library / "library.sqlite")
        with contextlib.closing(database):
            intact = database.execute("PRAGMA integrity_check").fetchone()[0]
            states = dict(database.execute("SELECT status, count(*) FROM recordings GROUP BY status"))
            texts = database.execute(
                "SELECT count(DISTINCT text) FROM segments JOIN transcriptions"
                " ON transcription = row WHERE is_current").fetchone()[0]
        if intact != "ok":
            self.fail("damaged database", run, intact)
        wanted = {state: number for state, number in {"done": count, **others}.items() if number}
        if states != wanted:
            self.fail("memos", run, f"{states}, expected {wanted}")
        elif is_each_different and texts != count:
            self.fail("transcripts", run, f"{texts} different texts of {count} memos")

    def end(self, done, detail=""):
        """Checks that no engine still runs, and prints the counts."""
        until = time.monotonic() + 5
        while (left := self.room.engines()) and time.monotonic() < until:
            time.sleep(0.05)
        if left:
            self.fail("engine left", "end", f"{len(left)} processes")
        took = time.monotonic() - self.began
        kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(self.kinds.items()))
        print(f"{self.name}: {done} in {took:.1f} s ({took / max(self.runs, 1):.2f} s each)"
              f"{detail}; {f'failed: {kinds}' if kinds else 'no failures'}", flush=True)
        return sum(self.kinds.values())
