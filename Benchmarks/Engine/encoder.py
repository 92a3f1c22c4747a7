#!/usr/bin/env python3
"""Measures what the engine makes of a recording, beside faster-whisper alone, in turn with it.

  CORPUS    a folder of 16 kHz mono WAV files, with manifest.tsv: the columns file and reference
  MATERIAL  1, 2, 3, 4: each file alone, or so many joined to one recording; starts: the files joined
            to one from the first on, from the second on, and so on; twice: whether the same sound
            gives the same text again. All of them if none is named.

For each it prints the word errors and the seconds, of the clock and of the processor. The ways are:

  faster-whisper  as it is called best: beam 1, with the voice filter and word times
  batched         the same by its batched pipeline, which is faster, and leaves sentences out
  whole           ours, with the encoder always given half a minute
  unguarded       ours, but nothing that was heard badly is heard again
  ours            as it is used
"""

import argparse, contextlib, csv, dataclasses, math, os, pathlib, sys, time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "LiveText"))

import live_text  # goes on with the engine's own Python

import faster_whisper
import numpy as np

import guard, models, steps
from options import Options
from recognizer import transcribe
from scoring import edits, plain

ALL = ("1", "2", "3", "4", "starts", "twice")


class Ours:
    def __init__(self, model, changes=()):
        self.model, self.changes, self.repairs = model, changes, 0

    def __call__(self, samples):
        words, done = [], {}

        def emit(event, **fields):
            if event == "segment":
                words.append(fields["text"])

        with self.changed():
            done = transcribe(
                self.model, Options({"op": "transcribe"}), [samples], emit, lambda: False)
        self.repairs += done["repairs"]
        return " ".join(words)

    @contextlib.contextmanager
    def changed(self):
        before = [(module, name, getattr(module, name)) for module, name, _ in self.changes]
        for module, name, value in self.changes:
            setattr(module, name, value)
        yield
        for module, name, value in before:
            setattr(module, name, value)


def alone(model):
    def run(samples):
        segments, _ = model.transcribe(
            samples, language="en", beam_size=1, vad_filter=True, word_timestamps=True)
        return " ".join(segment.text.strip() for segment in segments)
    return run


def batched(model):
    pipeline = faster_whisper.BatchedInferencePipeline(model)

    def run(samples):
        segments, _ = pipeline.transcribe(
            samples, language="en", beam_size=1, word_timestamps=True, batch_size=8)
        return " ".join(segment.text.strip() for segment in segments)
    return run


def ways(threads):
    name, folder = models.resolve(None, lambda: None)
    bare = faster_whisper.WhisperModel(
        folder, device="cpu", compute_type="int8", cpu_threads=threads, local_files_only=True)
    model = models.load(name, folder, "cpu", "int8", threads)
    unguarded = [(guard, "PASSED", math.inf), (guard, "WORDLESS", math.inf),
                 (guard, "loops", lambda words: False), (guard, "crowds", lambda times: False),
                 (guard, "is_made_up", lambda words, samples: False)]
    return {
        "faster-whisper": alone(bare), "batched": batched(bare),
        "whole": Ours(model, [(steps.StepwiseModel, "LONGEST_SHORT", 0)]),
        "unguarded": Ours(model, unguarded), "ours": Ours(model),
    }


@dataclasses.dataclass
class Tally:
    """Words that were said, and what became of them; seconds."""

    count: int = 0
    wrong: int = 0
    missing: int = 0
    added: int = 0
    wall: float = 0.0
    cpu: float = 0.0

    def __add__(self, other):
        return Tally(*map(sum, zip(dataclasses.astuple(self), dataclasses.astuple(other))))

    @property
    def rate(self):
        return 100 * (self.wrong + self.missing + self.added) / self.count


def measure(run, reference, samples):
    wall, cpu = time.monotonic(), time.process_time()
    text = run(samples)
    wall, cpu = time.monotonic() - wall, time.process_time() - cpu
    wanted = plain(reference)
    return Tally(len(wanted), *edits(wanted, plain(text)), wall, cpu)


class Corpus:
    def __init__(self, folder):
        with open(pathlib.Path(folder) / "manifest.tsv", encoding="utf-8", newline="") as file:
            texts = {row["file"]: row["reference"] for row in csv.DictReader(file, delimiter="\t")}
        self.pieces = [
            (texts[name], data.astype(np.float32) / 32768)
            for name, _, data in live_text.Speech(folder).files if name in texts]

    def joined(self, first, last):
        pieces = self.pieces[first:last]
        return (" ".join(text for text, _ in pieces),
                np.concatenate([samples for _, samples in pieces]))

    def by(self, count):
        return [self.joined(first, first + count) for first in range(0, len(self.pieces), count)]


def table(title, runs, recordings):
    repairs = {name: getattr(run, "repairs", 0) for name, run in runs.items()}
    found = {name: [] for name in runs}
    for turn, (reference, samples) in enumerate(recordings):
        order = list(runs)
        for name in order[turn % len(order) :] + order[: turn % len(order)]:
            found[name].append(measure(runs[name], reference, samples))
    seconds = sum(len(samples) for _, samples in recordings) / live_text.RATE
    print(f"\n{title}: {len(recordings)} recordings, {seconds:.0f} s\n")
    print("| way | % wrong | wrong, missing, added | worst | s | processor s | heard again |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name, one in found.items():
        tally = sum(one, Tally())
        again = getattr(runs[name], "repairs", 0) - repairs[name]
        print(f"| {name} | {tally.rate:.2f} | {tally.wrong}, {tally.missing}, {tally.added} |"
              f" {max(each.rate for each in one):.1f} | {tally.wall:.2f} | {tally.cpu:.2f} | {again} |",
              flush=True)
    return found


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus")
    parser.add_argument("materials", nargs="*")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--ways", help="only these, with commas between them")
    arguments = parser.parse_intermixed_args()
    materials = arguments.materials or ALL
    if set(materials) - set(ALL):
        parser.error(f"a material is one of {', '.join(ALL)}")
    corpus, runs = Corpus(arguments.corpus), ways(arguments.threads)
    if arguments.ways:
        runs = {name: runs[name] for name in arguments.ways.split(",")}
    print(f"{arguments.threads} threads, faster-whisper {faster_whisper.__version__}")
    for run in runs.values():  # the first time costs more
        run(corpus.pieces[0][1])
    for material in materials:
        if material in "1234":
            table({"1": "each alone"}.get(material, f"{material} joined"), runs,
                  corpus.by(int(material)))
        elif material == "starts":
            found = table(
                "joined from each on", runs,
                [corpus.joined(first, None) for first in range(0, len(corpus.pieces) // 2, 2)])
            for name, one in found.items():
                print(f"{name}: {' '.join(f'{each.rate:.1f}' for each in one)}")
        else:
            twice(runs, corpus)


def twice(runs, corpus):
    _, samples = corpus.joined(5, None)
    print("\nthe same sound again\n")
    for name, run in runs.items():
        texts = {run(samples) for _ in range(2)}
        print(f"{name}: {'the same text' if len(texts) == 1 else 'another text'}", flush=True)


if __name__ == "__main__":
    main()
