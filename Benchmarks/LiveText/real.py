"""Live text of the program while it records from a separate sound server in real time."""

import json, os, pathlib, signal, subprocess, tempfile, threading, time

import numpy as np

from audio import RATE
from faster_whisper import decode_audio
from sound_server import SoundServer


class Recording:
    """A running `speechmemo record --json` with its own library."""

    def __init__(self, program, room, server, *arguments):
        self.program, self.home = program, pathlib.Path(room) / "library"
        self.environment = {
            **os.environ, "PULSE_SERVER": server.address, "SPEECHMEMO_HOME": str(self.home)}
        self.process = subprocess.Popen(
            [program, "record", "--json", *arguments], env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)

    def lines(self):
        for line in self.process.stdout:
            yield json.loads(line)

    def ask(self, *arguments):
        return subprocess.run(
            [self.program, *arguments], env=self.environment, check=True, capture_output=True,
            text=True).stdout


def run(program, speech, display):
    with tempfile.TemporaryDirectory(prefix="sm-live-") as room:
        server = SoundServer(pathlib.Path(room) / "sound")
        try:
            return record(program, room, server, speech, display)
        finally:
            server.kill()


def record(program, room, server, speech, display):
    # Enough time for the last word to appear.
    limit = speech.seconds + 6
    recording = Recording(program, room, server, "--seconds", f"{limit:.1f}")
    settled, updates = [], []
    for line in recording.lines():
        if line["event"] == "recording":
            threading.Thread(
                target=server.play, args=(speech.pcm.tobytes(), RATE), daemon=True).start()
        elif line["event"] == "heard":
            settled = settled + line["settled"]
            updates.append((line["time"], settled, line["open"]))
    if recording.process.wait() != 0:
        raise SystemExit("live_text: the recording failed")
    memo = json.loads(recording.ask("list", "--json").splitlines()[0])
    shift = offset(speech.samples, recording.home / "audio" / memo["file"])
    for time, done, open in updates:
        display.update(time - shift, moved(done, shift), moved(open, shift))
    shown = updates[-1][1] + updates[-1][2] if updates else []
    final = json.loads(recording.ask("show", memo["id"], "--json"))
    return shown, words(final), [("start of the speech in the recording", f"{shift:.2f} s")]


def cost(program, speech, seconds):
    rows = []
    for name, arguments in (("without live text", ["--no-transcript"]), ("with live text", [])):
        with tempfile.TemporaryDirectory(prefix="sm-cost-") as room:
            server = SoundServer(pathlib.Path(room) / "sound")
            try:
                recording = Recording(program, room, server, *arguments)
                lines = recording.lines()
                next(lines)
                frames = speech.pcm.tobytes() * (1 + int(seconds / speech.seconds))
                for work in (lambda: server.play(frames, RATE), lambda: list(lines)):
                    threading.Thread(target=work, daemon=True).start()
                time.sleep(seconds)
                engines = children(recording.process.pid)
                for who, ids in (("program", [recording.process.pid]), ("engine", engines)):
                    for id in ids:
                        rows.append((f"{who} {name}", usage(id, seconds)))
                recording.process.send_signal(signal.SIGINT)
                recording.process.wait()
            finally:
                server.kill()
    return rows


def children(process):
    found = []
    for path in pathlib.Path(f"/proc/{process}/task").glob("*/children"):
        found += [int(child) for child in path.read_text().split()]
    return found


def usage(process, seconds):
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    user, system = (int(field) / os.sysconf("SC_CLK_TCK") for field in fields[11:13])
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    memory = {
        line.split(":")[0]: int(line.split()[1]) // 1024
        for line in status.splitlines() if line.startswith(("VmHWM", "VmRSS"))}
    return (
        f"{user:.2f} s user, {system:.2f} s system in {seconds:.0f} s"
        f" ({(user + system) / seconds:.3f} of a core); {memory['VmRSS']} MiB,"
        f" at most {memory['VmHWM']} MiB")


def words(memo):
    if isinstance(memo, dict):
        if "words" in memo:
            return memo["words"]
        return [word for value in memo.values() for word in words(value)]
    if isinstance(memo, list):
        return [word for value in memo for word in words(value)]
    return []


def moved(words, shift):
    return [dict(word, start=word["start"] - shift, end=word["end"] - shift) for word in words]


def offset(samples, path):
    """Returns by how many seconds the recording lags behind the audio."""
    heard = decode_audio(str(path), RATE)
    needle = samples[: 10 * RATE]
    size = 1 << (len(heard) + len(needle)).bit_length()
    product = np.fft.irfft(np.fft.rfft(heard, size) * np.conj(np.fft.rfft(needle, size)), size)
    return int(product[: len(heard)].argmax()) / RATE
