#!/usr/bin/env python3
"""Measures live text over a folder of speech joined end to end.

usage: live_text.py fast SPEECH_FOLDER
       live_text.py real SPEECH_FOLDER SPEECHMEMO
       live_text.py cost SPEECH_FOLDER SPEECHMEMO [SECONDS]

  fast   feeds the engine like a microphone, on a clock that advances only with the engine's processor
         time, so that a busy machine does not affect the result
  real   plays the speech to a separate sound server and records it with SPEECHMEMO, on the recording's
         clock
  cost   records for a minute without live text and for another with it, and prints the processor time
         and memory of the program and its engine

The first two print the time from a word's end to its first appearance, the withdrawn words, and the word
errors of the live text and the final pass. The ends of words come from the transcripts of the single
files. The reference is the folder's manifest.tsv, if it has one.
"""

import csv, os, pathlib, subprocess, sys, wave

HERE = pathlib.Path(__file__).resolve().parent
ENGINE = HERE.parent.parent / "Sources/Clients/SpeechClientLive/Engine"


def use_engine_python():
    """Restarts with the engine's Python, which has its packages."""
    script = HERE.parent.parent / "Scripts/setup-engine"
    folder = subprocess.check_output([script, "--print"], text=True).rstrip("\n")
    if os.path.realpath(sys.prefix) != os.path.realpath(folder):
        python = f"{folder}/bin/python"
        if not os.path.exists(python):
            sys.exit("live_text: the speech engine is not set up; run 'make bootstrap'")
        os.execv(python, [python, *sys.argv])


use_engine_python()
sys.path[:0] = [str(HERE), str(ENGINE), str(HERE.parent.parent / "Tests/Support")]
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in main.py

import numpy as np

from audio import RATE
from scoring import Display, error_rate, share


class Speech:
    """The joined files of a folder, with their words and word times."""

    def __init__(self, folder):
        self.files, pieces = [], []
        for path in sorted(pathlib.Path(folder).glob("*.wav")):
            with wave.open(str(path)) as file:
                if (file.getframerate(), file.getnchannels(), file.getsampwidth()) != (RATE, 1, 2):
                    continue
                data = np.frombuffer(file.readframes(file.getnframes()), "<i2")
            self.files.append((path.name, sum(map(len, pieces)) / RATE, data))
            pieces.append(data)
        if not pieces:
            sys.exit(f"live_text: no 16 kHz mono WAV files in {folder}")
        self.pcm = np.concatenate(pieces)
        self.samples = self.pcm.astype(np.float32) / 32768
        self.seconds = len(self.pcm) / RATE
        self.reference = self._reference(pathlib.Path(folder) / "manifest.tsv")

    def _reference(self, manifest):
        if not manifest.exists():
            return None
        with open(manifest, encoding="utf-8", newline="") as file:
            texts = {row["file"]: row["reference"] for row in csv.DictReader(file, delimiter="\t")}
        return " ".join(texts.get(name, "") for name, _, _ in self.files)

    def transcripts(self, model):
        """Returns the words of the single files with times in the joined audio, and their text."""
        words = []
        for _, offset, data in self.files:
            for word in transcript(model, data.astype(np.float32) / 32768):
                words.append(dict(
                    word, start=word["start"] + offset, end=word["end"] + offset))
        return words


def transcript(model, samples):
    from options import Options
    from recognizer import transcribe

    words = []

    def emit(event, **fields):
        if event == "segment":
            words.extend(fields["words"])

    transcribe(model, Options({"op": "transcribe"}), [samples], emit, lambda: False)
    return words


def text(words):
    return " ".join(word["text"] for word in words)


def load():
    """Loads the engine with one thread: several would busy-wait for each other, which counts as work."""
    import devices
    import models

    name, folder = models.resolve(None, lambda: None)
    return models.load(name, folder, devices.choose("cpu"), 1)


def report(mode, speech, display, live, final, own, notes):
    delays = display.delays(own)
    known = sorted(delay for delay in delays if delay is not None)
    gaps, offsets = sorted(display.gaps), display.offsets(own)
    shown = len(display.seen)
    rows = [
        ("speech", f"{speech.seconds:.1f} s in {len(speech.files)} files, {len(own)} words"),
        ("first appearance after a word's end",
         f"median {share(known, 0.5):.2f} s, 95 % within {share(known, 0.95):.2f} s,"
         f" at most {share(known, 1):.2f} s"),
        ("words that never appeared", f"{len(delays) - len(known)} of {len(delays)}"),
        ("words withdrawn before they were settled", f"{display.retracted} of {shown} shown"),
        ("starts of settled words, difference to the single files",
         f"median {share(offsets, 0.5):.2f} s, 95 % within {share(offsets, 0.95):.2f} s"),
        ("time between updates",
         f"median {share(gaps, 0.5):.2f} s, 95 % within {share(gaps, 0.95):.2f} s"),
    ]
    if mode == "fast":  # the program's output can't withdraw settled words
        rows.append(("settled words that changed", str(display.changed)))
    reference = speech.reference or text(own)
    against = "the reference" if speech.reference else "the single files' transcripts"
    for name, words in (("live text", live), ("final pass", final), ("single files", own)):
        rows.append((f"{name} against {against}", error_rate(reference, text(words))))
    for name, value in rows + notes:
        print(f"{name:45} {value}")


def main():
    mode = sys.argv[1] if len(sys.argv) > 1 else ""
    if (mode, len(sys.argv)) not in (("fast", 3), ("real", 4), ("cost", 4), ("cost", 5)):
        sys.exit(__doc__)
    speech, display = Speech(sys.argv[2]), Display()
    if mode == "cost":
        from real import cost

        seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 60.0
        for name, value in cost(os.path.abspath(sys.argv[3]), speech, seconds):
            print(f"{name:45} {value}")
        return
    model = load()
    if mode == "fast":
        from fast import run

        live, notes = run(model, speech.samples, display)
        final = transcript(model, speech.samples)
    else:
        from real import run

        live, final, notes = run(os.path.abspath(sys.argv[3]), speech, display)
    report(mode, speech, display, live, final, speech.transcripts(model), notes)


if __name__ == "__main__":
    main()
