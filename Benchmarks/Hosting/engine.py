#!/usr/bin/env -S python3 -S -E
"""A scripted speech engine: returns the text hidden in the audio (see sounds.py) after a fixed time, with
a segment and a checkpoint per part.

SPEECHMEMO_HELPER names it; don't run it by hand. The environment variable HOSTING_SECONDS sets the time
per part.
"""
import json
import os
import select
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from sounds import PART, RATE, heard, words  # noqa: E402

PAUSE = float(os.environ.get("HOSTING_SECONDS", "0"))
waiting = bytearray()
# Requests that arrived while another one was processed.
later = []


def say(event, **fields):
    os.write(1, json.dumps({"event": event, **fields}).encode() + b"\n")


def more(timeout=None):
    """Reads input, and returns False after a timeout."""
    if not select.select([0], [], [], timeout)[0]:
        return False
    data = os.read(0, 1 << 20)
    if not data:
        sys.exit(0)
    waiting.extend(data)
    return True


def hear(timeout=None):
    """Returns the next message with its audio, or None after a timeout."""
    end = None if timeout is None else time.monotonic() + timeout
    while True:
        line = waiting.find(b"\n")
        if line >= 0:
            message = json.loads(waiting[:line])
            size = message["bytes"] if message["op"] == "audio" else 0
            if len(waiting) > line + size:
                message["sound"] = bytes(waiting[line + 1:line + 1 + size])
                del waiting[:line + 1 + size]
                return message
        if not more(None if end is None else max(0, end - time.monotonic())):
            return None


def part(id, samples, place):
    found = heard(samples)
    texts = words(*found) if found else ["unheard"]
    start = place * PART / RATE
    step = PART / RATE / len(texts)
    say("segment", id=id, text=" ".join(texts), start=start, end=start + PART / RATE, words=[
        {"text": text, "start": round(start + index * step, 3),
         "end": round(start + (index + 1) * step, 3), "probability": 0.9}
        for index, text in enumerate(texts)])
    say("checkpoint", id=id, start=start + PART / RATE, state=str(place + 1))


def transcribe(request):
    id = request["id"]
    say("started", id=id, model="numbers")
    say("language", id=id, language="en", probability=1)
    place = round(request.get("start", 0) * RATE / PART)
    sound, told, due = bytearray(), 0, time.monotonic()
    is_whole = False
    while True:
        if len(sound) >= 4 * PART:
            # The time per part does not depend on how its audio arrives.
            due = max(due, time.monotonic() - PAUSE) + PAUSE
            while (left := due - time.monotonic()) > 0:
                message = hear(left)
                if message and take(message, id, sound):
                    return
                is_whole = is_whole or bool(message) and ends(message, id)
            part(id, sound[:4 * PART], place)
            del sound[:4 * PART]
            place += 1
            continue
        if is_whole:
            return say("done", id=id)
        if told <= len(sound):
            told = len(sound) + 4 * RATE * 60
            say("want", id=id, seconds=(place * PART + told / 4) / RATE)
        message = hear()
        if take(message, id, sound):
            return
        is_whole = ends(message, id)


def ends(message, id):
    return message["op"] == "end" and message["id"] == id


def take(message, id, sound):
    """Reads a request's audio, and returns whether the request was canceled."""
    if message["op"] == "shutdown":
        sys.exit(0)
    if message["op"] == "cancel" and message["id"] == id:
        say("canceled", id=id)
        return True
    if message["op"] == "audio":
        if message["id"] == id:
            sound.extend(message["sound"])
    elif message["op"] not in ("cancel", "end"):
        later.append(message)
    return False


def tell_apart(request):
    """Returns two speakers who alternate after each word."""
    id, spans = request["id"], request.get("words") or []
    while not ends(message := hear(), id):
        if take(message, id, bytearray()):
            return
    turns = [{"start": start, "end": end, "speaker": index % 2}
             for index, (start, end) in enumerate(spans)]
    count = min(2, len(spans))
    say("speakers", id=id, model="voices", same=0.5,
        speakers=[{"seconds": 1.0, "embedding": [1.0 - index, float(index)]}
                  for index in range(count)],
        turns=turns, words=[turn["speaker"] for turn in turns])
    say("done", id=id)


say("ready", protocol=2, engine="scripted", version="1", checkpoints="1",
    models=[{"name": "numbers", "folder": os.path.dirname(os.path.abspath(__file__))}],
    speakers={"model": "voices", "same": 0.5, "weights": []})
while True:
    request = later.pop(0) if later else hear()
    if request["op"] == "transcribe":
        transcribe(request)
    elif request["op"] == "speakers":
        say("want", id=request["id"], seconds=1e6)
        tell_apart(request)
    elif request["op"] in ("load", "add", "remove"):
        say("done", id=request["id"])
    elif request["op"] == "shutdown":
        sys.exit(0)
