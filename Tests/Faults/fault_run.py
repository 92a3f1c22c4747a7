"""Helpers of the scripts that kill speechmemo while it processes speech."""

import pathlib, os, random, struct, sys, time, wave

# Transcribes everything to one word, for scripts that do not test the engine.
ENGINE = r'''#!/usr/bin/env python3
import json, sys
def say(event, **fields): print(json.dumps({"event": event, **fields}), flush=True)
def hear():
    line = sys.stdin.buffer.readline()
    if not line: sys.exit(0)
    return json.loads(line)
say("ready", protocol=2, engine="fake", version="1", models=[{"name": "fake", "folder": "/"}])
while True:
    request = hear()
    if request["op"] == "load": say("done", id=request["id"])
    if request["op"] != "transcribe": continue
    identity, seconds = request["id"], request.get("seconds") or 1
    say("started", id=identity, model="fake")
    say("want", id=identity, seconds=1e9)
    while True:
        message = hear()
        if message["op"] != "audio": break
        sys.stdin.buffer.read(message["bytes"])
    words = [{"text": "word", "start": 0, "end": seconds, "probability": 0.9}]
    if not request.get("start"):
        say("segment", id=identity, text="word", start=0, end=seconds, words=words)
    say("done", id=identity, seconds=seconds, language="en", wall=0.1, cpu=0.1, peak_memory=1000)
'''


def arguments(usage):
    """Returns the program, its speech files, the number of kills, and a random source."""
    if len(sys.argv) < 3:
        sys.exit(usage)
    program = os.path.abspath(sys.argv[1])
    sources = sorted(pathlib.Path(sys.argv[2]).glob("*.wav"))
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else int(time.time())
    if not sources:
        sys.exit(f"{pathlib.Path(sys.argv[0]).stem}: no WAV files in {sys.argv[2]}")
    print(f"{count} kills, seed {seed}", flush=True)
    return program, sources, count, random.Random(seed)


def ending(problems, good):
    """Prints the problems, or `good` if there are none, and returns the exit status."""
    for problem in problems:
        print(f"PROBLEM {problem}")
    print(f"{len(problems)} problems" if problems else good)
    return 1 if problems else 0


def descendants(pid):
    found = []
    for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            for child in task.read_text().split():
                found += [int(child)] + descendants(int(child))
        except OSError:
            pass
    return found


def piece(sources, chance, path):
    """Writes a random clip of a random file, different from all earlier clips."""
    with wave.open(str(chance.choice(sources))) as source:
        frames, rate = source.getnframes(), source.getframerate()
        length = min(frames, int(rate * chance.uniform(1.0, 6.0)))
        source.setpos(chance.randrange(frames - length + 1))
        data = bytearray(source.readframes(length))
    # Noise in the low bits of the first sample, so that equal clips differ.
    data[0:2] = struct.pack("<h", chance.randrange(-16, 16))
    with wave.open(str(path), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(bytes(data))
