#!/usr/bin/env python3
"""Collects more speech with texts from Debian packages. Needs apt-get, dpkg, and ffmpeg.

usage: gather.py FOLDER
  FOLDER  the target: gets two folders with 16 kHz mono WAV files and a manifest.tsv, for encoder.py

  librivox  readings of a novel and of playing cards, from the tests of PocketSphinx
  prompts   prompts of a telephone system, read by one person: a quarter of an hour"""

import csv
import gzip
import pathlib
import re
import subprocess
import sys
import tempfile

READINGS = "usr/share/pocketsphinx/test/data"
PROMPTS = "usr/share/asterisk/sounds/en_US_f_Allison"
TEXTS = "usr/share/doc/asterisk-core-sounds-en/core-sounds-en.txt.gz"
# Shorter prompts are not sentences; some are single letters.
FEWEST_WORDS, MOST_SECONDS = 4, 900


def unpacked(room, *packages):
    subprocess.run(["apt-get", "download", "-q", *packages], cwd=room, check=True)
    for archive in pathlib.Path(room).glob("*.deb"):
        subprocess.run(["dpkg", "-x", archive, room], check=True)
    return pathlib.Path(room)


def readings(room):
    for name in ("librivox/transcription", "cards/cards.transcription"):
        text = (room / READINGS / name).read_text()
        for words, file in re.findall(r"<s>(.*)</s> \((.*)\)", text):
            yield room / READINGS / name.split("/")[0] / f"{file}.wav", words.strip()


def prompts(room):
    # Brackets contain sounds and instructions for the reader.
    lines = gzip.decompress((room / TEXTS).read_bytes()).decode().splitlines()
    for name, separator, text in (line.partition(": ") for line in lines):
        path = room / PROMPTS / f"{name}.g722"
        if separator and path.is_file() and len(text.split()) >= FEWEST_WORDS and "[" not in text:
            yield path, text.strip()


def take(folder, recordings):
    folder.mkdir(parents=True, exist_ok=True)
    total = count = 0
    with open(folder / "manifest.tsv", "w", encoding="utf-8", newline="") as file:
        manifest = csv.writer(file, delimiter="\t", lineterminator="\n")
        manifest.writerow(["file", "reference"])
        for path, text in recordings:
            name = f"{path.stem}.wav"
            subprocess.run(
                ["ffmpeg", "-v", "error", "-y", "-i", path, "-ac", "1", "-ar", "16000",
                 folder / name], stdin=subprocess.DEVNULL, check=True)
            manifest.writerow([name, text])
            count, total = count + 1, total + (folder / name).stat().st_size / 32000
            if total > MOST_SECONDS:
                break
    print(f"{folder.name}\t{count} recordings\t{total:.0f} s")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as room:
        take(folder / "librivox", readings(unpacked(room, "pocketsphinx-testdata")))
    with tempfile.TemporaryDirectory() as room:
        take(folder / "prompts", prompts(unpacked(
            room, "asterisk-core-sounds-en", "asterisk-core-sounds-en-g722")))


main()
