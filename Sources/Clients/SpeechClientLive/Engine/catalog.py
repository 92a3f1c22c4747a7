"""The models known by name, with their sizes and languages."""

import os
import shutil

import faster_whisper
from faster_whisper.tokenizer import _LANGUAGE_CODES

import added
import models
from wire import Failure

# Download sizes in millions of bytes, as reported by the hub.
SIZES = {
    "tiny": 75, "base": 145, "small": 484, "medium": 1528, "large": 3087, "distil-small": 332,
    "distil-medium": 789, "distil-large": 1513, "turbo": 1618,
}
# Newer models, which also support Cantonese.
NEWER = ("large-v3", "large", "large-v3-turbo", "turbo")


def languages(name):
    if name.endswith(".en") or name.startswith("distil"):
        return ["en"]
    return [code for code in _LANGUAGE_CODES if code != "yue" or name in NEWER]


def size(name):
    kinds = [kind for kind in SIZES if name.startswith(kind)]
    if name.endswith("turbo"):
        kinds = ["turbo"]
    return SIZES[max(kinds, key=len)] * 1_000_000 if kinds else None


def entry(name, folder, **fields):
    found = {"name": name, "folder": folder, **fields}
    if folder is not None:
        found["bytes"] = added.size(folder)
    return {key: value for key, value in found.items() if value is not None}


def installed(default):
    """The default model and that of the setup."""
    here = models.bundled()
    own = [] if here is None else [
        entry(*here, license=models.license(), languages=languages(here[0]))]
    return own if default is None or default == here else [known(default[0]), *own]


def known(name):
    """A model that was added, or is known by name."""
    is_known = name in faster_whisper.available_models()
    folder = added.find(name)
    if folder is not None:
        note = added.note(folder)
        return entry(
            name, folder, license=note.get("license"),
            languages=note.get("languages") or (languages(name) if is_known else None))
    return entry(
        name, models.cached(name), bytes=size(name), license="MIT", languages=languages(name))


def all_models():
    """The default model and that of the setup, and the others known by name. Installed ones have
    a folder."""
    first = installed(models.default())
    listed = {model["name"] for model in first}
    names = dict.fromkeys([*added.names(), *faster_whisper.available_models()])
    return {"models": first, "others": [known(name) for name in names if name not in listed]}


def remove(name):
    """Deletes an added or downloaded model."""
    here = models.bundled()
    if here is not None and name == here[0]:
        raise Failure(
            "bad-request", f"'{name}' comes with the engine and cannot be removed", None)
    folder = added.find(name)
    try:
        if folder is not None:
            added.remove(folder)
            return
        if name in faster_whisper.available_models():
            folder = models.cached(name)
            if folder is not None:
                # The hub's client keeps a model's versions in one folder.
                shutil.rmtree(os.path.dirname(os.path.dirname(folder)))
                return
    except OSError as error:
        raise Failure(
            "weights-broken", f"the model '{name}' could not be removed: {error.strerror}",
            None) from None
    raise Failure("weights-missing", f"the model '{name}' is not on this machine", None)
