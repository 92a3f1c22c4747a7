#!/usr/bin/env python3
"""Measures the starts and ends of words at pauses.

Joins the utterances of a corpus in random order, with pauses of 0.3 to 3 seconds between them, so that
the start of each one's first word and the end of its last word are known: where its sound begins and
ends. Prints how far the engine's times are from these, as its model decodes them and as moved to the edges
of speech: the median, and the share within 0.2 seconds. Words out of order are counted, too."""

import argparse, os, pathlib, random, sys
from bisect import bisect_right

HERE = pathlib.Path(__file__).resolve().parent

if __name__ == "__main__":
    sys.path[:0] = [str(HERE), str(HERE.parent / "LiveText")]
    import live_text  # restarts with the engine's Python

import numpy as np

RATE = 16000
# Sound that is softer than the loudest by more than this many decibels is silence.
SOFTEST, FRAME = 25, RATE // 100
PAUSES, LOUDNESS = (0.3, 3.0), 1e-4
NEAR = 0.2


def bounds(samples):
    """The first and last sample of an utterance's sound."""
    frames = samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME)
    power = (frames.astype(np.float64) ** 2).mean(axis=1)
    loud = np.flatnonzero(power > power.max() / 10 ** (SOFTEST / 10))
    return int(loud[0]) * FRAME, int(loud[-1] + 1) * FRAME


def recording(utterances, minutes, seed):
    """The samples of a recording, and the start and end of each utterance in seconds."""
    chance, noise = random.Random(seed), np.random.default_rng(seed)
    parts, truth, length, left = [], [], 0, []
    while length < minutes * 60 * RATE:
        pause = round(chance.uniform(*PAUSES) * RATE)
        parts.append(noise.normal(0, LOUDNESS, pause).astype(np.float32))
        if not left:
            left = list(utterances)
            chance.shuffle(left)
        samples = left.pop()
        first, last = bounds(samples)
        parts.append(samples[first:last])
        truth.append(((length + pause) / RATE, (length + pause + last - first) / RATE))
        length += pause + last - first
    return np.concatenate(parts), truth


def errors(truth, words):
    """The errors of the utterances' starts and of their ends. Each word belongs to the utterance
    between whose pauses' middles its own middle is; utterances without words are left out."""
    middles = [(before[1] + after[0]) / 2 for before, after in zip(truth, truth[1:])]
    first, last = {}, {}
    for start, end in words:
        place = bisect_right(middles, (start + end) / 2)
        first.setdefault(place, start)
        last[place] = end
    return ([first[place] - truth[place][0] for place in sorted(first)],
            [last[place] - truth[place][1] for place in sorted(last)])


def disorder(words):
    """How many words end before they start, or start before their predecessor ends."""
    before = [0.0] + [end for _, end in words]
    return sum(end < start or start < last for (start, end), last in zip(words, before))


def row(title, truth, words):
    cells = []
    for found in errors(truth, words):
        off = np.abs(found)
        cells.append(f"{np.median(found):+.2f} | {np.median(off):.2f} | {100 * (off <= NEAR).mean():.0f}")
    print(f"| {title} | {len(words)} | {' | '.join(cells)} | {disorder(words)} |", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "corpus", help="a folder of 16 kHz mono WAV files, with manifest.tsv: the columns file and reference")
    parser.add_argument("--minutes", type=float, default=5, help="the recording's length; default 5")
    parser.add_argument(
        "--model", action="append", help="a model's name or folder; may be repeated")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    import devices, encoder, models, recognizer
    from options import Options

    corpus = encoder.Corpus(arguments.corpus)
    samples, truth = recording(
        [samples for _, samples in corpus.pieces], arguments.minutes, arguments.seed)
    print(f"{len(truth)} utterances, {len(samples) / RATE:.0f} s\n")
    print("| model | words | starts: median | off by | % near | ends: median | off by | % near |"
          " disorder |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    move = recognizer.move_to_speech
    for wanted in arguments.model or [None]:
        name, folder = models.resolve(wanted, lambda: None)
        model = models.load(name, folder, devices.choose("cpu"), arguments.threads)
        for title, moving in ((f"{name}, decoded", lambda words, speech: None), (f"{name}, moved", move)):
            recognizer.move_to_speech, words = moving, []
            recognizer.transcribe(
                model, Options({"op": "transcribe", "language": "en"}), [samples],
                lambda event, **fields: words.extend(fields.get("words", ())), lambda: False)
            row(title, truth, [(word["start"], word["end"]) for word in words])


if __name__ == "__main__":
    main()
