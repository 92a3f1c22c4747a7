#!/usr/bin/env python3
"""Measures how well the engine separates and recognizes speakers in conversations with known turns.

Half of the people of FOLDER (see gather.py) are used by `tune`, which finds the thresholds, and the
others by `report`. simpleder computes the errors, including overlap and without a margin at the edges;
the column `edges` allows the usual quarter of a second. The last columns are the errors of a single
speaker and of random speakers. Then half of the people are enrolled with the first conversation in
which they speak, and all are searched for in the later ones.

usage: speakers.py report | tune FOLDER WEIGHTS [--seeds N] [--seconds S] [--threads N]
  FOLDER   one folder of recordings per person
  WEIGHTS  a folder with the output of convert.py for both wheels

Requires the engine's Python packages and simpleder."""

import argparse
import pathlib
import random
import resource
import sys
import time

sys.path.insert(
    0, str(pathlib.Path(__file__).parents[2] / "Sources/Clients/SpeechClientLive/Engine"))

import mixing
import numpy as np
import simpleder

import speakers
from audio import RATE

# Voice networks, and whether the segmentation network is used.
WAYS = [("campplus", True), ("campplus", False), ("resemblyzer", True), ("resemblyzer", False)]
SHORTEST = 45.0
CASES = [(count, overlaps) for count in (2, 3, 5) for overlaps in (False, True)]


def halves(folder):
    """Splits the people into halves by alternation, so that each has people from every source."""
    names = mixing.people(folder)
    return names[0::2], names[1::2]


def model_of(weights, way, threads):
    name, is_segmented = way
    files = [name] + ["segmentation"] * is_segmented
    return speakers.Model(threads, {
        "model": name,
        "weights": [{"name": each, "file": str(weights / f"{each}.onnx")} for each in files],
    })


def conversations(crowd, seeds, base, seconds):
    """Yields each case for each seed, with different people each time."""
    for count, overlaps in CASES:
        for seed in range(seeds):
            number = base + seed * 100 + count * 10 + overlaps
            draw, sound = random.Random(number), []
            # Some people have only ten seconds, which are combined with others.
            while len(sound) < SHORTEST * RATE:
                names = draw.sample(sorted(crowd), count)
                sound, truth = mixing.mix(
                    {name: crowd[name] for name in names}, draw.randrange(1 << 30), overlaps,
                    seconds)
            yield (count, overlaps), sound, truth


def pieces(sound, size=16000):
    return [sound[i : i + size] for i in range(0, len(sound), size)]


def heard(model, sound):
    return [s for _, s in model.source.stretches(pieces(sound)) if s is not None]


def error(truth, turns, collar=0.0):
    return 100 * simpleder.DER(
        [(str(who), a, b) for who, a, b in truth], [(str(who), a, b) for a, b, who in turns],
        collar=collar)


def drawn(turns, count, seed):
    draw = random.Random(seed)
    return [(a, b, draw.randrange(count)) for a, b, _ in turns]


def report(options, crowd):
    made = list(conversations(crowd, options.seeds, 500000, options.seconds))
    print(f"{len(made)} conversations, {sum(len(s) for _, s, _ in made) / RATE / 60:.0f} minutes, "
          f"of {len(crowd)} people; errors and counts in %, work in seconds per second of audio")
    heads = "error edges given count wall cpu one random".split()
    print(f"{'network':12} {'segments':9} {'case':11}" + "".join(f"{head:>7}" for head in heads))
    for way in WAYS:
        model = model_of(options.weights, way, options.threads)
        rows, voices = {}, []
        for number, (case, sound, truth) in enumerate(made):
            there, seconds = len({who for who, _, _ in truth}), len(sound) / RATE
            wall, cpu = time.monotonic(), time.process_time()
            stretches = heard(model, sound)
            turns, vectors = speakers.told_apart(model.group, stretches, seconds)
            wall, cpu = time.monotonic() - wall, time.process_time() - cpu
            given, _ = speakers.told_apart(model.group, stretches, seconds, there)
            voices.append(named(turns, vectors, truth))
            rows.setdefault(case, []).append((
                error(truth, turns), error(truth, turns, 0.25), error(truth, given),
                100 * (len(vectors) == there), wall / seconds, cpu / seconds,
                error(truth, [(a, b, 0) for a, b, _ in turns]),
                error(truth, drawn(turns, there, number))))
        for case, values in [*rows.items(), ("all", sum(rows.values(), []))]:
            text = case if case == "all" else f"{case[0]}{', overlap' if case[1] else ''}"
            means = np.mean(values, axis=0)
            print(f"{way[0]:12} {'network' if way[1] else 'activity':9} {text:11}" + "".join(
                f"{mean:7.3f}" if head in ("wall", "cpu") else f"{mean:7.1f}"
                for head, mean in zip(heads, means)), flush=True)
        print(f"{way[0]:12} recognized at {model.kind.same}: {known_again(voices, model)}",
              flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak:.0f} MB")


def tune(options, crowd):
    made = list(conversations(crowd, options.seeds, 100000, options.seconds))
    for way in WAYS:
        model = model_of(options.weights, way, options.threads)
        kept = [(heard(model, sound), len(sound) / RATE, truth) for _, sound, truth in made]
        for group in model.group + np.arange(-0.15, 0.16, 0.05):
            errors, right, voices = [], [], []
            for stretches, seconds, truth in kept:
                turns, vectors = speakers.told_apart(group, stretches, seconds)
                errors.append(error(truth, turns))
                right.append(len(vectors) == len({who for who, _, _ in truth}))
                voices.append(named(turns, vectors, truth))
            print(f"{way[0]:12} {'network' if way[1] else 'activity':9} group {group:.2f}: error "
                  f"{np.mean(errors):5.1f}, count {np.mean(right) * 100:4.0f}; "
                  + between(voices), flush=True)


def named(turns, vectors, truth):
    """Returns the detected voices, each with the person that it mostly belongs to."""
    names = sorted({who for who, _, _ in truth})
    shared = np.zeros((len(vectors), len(names)))
    for a, b, speaker in turns:
        for who, c, d in truth:
            shared[speaker, names.index(who)] += max(0.0, min(b, d) - max(a, c))
    return [(names[row.argmax()], vector) for row, vector in zip(shared, vectors)]


def between(voices):
    """Describes the equal error rate of comparing voices across conversations."""
    same, others = [], []
    for number, one in enumerate(voices):
        for second in voices[number + 1 :]:
            for who, vector in one:
                for name, other in second:
                    (same if who == name else others).append(float(vector @ other))
    same, others = np.array(same), np.array(others)
    steps = np.linspace(0, 1, 201)
    missed = np.array([(same < step).mean() for step in steps])
    wrong = np.array([(others >= step).mean() for step in steps])
    best = np.abs(missed - wrong).argmin()
    return f"equal error rate {missed[best] * 100:.1f} % at {steps[best]:.2f}"


def known_again(voices, model):
    everybody = sorted({who for found in voices for who, _ in found})
    members, enrolled = set(everybody[0::2]), {}
    counts = dict.fromkeys(
        ["recognized", "mistaken", "missed", "strangers not recognized", "strangers mistaken"], 0)
    for found in voices:
        for who, vector in found:
            if enrolled and (who in enrolled or who not in members):
                best = max(enrolled, key=lambda name: float(enrolled[name] @ vector))
                is_known = float(enrolled[best] @ vector) >= model.kind.same
                if who in enrolled:
                    counts["missed" if not is_known else "recognized" if best == who else "mistaken"] += 1
                else:
                    counts["strangers mistaken" if is_known else "strangers not recognized"] += 1
        for who, vector in found:
            if who in members:
                enrolled.setdefault(who, vector)
    return ", ".join(f"{name} {count}" for name, count in counts.items())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("job", choices=("report", "tune"))
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("weights", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    first, second = (
        {name: mixing.Person(options.folder / name) for name in half}
        for half in halves(options.folder))
    if options.job == "tune":
        tune(options, first)
    else:
        report(options, second)


main()
