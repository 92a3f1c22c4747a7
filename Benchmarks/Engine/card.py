#!/usr/bin/env python3
"""Measures the engine on the processor and on an NVIDIA card, if there is one.

Prints for each device the precision, the chunks transcribed at once, the seconds to load the model, the
word errors, the seconds and the processor seconds for the corpus joined, how many times faster than real
time that is, and the card's memory."""

import argparse, os, pathlib, subprocess, sys, time
from dataclasses import replace

HERE = pathlib.Path(__file__).resolve().parent


def runs(found, kinds):
    """The devices to measure: the processor, then the card with its own and the given precisions."""
    processor, card = found
    others = [replace(card, precision=kind) for kind in kinds if kind != card.precision]
    return [processor] + ([card, *others] if card.name == "cuda" else [])


def memory():
    """The card's used memory in MiB."""
    try:
        output = subprocess.check_output(
            ["nvidia-smi", "--query-gpu=memory.used", "--format=csv,noheader,nounits"], text=True)
        return output.split()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return "?"


def measure(arguments, device, corpus):
    import encoder
    import models

    reference, samples = corpus.joined(0, None)
    name, folder = models.resolve(arguments.model, lambda: None)
    began = time.monotonic()
    model = models.load(name, folder, device, arguments.threads)
    loading = time.monotonic() - began
    run = encoder.Ours(model, arguments.beam)
    run(corpus.pieces[0][1])  # warm-up
    tally = encoder.measure(run, reference, samples)
    speed = len(samples) / 16000 / tally.wall
    used = memory() if device.name == "cuda" else ""
    print(f"| {device.name} | {device.precision} | {model.workers} | {loading:.2f} | {tally.rate:.2f} |"
          f" {tally.wall:.2f} | {tally.cpu:.2f} | {speed:.0f} | {used} |", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "corpus", nargs="?",
        help="a folder of 16 kHz mono WAV files, with manifest.tsv: the columns file and reference")
    parser.add_argument("--beam", type=int, default=1, help="the beam size; default 1")
    parser.add_argument(
        "--dry-run", action="store_true",
        help="print the devices and the runs, without loading a model; needs no corpus")
    parser.add_argument("--model", help="a model's name or folder")
    parser.add_argument(
        "--precision", action="append", default=[],
        help="also this precision on the card, such as float16; may be repeated")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    if not arguments.corpus and not arguments.dry_run:
        parser.error("name a corpus, or use --dry-run")
    sys.path[:0] = [str(HERE), str(HERE.parent / "LiveText")]

    import live_text  # restarts with the engine's Python

    import devices

    card = devices.choose("auto")
    wanted = runs((devices.choose("cpu"), card), arguments.precision)
    if card.name != "cuda":
        print(f"no card: {card.reason}")
    if arguments.dry_run:
        for device in wanted:
            print(f"{device.name} {device.precision}, {device.workers(arguments.threads)[0]} at once")
        return
    import encoder

    corpus = encoder.Corpus(arguments.corpus)
    print("| device | precision | at once | load s | % wrong | s | processor s | × real time | MiB |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|")
    for device in wanted:
        measure(arguments, device, corpus)


if __name__ == "__main__":
    main()
