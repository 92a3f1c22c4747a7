#!/usr/bin/env python3
"""Measures speaker recognition over the corpus. People with several recordings are enrolled with the first
one and searched for in the others, each a separate memo; people with a single recording are strangers.

usage: enrolled.py CORPUS WEIGHTS
  CORPUS   a folder of recordings whose names begin with the person
  WEIGHTS  a folder with the output of convert.py

Requires the engine's Python packages."""

import collections
import pathlib
import sys

sys.path.insert(
    0, str(pathlib.Path(__file__).parents[2] / "Sources/Clients/SpeechClientLive/Engine"))

import mixing

import speakers
from audio import RATE

PEOPLE = (
    "LJ", "arctic_aew", "arctic_axb", "cards", "common_voice", "goforward", "harvard_spk1", "jfk",
    "libri_", "librivox_austen", "something", "vosk_digits",
)


def voice(model, samples):
    """Returns the voice of the main speaker of a recording."""
    found = []
    speakers.find(
        model, speakers.Options({}), [samples],
        lambda event, **fields: found.extend(fields.get("speakers", ())), lambda: False)
    return max(found, key=lambda one: one["seconds"])["embedding"] if found else None


def likeness(one, other):
    return sum(a * b for a, b in zip(one, other))


def report(model, corpus):
    enrolled, asked = {}, []
    for person in PEOPLE:
        paths = sorted(corpus.glob(f"{person}*.wav"))
        voices = [
            (path.name, len(samples) / RATE, voice(model, samples))
            for path in paths for samples in [mixing.read(path)]]
        voices = [one for one in voices if one[2] is not None]
        if len(voices) > 1:
            enrolled[person] = voices[0][2]
            voices = voices[1:]
        asked += [(person, *one) for one in voices]
    counts = collections.Counter()
    for person, name, seconds, found in asked:
        best = max(enrolled, key=lambda each: likeness(enrolled[each], found))
        alike = likeness(enrolled[best], found)
        is_known = alike >= model.kind.same
        if person in enrolled:
            what = "recognized" if is_known and best == person else "mistaken" if is_known else "missed"
        else:
            what = "stranger mistaken" if is_known else "stranger not recognized"
        counts[what] += 1
        print(f"  {name:30} {seconds:5.1f} s: {what}, closest to {best} ({alike:.2f})")
    print(f"{model.name}, threshold {model.kind.same}, {len(enrolled)} enrolled: "
          + ", ".join(f"{what} {count}" for what, count in sorted(counts.items())))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    corpus, weights = map(pathlib.Path, sys.argv[1:])
    for name in ("campplus", "resemblyzer"):
        files = [{"name": each, "file": str(weights / f"{each}.onnx")}
                 for each in (name, "segmentation")]
        report(speakers.Model(2, {"model": name, "weights": files}), corpus)


main()
