#!/usr/bin/env python3
"""Counts how often the engine detects the spoken language.

usage: languages.py MODEL CORPUS...
  MODEL   a multilingual model's name or folder
  CORPUS  a folder of English speech, with manifest.tsv: the columns file and reference

Prints for each corpus the recordings detected as English, and the segments of all recordings joined.
Then espeak-ng speaks sentences in other languages, each alone and after an English one. Synthetic
speech is hard to recognize for a model trained on human voices."""

import collections, pathlib, subprocess, sys, tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import encoder
import live_text

import numpy as np
from faster_whisper import decode_audio

import devices
import models
from options import Options
from recognizer import transcribe

SAID = {
    "en": "Good afternoon. On Thursday we are going to the museum with our friends. The weather has"
          " been very pleasant this week, and in the evening we shall have dinner by the river.",
    "de": "Guten Morgen. Heute ist Dienstag, und wir fahren mit dem Zug nach Hamburg. Dort besuchen"
          " wir meine Schwester und ihre Kinder. Am Abend gehen wir zusammen ins Theater.",
    "es": "Buenos días, mañana vamos a la playa con nuestros amigos. Después comeremos en un"
          " restaurante muy bueno cerca del puerto, y por la noche veremos una película.",
    "it": "Buongiorno, oggi andiamo al mare con i nostri amici. La sera mangiamo una pizza vicino al"
          " porto, e domani torniamo a casa con il treno.",
    "pt": "Bom dia, hoje vamos à praia com os nossos amigos. À noite vamos jantar perto do porto, e"
          " amanhã voltamos para casa de comboio.",
    "fr": "Bonjour, aujourd'hui nous allons visiter le musée avec nos amis. Ensuite nous mangerons"
          " dans un petit restaurant près de la gare, et demain nous rentrons.",
    "pl": "Dzień dobry, dzisiaj jedziemy pociągiem do Warszawy. Tam odwiedzimy moją siostrę i jej"
          " dzieci, a wieczorem pójdziemy razem do teatru.",
}


def heard(model, samples):
    """Returns the languages of a recording and of its segments."""
    languages, found = [], []

    def emit(event, **fields):
        if event == "language":
            languages.append(fields["language"])
        elif event == "segment":
            found.append(fields["language"] or languages[0])

    transcribe(model, Options({"op": "transcribe"}), [samples], emit, lambda: False)
    return languages[0] if languages else None, found


def said(language, room):
    path = pathlib.Path(room) / f"{language}.wav"
    subprocess.run(["espeak-ng", "-v", language, "-s", "140", "-w", path, SAID[language]], check=True)
    return decode_audio(str(path), live_text.RATE)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    name, folder = models.resolve(sys.argv[1], lambda: None)
    model = models.load(name, folder, devices.choose("cpu"), 2)
    for path in sys.argv[2:]:
        corpus = encoder.Corpus(path)
        found = collections.Counter(heard(model, samples)[0] for _, samples in corpus.by(1))
        whole = collections.Counter(heard(model, corpus.joined(0, None)[1])[1])
        print(f"{pathlib.Path(path).name}: alone {dict(found)}; segments of all {dict(whole)}")
    pause = np.zeros(live_text.RATE, np.float32)
    with tempfile.TemporaryDirectory() as room:
        english = said("en", room)
        for language in SAID:
            other = said(language, room)
            alone, _ = heard(model, other)
            _, changing = heard(model, np.concatenate([english, pause, other, pause, english]))
            runs = [one for one, before in zip(changing, [None, *changing]) if one != before]
            print(f"espeak-ng {language}: {alone}; after English: {' '.join(runs)}", flush=True)


if __name__ == "__main__":
    main()
