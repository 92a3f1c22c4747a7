#!/usr/bin/env python3
"""Measures the engine in alternation with faster-whisper.

  CORPUS    a folder of 16 kHz mono WAV files, with manifest.tsv: the columns file and reference
  MATERIAL  1, 2, 3, 4, 6: this many files joined to one recording; starts: all files joined, starting
            at the first, the third, and so on; all: all files joined; long: all files ten times over;
            twice: whether the same audio gives the same text again; engines: each file alone, with one
            engine, and with two that share the threads; memory: the peak memory for 'long', each
            variant in a separate process. Default: 1 to twice.

Prints for each the word errors, the elapsed seconds, and the processor seconds. The variants are:

  faster-whisper  its best usual configuration, with the voice filter and word times
  batched         its batched pipeline, which is faster and omits sentences
  uncut           ours in consecutive steps of 30 seconds, without chunks
  single          ours, with one chunk at a time
  whole           ours, with the encoder's input always 30 seconds long
  unguarded       ours, without second passes
  ours            the configuration in use
"""

import argparse, contextlib, csv, dataclasses, math, multiprocessing, os, pathlib, resource
import subprocess, sys, time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "LiveText"))

import live_text  # restarts with the engine's Python

import faster_whisper
import numpy as np

import devices, guard, models, pieces, steps
from options import Options
from recognizer import transcribe
from scoring import edits, plain

ALL = ("1", "2", "3", "4", "starts", "long", "twice")
OTHERS = ("6", "all", "engines", "memory")
WAYS = ("faster-whisper", "batched", "uncut", "single", "whole", "unguarded", "ours")


class Ours:
    def __init__(self, model, beam_size, changes=()):
        self.model, self.beam_size, self.changes, self.repairs = model, beam_size, changes, 0

    def __call__(self, samples):
        words, done = [], {}

        def emit(event, **fields):
            if event == "segment":
                words.append(fields["text"])

        with self.changed():
            done = transcribe(
                self.model, Options({"op": "transcribe", "beam_size": self.beam_size}), [samples],
                emit, lambda: False)
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


def alone(model, beam_size):
    def run(samples):
        segments, _ = model.transcribe(
            samples, language="en", beam_size=beam_size, vad_filter=True, word_timestamps=True)
        return " ".join(segment.text.strip() for segment in segments)
    return run


def batched(model, beam_size):
    pipeline = faster_whisper.BatchedInferencePipeline(model)

    def run(samples):
        segments, _ = pipeline.transcribe(
            samples, language="en", beam_size=beam_size, word_timestamps=True, batch_size=8)
        return " ".join(segment.text.strip() for segment in segments)
    return run


def ways(arguments, names):
    name, folder = models.resolve(arguments.model, lambda: None)
    beam = arguments.beam
    model = models.load(name, folder, devices.choose("cpu"), arguments.threads)
    bare = model if not {"faster-whisper", "batched"} & set(names) else faster_whisper.WhisperModel(
        folder, device="cpu", compute_type="int8", cpu_threads=arguments.threads,
        local_files_only=True)
    unguarded = [(guard, "PASSED", math.inf), (guard, "WORDLESS", math.inf),
                 (guard, "loops", lambda words: False), (guard, "crowds", lambda times: False),
                 (guard, "goes_back", lambda times: False),
                 (guard, "is_made_up", lambda words, samples: False)]
    found = {
        "faster-whisper": alone(bare, beam), "batched": batched(bare, beam),
        "uncut": Ours(model, beam, [(pieces, "LONGEST", math.inf)]),
        "single": Ours(model, beam, [(model, "workers", 1)]),
        "whole": Ours(model, beam, [(steps.StepwiseModel, "LONGEST_SHORT", 0)]),
        "unguarded": Ours(model, beam, unguarded), "ours": Ours(model, beam),
    }
    return {name: found[name] for name in names}


@dataclasses.dataclass
class Tally:
    """Counts of words, errors, and seconds."""

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
    print("| variant | % wrong | wrong, missing, added | worst | s | processor s | second passes |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name, one in found.items():
        tally = sum(one, Tally())
        again = getattr(runs[name], "repairs", 0) - repairs[name]
        print(f"| {name} | {tally.rate:.2f} | {tally.wrong}, {tally.missing}, {tally.added} |"
              f" {max(each.rate for each in one):.1f} | {tally.wall:.2f} | {tally.cpu:.2f} | {again} |",
              flush=True)
    return found


def listen(arguments, recordings, start, results):
    """Runs one of several engines in a separate process."""
    (run,) = ways(arguments, ["ours"]).values()
    run(recordings[0][1])  # warm-up
    start.wait()
    results.put([measure(run, *recording) for recording in recordings])


def engines(arguments, corpus):
    """Compares one engine with all threads to two that share them, as in an `import` of many files."""
    recordings, context = corpus.by(1), multiprocessing.get_context("spawn")
    print("\n| engines | % wrong | s |\n|---|--:|--:|")
    for count in (1, 2):
        own = argparse.Namespace(**{**vars(arguments), "threads": arguments.threads // count})
        start, results = context.Barrier(count + 1), context.Queue()
        for place in range(count):
            context.Process(
                target=listen, args=(own, recordings[place::count], start, results)).start()
        start.wait()
        began = time.monotonic()
        tally = sum((one for _ in range(count) for one in results.get()), Tally())
        print(f"| {count} | {tally.rate:.2f} | {time.monotonic() - began:.2f} |", flush=True)


def memory(arguments, names):
    print("\n| variant | peak MiB |\n|---|--:|")
    for name in names:
        command = [
            sys.executable, __file__, arguments.corpus, "long", "--ways", name, "--threads",
            str(arguments.threads), "--peak"]
        output = subprocess.check_output(
            command + (["--model", arguments.model] if arguments.model else []), text=True)
        print(f"| {name} | {output.splitlines()[-1]} |", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus")
    parser.add_argument("materials", nargs="*")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--ways", default=",".join(WAYS), help="only these variants, separated by commas")
    parser.add_argument("--model", help="a model's name or folder")
    parser.add_argument("--beam", type=int, default=1, help="beam size")
    parser.add_argument("--peak", action="store_true", help="print the peak memory")
    arguments = parser.parse_intermixed_args()
    materials, names = arguments.materials or ALL, arguments.ways.split(",")
    if set(materials) - set(ALL + OTHERS) or set(names) - set(WAYS):
        parser.error(f"materials: {', '.join(ALL + OTHERS)}; variants: {', '.join(WAYS)}")
    corpus = Corpus(arguments.corpus)
    print(f"{arguments.model or 'tiny.en'}, beam {arguments.beam}, {arguments.threads} threads,"
          f" faster-whisper {faster_whisper.__version__}")
    runs = {} if set(materials) <= {"engines", "memory"} else ways(arguments, names)
    for run in runs.values():  # warm-up
        run(corpus.pieces[0][1])
    for material in materials:
        if material in "12346":
            table({"1": "each alone"}.get(material, f"{material} joined"), runs,
                  corpus.by(int(material)))
        elif material == "starts":
            found = table(
                "all, from each start", runs,
                [corpus.joined(first, None) for first in range(0, len(corpus.pieces) // 2, 2)])
            for name, one in found.items():
                print(f"{name}: {' '.join(f'{each.rate:.1f}' for each in one)}")
        elif material in ("all", "long"):
            text, samples = corpus.joined(0, None)
            times = 10 if material == "long" else 1
            table(f"all, {times} times over" if times > 1 else "joined", runs,
                  [(" ".join([text] * times), np.concatenate([samples] * times))])
        elif material == "engines":
            engines(arguments, corpus)
        elif material == "memory":
            memory(arguments, names)
        else:
            twice(runs, corpus)
    if arguments.peak:
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)


def twice(runs, corpus):
    _, samples = corpus.joined(5, None)
    print("\nthe same audio again\n")
    for name, run in runs.items():
        texts = {run(samples) for _ in range(2)}
        print(f"{name}: {'the same text' if len(texts) == 1 else 'a different text'}", flush=True)


if __name__ == "__main__":
    main()
