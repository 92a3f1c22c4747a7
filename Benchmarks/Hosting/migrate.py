#!/usr/bin/env python3
"""Migrates a library to PostgreSQL and S3 and back, with a process that is killed at random moments and
resumed, while another process adds and changes memos. Checks that unchanged memos are identical.

usage: migrate.py SPEECHMEMO [--memos N] [--kills N] [--seed N]
  SPEECHMEMO  the program under test
  --kills     total kills, half of them in each direction

Compares every column of unchanged memos, with their transcripts, segments, word times, speakers, texts,
and audio; and the confirmed changes of the others. Problems are lines that begin with PROBLEM; the exit
status is then 1. `--memos 20 --kills 6` takes a minute.
"""
import argparse
import hashlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from dumps import backed_up, differences, dump
from machines import Site
from sounds import sound

LIBRARY = "moved"


class Place:
    def __init__(self, site, folder, is_hosted):
        self.site, self.folder, self.is_hosted = site, folder, is_hosted
        self.environment = {
            name: value for name, value in site.environment.items()
            if is_hosted or name not in ("SPEECHMEMO_DATABASE", "SPEECHMEMO_AUDIO")}
        self.environment |= {"SPEECHMEMO_HOME": str(folder), "XDG_RUNTIME_DIR": str(folder / "run")}
        if is_hosted:
            self.environment["SPEECHMEMO_LIBRARY"] = LIBRARY
        (folder / "run").mkdir(parents=True, exist_ok=True)

    def start(self, *words):
        return subprocess.Popen(
            [self.site.program, *words], env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, *words, text=None, check=True):
        """Returns the output, or None if the command fails and may fail."""
        done = subprocess.run([self.site.program, *words], env=self.environment, input=text,
                              capture_output=True, text=True)
        if done.returncode and check:
            raise SystemExit(f"speechmemo {' '.join(words)}: {done.stderr}")
        return None if done.returncode else done.stdout

    def memos(self):
        return [json.loads(line)["id"] for line in self.run("list", "--json").splitlines()]

    def database(self, room):
        """Returns the file of its database, or of a copy."""
        if not self.is_hosted:
            return self.folder / "library.sqlite"
        self.run("backup", str(room))
        return backed_up(room)

    def sounds(self):
        """Returns the checksums of all audio files by name."""
        folder = self.folder / "audio"
        if self.is_hosted:
            folder = self.site.store.folder / "memos" / LIBRARY
        return {file.name: hashlib.sha256(file.read_bytes()).hexdigest()
                for file in folder.glob("*") if file.is_file()}


def filled(place, count, room):
    """Creates memos with values in every field."""
    files = []
    for number in range(1, count + 1):
        file = room / f"memo-{number}.wav"
        file.write_bytes(sound(number, 4))
        files.append(str(file))
    place.run("import", "--json", *files)
    for turn, id in enumerate(place.memos()):
        if turn % 4 == 0:
            place.run("edit", id, text=f"edited text of memo {turn}")
        if turn % 4 == 1:
            place.run("tag", id, "--add", f"tag-{turn}", "--add", "work")
            place.run("favorite", id)
        if turn % 4 == 2:
            place.run("rename", id, f"Title {turn}")
            place.run("speakers", "find", id)
            place.run("speakers", "name", id, "1", "Anna")
        if turn % 4 == 3 and turn % 8 == 3:
            place.run("delete", id)


class Editor(threading.Thread):
    """Adds and changes memos during the migration, in whichever library they are."""

    def __init__(self, here, there, chance, room, numbers):
        super().__init__(daemon=True)
        self.here, self.there, self.chance, self.room = here, there, chance, room
        self.numbers = numbers
        self.known = here.memos()
        self.changed, self.added, self.missed = {}, {}, 0
        self.is_ended = False

    def run(self):
        while not self.is_ended:
            turn = self.chance.random()
            if turn < 0.15:
                self.add()
            else:
                self.change(turn)
            time.sleep(self.chance.uniform(0, 0.05))

    def add(self):
        number = next(self.numbers)
        file = self.room / f"memo-{number}.wav"
        file.write_bytes(sound(number, 4))
        said = self.here.run("import", "--no-wait", "--json", str(file), check=False)
        for line in (said or "").splitlines():
            event = json.loads(line)
            if event["event"] == "saved":
                self.added[event["id"]] = hashlib.sha256(file.read_bytes()).hexdigest()
                self.known.append(event["id"])

    def change(self, turn):
        id = self.chance.choice(self.known)
        if self.chance.random() < 0.5:
            # Preferably a memo about to be moved, or one whose move was killed.
            id = self.chance.choice(self.here.memos()[-3:] or [id])
        value = f"text {self.chance.randrange(1_000_000)}"
        what, words, text = (
            ("title", ("rename", id, value), None) if turn < 0.5 else
            ("text", ("edit", id), value) if turn < 0.75 else
            ("tag", ("tag", id, "--add", value), None))
        for place in (self.here, self.there):
            if place.run(*words, text=text, check=False) is not None:
                known = self.changed.setdefault(id, {"tag": set()})
                if what == "tag":
                    known["tag"].add(value)
                else:
                    known[what] = value
                return
            # The outcome is unknown, so nothing is expected of this memo.
        self.missed += 1

    def end(self):
        self.is_ended = True
        self.join()


class Move:
    """A migration with kills: `count` of them, of which `halves` left a memo in both libraries."""

    def __init__(self, here, there, words, kills, chance, longest):
        self.count = self.halves = 0
        self.problems = []
        last = time.monotonic() + 600
        while self.count < kills and time.monotonic() < last:
            process = here.start("migrate", "--json", *words)
            # Mostly in the middle of a memo, not only at its start.
            for _ in range(chance.randrange(5)):
                if "moved" not in process.stdout.readline():
                    break
            time.sleep(chance.uniform(0, longest))
            if process.poll() is None:
                process.kill()
                self.count += 1
                process.communicate()
                self.halves += bool(set(here.memos()) & set(there.memos()))
                time.sleep(chance.uniform(0, 0.4))
            elif process.returncode:
                self.problems.append(f"migrate failed: {process.communicate()[1].strip()}")


def shown(place, memos):
    """Returns the problems of changed memos, as commands show them."""
    problems = []
    here = {}
    for words in (["list", "--json"], ["list", "--trash", "--json"]):
        for line in place.run(*words).splitlines():
            memo = json.loads(line)
            here[memo["id"]] = memo
    for id, values in memos.items():
        memo = here.get(id)
        if memo is None:
            problems.append(f"changed memo {id} is missing")
            continue
        if "title" in values and memo["title"] != values["title"]:
            problems.append(f"memo {id} has the title '{memo['title']}', not '{values['title']}'")
        if missing := values["tag"] - set(memo["tags"]):
            problems.append(f"memo {id} lacks the tags {missing}")
        if "text" in values:
            text = place.run("show", id)
            if values["text"] not in text:
                problems.append(f"memo {id} has the text '{text}', not '{values['text']}'")
    return problems


def migrated(name, here, there, words, kills, chance, room, numbers, options):
    """Migrates in one direction. Returns the problems, and the editor that ran at the same time."""
    began = time.monotonic()
    editor = Editor(here, there, random.Random(chance.random()), room, numbers)
    editor.start()
    move = Move(here, there, words, kills, chance, options.longest)
    problems = move.problems
    editor.end()
    # Without the editor: moves the rest, and finishes the work of killed runs.
    for _ in range(2):
        rest = here.start("migrate", *words)
        _, error = rest.communicate()
        if rest.returncode:
            problems.append(f"{name}: moving the rest failed: {error.strip()}")
    problems += [f"{name}: memo {id} was not moved" for id in here.memos()]
    problems += [f"{name}: {file} was not removed" for file in here.sounds()]
    print(f"{name}: {move.count} kills, {move.halves} of them with a memo in both libraries; "
          f"{len(editor.changed)} memos changed, {len(editor.added)} added, {editor.missed} changes "
          f"missed a memo in transit; {time.monotonic() - began:.0f} s", flush=True)
    if move.count < kills:
        problems.append(f"{name}: only {move.count} kills")
    return [f"{name}: {problem}" for problem in problems], editor


def compared(name, place, before, memos, changed, added, sums, room):
    after = dump(place.database(room / f"backup-{name}"))
    problems = differences(before, after, [id for id in before if id not in changed])
    problems += shown(place, changed)
    names = {dict(memo["recordings"][0])["audio_file"]: id for id, memo in after.items()}
    found = place.sounds()
    for id in list(before) + list(added):
        if id not in after:
            problems.append(f"memo {id} is missing")
    for file, id in names.items():
        expected = added.get(id) or sums.get(id)
        if found.get(file) != expected:
            problems.append(f"memo {id}: its audio differs or is missing")
    problems += [f"{file} belongs to no memo" for file in found if file not in names]
    if len(after) != memos:
        problems.append(f"{len(after)} memos, expected {memos}")
    return [f"{name}: {problem}" for problem in problems]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--memos", type=int, default=200)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--longest", type=float, default=0.15,
                        help="maximum seconds between a memo and a kill")
    parser.add_argument("--seed", type=int, default=int(time.time()) % 100_000)
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    chance = random.Random(options.seed)
    room = pathlib.Path(tempfile.mkdtemp(prefix="speechmemo-migrate-"))
    site, problems = None, []
    try:
        site = Site(options.program, room, 0, 0, 0, libraries=0)
        here = Place(site, room / "here", False)
        there = Place(site, room / "there", True)
        back = Place(site, room / "back", False)
        site.run("libraries", "add", LIBRARY)
        numbers = iter(range(100_000, 200_000))
        filled(here, options.memos, room)
        before = dump(here.database(room))
        names = {dict(memo["recordings"][0])["audio_file"]: id for id, memo in before.items()}
        sums = {names[file]: sha256 for file, sha256 in here.sounds().items()}
        wrong, editor = migrated(
            "there", here, there,
            ["--to", site.postgres.server, "--audio", site.environment["SPEECHMEMO_AUDIO"],
             "--library", LIBRARY], options.kills // 2, chance, room, numbers, options)
        problems += wrong
        changed, added = dict(editor.changed), dict(editor.added)
        problems += compared("there", there, before, len(before) + len(added), changed, added, sums,
                             room)
        wrong, editor = migrated("back", there, back, ["--to", str(back.folder)],
                                 options.kills - options.kills // 2, chance, room, numbers, options)
        problems += wrong
        for id, values in editor.changed.items():
            known = changed.setdefault(id, {"tag": set()})
            known |= {**values, "tag": known["tag"] | values["tag"]}
        added |= editor.added
        problems += compared("back", back, before, len(before) + len(added), changed, added, sums,
                             room)
        if back.run("verify", check=False) is None:
            problems.append("back: 'verify' fails")
        print(f"{len(before)} memos, {len(set(before) - set(changed))} of them compared byte by "
              f"byte, and {len(added)} added")
    finally:
        if site:
            site.close()
        shutil.rmtree(room, ignore_errors=True)
    for problem in problems[:50]:
        print(f"PROBLEM {problem[:400]}")
    print(f"{len(problems)} problems" if problems else "all unchanged memos are identical")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
