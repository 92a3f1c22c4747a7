#!/usr/bin/env python3
"""Evaluates the probabilities of words: whether correct words have higher ones than wrong words, and
whether nine in ten words with 0.9 are correct.

usage: calibration.py [--model NAME] CORPUS...
  CORPUS  a folder of 16 kHz mono WAV files, with manifest.tsv: the columns file and reference

Half of the recordings are used to fit the two constants of confidence.py in the engine. The table
evaluates the other half: the model's own values, those with the engine's constants, and those with
the fitted ones."""

import argparse, math, os, pathlib, sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import encoder

import numpy as np

import confidence, devices, models, recognizer
from options import Options
from scoring import plain


# The app and the page mark words below this as uncertain.
SURE = 0.8


def right_ones(wanted, found):
    """Returns which words are correct, by the shortest edit script between the lists."""
    costs = np.zeros((len(wanted) + 1, len(found) + 1), int)
    costs[:, 0], costs[0] = range(len(wanted) + 1), range(len(found) + 1)
    for i, word in enumerate(wanted, 1):
        for j, other in enumerate(found, 1):
            costs[i, j] = min(
                costs[i - 1, j - 1] + (word != other), costs[i - 1, j] + 1, costs[i, j - 1] + 1)
    right, i, j = set(), len(wanted), len(found)
    while i and j:
        if costs[i, j] == costs[i - 1, j - 1] + (wanted[i - 1] != found[j - 1]):
            i, j = i - 1, j - 1
            if wanted[i] == found[j]:
                right.add(j)
        elif costs[i, j] == costs[i - 1, j] + 1:
            i -= 1
        else:
            j -= 1
    return right


def words(model, reference, samples):
    """Returns each word's probability from the model, and whether the word is correct."""
    heard, constants = [], (confidence.SLOPE, confidence.SHIFT)
    confidence.SLOPE, confidence.SHIFT = 1.0, 0.0
    recognizer.transcribe(
        model, Options({"op": "transcribe"}), [samples],
        lambda event, **fields: heard.extend(fields.get("words", ())), lambda: False)
    confidence.SLOPE, confidence.SHIFT = constants
    parts = [(plain(word["text"]), word["probability"]) for word in heard]
    right = right_ones(plain(reference), [text for texts, _ in parts for text in texts])
    place, found = 0, []
    for texts, probability in parts:
        if texts:
            found.append((probability, all(place + i in right for i in range(len(texts)))))
        place += len(texts)
    return found


def fitted(probabilities, right):
    """Returns the slope and the shift with the maximum likelihood."""
    x = np.array([confidence.odds(p) for p in probabilities])
    values, ones = np.zeros(2), np.stack([x, np.ones_like(x)], axis=1)
    for _ in range(50):  # Newton's method.
        p = 1 / (1 + np.exp(-ones @ values))
        slope = ones.T @ (right - p) - 1e-3 * values
        bend = (ones * (p * (1 - p))[:, None]).T @ ones + 1e-3 * np.eye(2)
        values = values + np.linalg.solve(bend, slope)
    return values


def above(probabilities, right):
    """Returns how often a correct word has a higher probability than a wrong one."""
    yes, no = probabilities[right], probabilities[~right]
    return float(((yes[:, None] > no).mean() + (yes[:, None] >= no).mean()) / 2) if len(no) else 1.0


def off(probabilities, right, parts=10):
    """Returns the mean difference between the probabilities and the shares of correct words, over
    groups of equal size in the order of probability."""
    groups = np.array_split(np.argsort(probabilities, kind="stable"), parts)
    return sum(abs(right[g].mean() - probabilities[g].mean()) * len(g) for g in groups) / len(right)


def row(name, probabilities, right):
    yes, no = probabilities[right].mean(), probabilities[~right].mean()
    low = probabilities < SURE
    wrong, rest = (f"{100 * (~right[part]).mean():.0f} of {part.sum()}" for part in (low, ~low))
    print(f"| {name} | {yes:.2f} | {no:.2f} | {above(probabilities, right):.3f} |"
          f" {off(probabilities, right):.3f} | {wrong} | {rest} |")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", help="a model's name or folder")
    parser.add_argument("corpora", nargs="+")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    name, folder = models.resolve(arguments.model, lambda: None)
    model = models.load(name, folder, devices.choose("cpu"), arguments.threads)
    halves = [], []
    for corpus in arguments.corpora:
        for number, recording in enumerate(encoder.Corpus(corpus).by(1)):
            halves[number % 2].extend(words(model, *recording))
    (first, is_first), (second, is_second) = (
        (np.array([p for p, _ in half]), np.array([is_right for _, is_right in half]))
        for half in halves)
    slope, shift = fitted(first, is_first)
    print(f"{name}: {len(second)} words, {100 * (~is_second).mean():.1f} % of them wrong; fitted to"
          f" {len(first)} others: slope {slope:.2f}, shift {shift:.2f}\n")
    print("| | correct words | wrong words | correct above wrong | off by |"
          f" % wrong below {SURE} | above |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    row("model", second, is_second)
    for title, constants in (
            ("calibrated", (confidence.SLOPE, confidence.SHIFT)), ("fitted", (slope, shift))):
        row(title, np.array([confidence.of(p, *constants) for p in second]), is_second)


if __name__ == "__main__":
    main()
