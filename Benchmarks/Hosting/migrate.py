#!/usr/bin/env python3
"""Moves a library to PostgreSQL and S3 and back again, with a process that is killed at random moments
and goes on each time, while another one adds memos and changes them; and checks that all is as it was,
byte for byte, but for what was changed.

usage: migrate.py SPEECHMEMO [--memos N] [--kills N] [--seed N]
  SPEECHMEMO  the program to try
  --kills     how many in all, half of them on each way

What is compared of memos that nobody changed: every column of their rows, transcripts, segments with
the times of words, speakers and texts, and the bytes of their sound; of the others, what was changed
and said to be. What is wrong is a line that begins with PROBLEM, and the exit status is 1 then.
`--memos 20 --kills 6` takes a minute.
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
    """A library: in a folder, or in the database."""

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
        """What it prints; None where it fails and may."""
        done = subprocess.run([self.site.program, *words], env=self.environment, input=text,
                              capture_output=True, text=True)
        if done.returncode and check:
            raise SystemExit(f"speechmemo {' '.join(words)}: {done.stderr}")
        return None if done.returncode else done.stdout

    def memos(self):
        return [json.loads(line)["id"] for line in self.run("list", "--json").splitlines()]

    def database(self, room):
        """The file of its database, or of a copy."""
        if not self.is_hosted:
            return self.folder / "library.sqlite"
        self.run("backup", str(room))
        return backed_up(room)

    def sounds(self):
        """The checksums of all sound that lies there, by name."""
        folder = self.folder / "audio"
        if self.is_hosted:
            folder = self.site.store.folder / "memos" / LIBRARY
        return {file.name: hashlib.sha256(file.read_bytes()).hexdigest()
                for file in folder.glob("*") if file.is_file()}


def filled(place, count, room):
    """Memos with all that memos can have."""
    files = []
    for number in range(1, count + 1):
        file = room / f"memo-{number}.wav"
        file.write_bytes(sound(number, 4))
        files.append(str(file))
    place.run("import", "--json", *files)
    for turn, id in enumerate(place.memos()):
        if turn % 4 == 0:
            place.run("edit", id, text=f"somebody has written this of memo {turn}, by hand")
        if turn % 4 == 1:
            place.run("tag", id, "--add", f"tag-{turn}", "--add", "work")
            place.run("favorite", id)
        if turn % 4 == 2:
            place.run("rename", id, f"Title {turn}")
            place.run("speakers", "find", id)
            place.run("speakers", "name", id, "1", "Anna")
        if turn % 4 == 3 and turn % 8 == 3:
            place.run("delete", id)


class Person(threading.Thread):
    """Works with the library while it is moved: where a memo is not here any more, it is there."""

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
            # One of the next that are moved, or one that was just being moved when it was killed.
            id = self.chance.choice(self.here.memos()[-3:] or [id])
        value = f"said {self.chance.randrange(1_000_000)}"
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
            # It may be changed in part, and nobody knows: nothing of it is expected.
        self.missed += 1

    def end(self):
        self.is_ended = True
        self.join()


class Move:
    """Moves all that is here, and is killed so often on the way: `count` times, and `halves` of these
    left a memo in both libraries."""

    def __init__(self, here, there, words, kills, chance, longest):
        self.count = self.halves = 0
        self.problems = []
        last = time.monotonic() + 600
        while self.count < kills and time.monotonic() < last:
            process = here.start("migrate", "--json", *words)
            # In the middle of a memo, for the most part, and not only while it begins.
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
                self.problems.append(f"migrate has failed: {process.communicate()[1].strip()}")


def shown(place, memos):
    """What is wrong with what was changed, as a person is shown it."""
    problems = []
    here = {}
    for words in (["list", "--json"], ["list", "--trash", "--json"]):
        for line in place.run(*words).splitlines():
            memo = json.loads(line)
            here[memo["id"]] = memo
    for id, values in memos.items():
        memo = here.get(id)
        if memo is None:
            problems.append(f"memo {id} was changed, and is lost")
            continue
        if "title" in values and memo["title"] != values["title"]:
            problems.append(f"memo {id} is called '{memo['title']}', not '{values['title']}'")
        if missing := values["tag"] - set(memo["tags"]):
            problems.append(f"memo {id} has lost the tags {missing}")
        if "text" in values:
            text = place.run("show", id)
            if values["text"] not in text:
                problems.append(f"memo {id} says '{text}', not '{values['text']}'")
    return problems


def way(name, here, there, words, kills, chance, room, numbers, options):
    """One way. Returns the problems, and the person who was at work meanwhile."""
    began = time.monotonic()
    person = Person(here, there, random.Random(chance.random()), room, numbers)
    person.start()
    move = Move(here, there, words, kills, chance, options.longest)
    problems = move.problems
    person.end()
    # Alone now: all that is left goes, and what those have left who were killed.
    for _ in range(2):
        rest = here.start("migrate", *words)
        _, error = rest.communicate()
        if rest.returncode:
            problems.append(f"{name}: the rest is not moved: {error.strip()}")
    problems += [f"{name}: memo {id} is here still" for id in here.memos()]
    problems += [f"{name}: {file} lies here still" for file in here.sounds()]
    print(f"{name}: killed {move.count} times while it moved, {move.halves} of them with a memo in "
          f"both; {len(person.changed)} memos changed and {len(person.added)} added meanwhile, {person.missed} changes found the memo in neither "
          f"place just then; {time.monotonic() - began:.0f} s", flush=True)
    if move.count < kills:
        problems.append(f"{name}: killed {move.count} times only")
    return [f"{name}: {problem}" for problem in problems], person


def compared(name, place, before, memos, changed, added, sums, room):
    after = dump(place.database(room / f"backup-{name}"))
    problems = differences(before, after, [id for id in before if id not in changed])
    problems += shown(place, changed)
    names = {dict(memo["recordings"][0])["audio_file"]: id for id, memo in after.items()}
    found = place.sounds()
    for id in list(before) + list(added):
        if id not in after:
            problems.append(f"memo {id} is lost")
    for file, id in names.items():
        expected = added.get(id) or sums.get(id)
        if found.get(file) != expected:
            problems.append(f"memo {id}: its sound is another one, or gone")
    problems += [f"{file} belongs to no memo" for file in found if file not in names]
    if len(after) != memos:
        problems.append(f"{len(after)} memos, not {memos}")
    return [f"{name}: {problem}" for problem in problems]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--memos", type=int, default=200)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--longest", type=float, default=0.15,
                        help="how many seconds after a memo it is killed, at most")
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
        wrong, person = way(
            "there", here, there,
            ["--to", site.postgres.server, "--audio", site.environment["SPEECHMEMO_AUDIO"],
             "--library", LIBRARY], options.kills // 2, chance, room, numbers, options)
        problems += wrong
        changed, added = dict(person.changed), dict(person.added)
        problems += compared("there", there, before, len(before) + len(added), changed, added, sums,
                             room)
        wrong, person = way("back", there, back, ["--to", str(back.folder)],
                            options.kills - options.kills // 2, chance, room, numbers, options)
        problems += wrong
        for id, values in person.changed.items():
            known = changed.setdefault(id, {"tag": set()})
            known |= {**values, "tag": known["tag"] | values["tag"]}
        added |= person.added
        problems += compared("back", back, before, len(before) + len(added), changed, added, sums,
                             room)
        if back.run("verify", check=False) is None:
            problems.append("back: 'verify' finds something wrong")
        print(f"{len(before)} memos, {len(set(before) - set(changed))} of them compared byte for "
              f"byte, and {len(added)} added")
    finally:
        if site:
            site.close()
        shutil.rmtree(room, ignore_errors=True)
    for problem in problems[:50]:
        print(f"PROBLEM {problem[:400]}")
    print(f"{len(problems)} problems" if problems else "all is as it was, but for what was changed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
