#!/usr/bin/env python3
"""How well the engine tells speakers apart, in conversations of which it is known who speaks when,
and whether it knows them again.

Half of the people of FOLDER (see gather.py) are for `tune`, by which the thresholds were found;
`report` tells about the others. simpleder scores: overlap counts, and nothing is forgiven at the
edges, but in the column `edges` a quarter of a second, as is the custom. Beside the networks of
voices stands what it is worth to say that one speaker says everything, and to draw lots for each
turn. Then half of the people are enrolled by the first conversation that each is heard in, and
everybody is asked for in the later ones.

usage: speakers.py report | tune FOLDER WEIGHTS [--seeds N] [--seconds S] [--threads N]
  FOLDER   recordings, a folder for each person
  WEIGHTS  a folder with what convert.py makes of both wheels

Run it with a Python that has what the engine has, and simpleder."""

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

# Networks of voices, and whether there is one for segmentation too.
WAYS = [("campplus", True), ("campplus", False), ("resemblyzer", True), ("resemblyzer", False)]
SHORTEST = 45.0
CASES = [(count, overlaps) for count in (2, 3, 5) for overlaps in (False, True)]


def halves(folder):
    """Every other person, so that each half has people of each source."""
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
    """One of each case for each seed, with other people each time."""
    for count, overlaps in CASES:
        for seed in range(seeds):
            number = base + seed * 100 + count * 10 + overlaps
            draw, sound = random.Random(number), []
            # Of some people there are ten seconds: with others, so that it is a conversation.
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
          f"of {len(crowd)} people; errors and counts in %, work in seconds a second of sound")
    heads = "error edges given count wall cpu one lot".split()
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
        print(f"{way[0]:12} known again at {model.kind.same}: {known_again(voices, model)}",
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
    """The voices found, by the person that each is for the most part."""
    names = sorted({who for who, _, _ in truth})
    shared = np.zeros((len(vectors), len(names)))
    for a, b, speaker in turns:
        for who, c, d in truth:
            shared[speaker, names.index(who)] += max(0.0, min(b, d) - max(a, c))
    return [(names[row.argmax()], vector) for row, vector in zip(shared, vectors)]


def between(voices):
    """How alike voices of two conversations are: where as many of one person are missed as there
    are of others taken for them."""
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
    return f"same {steps[best]:.2f} with {missed[best] * 100:.1f} % wrong either way"


def known_again(voices, model):
    everybody = sorted({who for found in voices for who, _ in found})
    members, enrolled = set(everybody[0::2]), {}
    counts = dict.fromkeys(
        ["right", "another", "unknown", "strangers unknown", "strangers taken for one"], 0)
    for found in voices:
        for who, vector in found:
            if enrolled and (who in enrolled or who not in members):
                best = max(enrolled, key=lambda name: float(enrolled[name] @ vector))
                is_known = float(enrolled[best] @ vector) >= model.kind.same
                if who in enrolled:
                    counts["unknown" if not is_known else "right" if best == who else "another"] += 1
                else:
                    counts["strangers taken for one" if is_known else "strangers unknown"] += 1
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
