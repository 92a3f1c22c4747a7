#!/usr/bin/env python3
"""Collects speech of known people, one folder per person with 16 kHz mono WAV files. Needs apt-get, dpkg,
and ffmpeg.

usage: gather.py CORPUS FOLDER
  CORPUS  a folder with manifest.tsv and its recordings
  FOLDER  the target

The people are the readers of the corpus and, from Debian packages, the voices of telephone prompts, one
per set, and of KDE's word game for children, mostly one per language."""

import pathlib
import subprocess
import sys
import tempfile

# People with enough speech in the corpus, as prefixes of file names.
READERS = {
    "jfk": "kennedy", "arctic_aew": "aew", "harvard_spk1": "harvard", "libri_2412": "libri2412",
    "LJ001": "lj", "librivox_austen": "austen", "vosk_digits": "digits",
}
# Packages, folders of recordings in them, and people. Excluded are sets by a person who already has
# one, languages with a dozen words, and those (ca, da, en, fr, ru, uk) that several people seem to
# have recorded: their files differ in format or in voice.
SOUNDS = "usr/share/asterisk/sounds"
PACKAGES = {
    "asterisk-core-sounds-en-g722": [(f"{SOUNDS}/en_US_f_Allison", "smith")],
    "asterisk-core-sounds-fr-g722": [(f"{SOUNDS}/fr_CA_f_June", "wallack")],
    "asterisk-core-sounds-ru-g722": [(f"{SOUNDS}/ru_RU_f_IvrvoiceRU", "russian-prompts")],
    "asterisk-core-sounds-it-g722": [(f"{SOUNDS}/it_IT_m_Carlo", "flora")],
    "asterisk-prompt-it-menardi-wav": [(f"{SOUNDS}/it_IT_f_Menardi", "menardi")],
    "ktuberling-data": [
        (f"usr/share/ktuberling/sounds/{language}", f"kde-{language}")
        for language in (
            "de el gl lt nn sl wa").split()
    ],
}
ENDINGS = {".wav", ".ogg", ".opus", ".g722"}
# The maximum per person.
MOST_SECONDS = 240


def convert(source, target):
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-i", source, "-ac", "1", "-ar", "16000", target],
        check=True)


def take(sources, target):
    target.mkdir(parents=True, exist_ok=True)
    total = 0
    for number, source in enumerate(sorted(sources)):
        wav = target / f"{number:03}.wav"
        convert(source, wav)
        total += wav.stat().st_size / 32000
        if total > MOST_SECONDS:
            break
    print(f"{target.name}\t{number + 1} recordings\t{total:.0f} s", flush=True)


def main():
    corpus, folder = map(pathlib.Path, sys.argv[1:])
    for beginning, person in READERS.items():
        take(corpus.glob(f"{beginning}*.wav"), folder / person)
    for package, sets in PACKAGES.items():
        with tempfile.TemporaryDirectory() as room:
            subprocess.run(["apt-get", "download", "-q", package], cwd=room, check=True)
            (archive,) = pathlib.Path(room).glob("*.deb")
            subprocess.run(["dpkg", "-x", archive, room], check=True)
            for path, person in sets:
                files = [
                    file for file in (pathlib.Path(room) / path).glob("*")
                    if file.suffix in ENDINGS and file.stat().st_size > 4000
                ]
                take(files, folder / person)


main()
