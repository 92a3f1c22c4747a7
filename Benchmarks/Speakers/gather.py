#!/usr/bin/env python3
"""Gathers speech of people who can be told apart truly: a folder for each, with their recordings in
it as 16 kHz mono WAV. Needs apt-get, dpkg and ffmpeg, and keeps nothing in the repository.

usage: gather.py CORPUS FOLDER
  CORPUS  a folder with manifest.tsv and the recordings that it names
  FOLDER  where to

Who reads what is known from where the recordings are from: from the corpus the readers of its
origins; from Debian, prompts of telephone systems, each set of which is one person's, and KDE's
names of things for children, which mostly one person of each language has recorded."""

import pathlib
import subprocess
import sys
import tempfile

# People with enough speech in the corpus, by the beginnings of their files' names.
READERS = {
    "jfk": "kennedy", "arctic_aew": "aew", "harvard_spk1": "harvard", "libri_2412": "libri2412",
    "LJ001": "lj", "librivox_austen": "austen", "vosk_digits": "digits",
}
# Packages, the folder of a person's recordings in them, and the person. Left out are sets that the
# same person has read as another one, languages of a dozen words, and those (ca, da, en, fr, ru,
# uk) that more than one person seems to have recorded: their files are of several kinds, or do not
# sound alike.
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
# No more than this of one person.
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
