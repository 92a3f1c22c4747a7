#!/usr/bin/env python3
"""How well the engine tells speakers apart, in conversations of which it is known who speaks when.

Run it with the Python of a speech engine in which simpleder is also found, such as with
PYTHONPATH. Half of the people of FOLDER (see gather.py) were used to find the thresholds, by
`tune`; `report` tells about the others, by `simpleder`, which scores overlap and forgives nothing
at the edges. Beside the two networks of voices stands what it is worth to say that all is said by
one speaker, or that who speaks is drawn by lot in each pause.

usage: speakers.py report | tune | again FOLDER WEIGHTS [--seeds N] [--seconds S] [--threads N]
  FOLDER   recordings, a folder for each person
  WEIGHTS  a folder of converted weights
  again    whether a person of one conversation is known again in another one"""

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
            draw, names = random.Random(number), []
            # Of some there are ten seconds: with others, so that it is a conversation.
            while sum(min(crowd[name].seconds, seconds) for name in names) < seconds / 2:
                names = draw.sample(sorted(crowd), count)
            sound, truth = mixing.mix(
                {name: crowd[name] for name in names}, number, overlaps, seconds)
            yield (count, overlaps), sound, truth


def pieces(sound, size=16000):
    return [sound[i : i + size] for i in range(0, len(sound), size)]


def heard(model, sound):
    return [s for _, s in model.source.stretches(pieces(sound)) if s is not None]


def error(truth, turns):
    return simpleder.DER(
        [(str(who), a, b) for who, a, b in truth], [(str(who), a, b) for a, b, who in turns])


def drawn(turns, count, seed):
    draw = random.Random(seed)
    return [(a, b, draw.randrange(count)) for a, b, _ in turns]


def report(options, crowd):
    print("diarisation error in %, speaker count right in %, seconds of work a second of sound")
    print(f"{'network':12} {'segments':9} {'case':14} {'error':>6} {'given':>6} {'count':>6} "
          f"{'wall':>6} {'cpu':>6} {'one':>6} {'lot':>6}")
    made = list(conversations(crowd, options.seeds, 500000, options.seconds))
    for way in WAYS:
        model = model_of(options.weights, way, options.threads)
        rows, totals = {}, []
        for number, (case, sound, truth) in enumerate(made):
            there = len({who for who, _, _ in truth})
            seconds = len(sound) / RATE
            wall, cpu = time.monotonic(), time.process_time()
            stretches = heard(model, sound)
            turns, found = speakers.told_apart(model.kind, stretches, seconds)
            wall, cpu = time.monotonic() - wall, time.process_time() - cpu
            given, _ = speakers.told_apart(model.kind, stretches, seconds, there)
            one = [(a, b, 0) for a, b, _ in turns]
            rows.setdefault(case, []).append((
                error(truth, turns), error(truth, given), len(found) == there,
                wall / seconds, cpu / seconds, error(truth, one),
                error(truth, drawn(turns, there, number))))
        for case, values in [*rows.items(), ("all", sum(rows.values(), []))]:
            mean = np.mean(values, axis=0)
            text = case if case == "all" else f"{case[0]}{', overlap' if case[1] else ''}"
            print(f"{way[0]:12} {'network' if way[1] else 'activity':9} {text:14} "
                  f"{mean[0]*100:6.1f} {mean[1]*100:6.1f} {mean[2]*100:6.0f} {mean[3]:6.3f} "
                  f"{mean[4]:6.3f} {mean[5]*100:6.1f} {mean[6]*100:6.1f}", flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{len(made)} conversations, {sum(len(s) for _, s, _ in made) / RATE / 60:.0f} minutes, "
          f"of {len(crowd)} people; peak memory {peak:.0f} MB")


def tune(options, crowd):
    made = list(conversations(crowd, options.seeds, 100000, options.seconds))
    for way in WAYS:
        model = model_of(options.weights, way, options.threads)
        kind = model.kind
        kept = [(case, heard(model, sound), len(sound) / RATE, truth)
                for case, sound, truth in made]
        middle = kind.group
        for group in middle + np.arange(-0.20, 0.21, 0.05):
            kind.group = float(group)
            errors, right = [], []
            for case, stretches, seconds, truth in kept:
                turns, found = speakers.told_apart(kind, stretches, seconds)
                errors.append(error(truth, turns))
                right.append(len(found) == len({who for who, _, _ in truth}))
            print(f"{way[0]:12} {'network' if way[1] else 'activity':9} group {group:.2f} "
                  f"error {np.mean(errors)*100:5.1f} count {np.mean(right)*100:4.0f}", flush=True)
        kind.group = middle


def again(options, tuned, crowd):
    """Each person's voice in one conversation is compared with all of another one, in which they
    are or are not. The threshold is where the tuned half has as many wrong as missed."""
    for way in WAYS:
        if way[1]:
            model = model_of(options.weights, way, options.threads)
            same, others = pairs(options, model, tuned, 200000)
            steps = np.linspace(0, 1, 501)
            wrong = np.array([(others >= step).mean() for step in steps])
            missed = np.array([(same < step).mean() for step in steps])
            threshold = float(steps[np.abs(wrong - missed).argmin()])
            for name, step in (("tuned", threshold), ("in use", model.kind.same)):
                right, mistaken, unknown = known_again(options, model, crowd, 700000, step)
                print(f"{way[0]:12} {name} at {step:.2f}: known again {right}, taken for another "
                      f"{mistaken}, not known though enrolled {unknown[0]}; strangers left unknown "
                      f"{unknown[1]}, strangers taken for somebody {unknown[2]}", flush=True)


def voices_of(options, model, crowd, base):
    """For each conversation the voices found, by the person that each is for the most part."""
    result = []
    for case, sound, truth in conversations(crowd, options.seeds, base, options.seconds):
        seconds = len(sound) / RATE
        turns, vectors = speakers.told_apart(model.kind, heard(model, sound), seconds)
        shared = np.zeros((len(vectors), len(crowd)))
        names = sorted(crowd)
        for a, b, speaker in turns:
            for who, c, d in truth:
                shared[speaker, names.index(who)] += max(0.0, min(b, d) - max(a, c))
        result.append([
            (names[row.argmax()], vector) for row, vector in zip(shared, vectors)])
    return result


def pairs(options, model, crowd, base):
    same, others = [], []
    found = voices_of(options, model, crowd, base)
    for number, one in enumerate(found):
        for other in found[number + 1 :]:
            for who, vector in one:
                for name, second in other:
                    (same if who == name else others).append(float(vector @ second))
    return np.array(same), np.array(others)


def known_again(options, model, crowd, base, threshold):
    """Enrols half of the people by the first conversation that each is heard in, and asks for
    everybody in the later ones."""
    names = sorted(crowd)
    members, enrolled = set(names[0::2]), {}
    right = mistaken = missed = stranger_unknown = stranger_taken = 0
    for found in voices_of(options, model, crowd, base):
        for who, vector in found:
            if enrolled and (who in enrolled or who not in members):
                best = max(enrolled, key=lambda name: float(enrolled[name] @ vector))
                is_known = float(enrolled[best] @ vector) >= threshold
                if who in enrolled:
                    right += is_known and best == who
                    mistaken += is_known and best != who
                    missed += not is_known
                else:
                    stranger_taken += is_known
                    stranger_unknown += not is_known
        for who, vector in found:
            if who in members:
                enrolled.setdefault(who, vector)
    return right, mistaken, (missed, stranger_unknown, stranger_taken)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("job", choices=("report", "tune", "again"))
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
    elif options.job == "report":
        report(options, second)
    else:
        again(options, first, second)


main()
