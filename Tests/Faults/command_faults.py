#!/usr/bin/env python3
"""Kills the commands that change a library at random moments, and checks that nothing is lost.

After each kill the library must have every change of the commands that ended with status 0, and of
the killed one all or nothing for each memo. After each day of commands the library loses its
database. Then 'recover', 'restore', and 'move' run in each order, are killed too, and must lose no
edit that the backup or the other library has.

usage: command_faults.py SPEECHMEMO SPEECH_FOLDER [COUNT] [SEED]
  SPEECHMEMO     the program under test
  SPEECH_FOLDER  WAV files of speech, 16-bit mono; clips of them become memos
"""

import dataclasses, itertools, json, pathlib, shutil, sys, tempfile
from command_run import Kills, Library
from fault_run import ENGINE, arguments, ending, piece


class Trial(Kills):
    def __init__(self, program, sources, room, chance):
        super().__init__(chance)
        self.sources, self.room, self.number = sources, room, 0
        self.here, self.there = Library(program, room, "here"), Library(program, room, "there")
        (room / "engine").write_text(ENGINE)
        (room / "engine").chmod(0o755)
        self.backup, self.saved = room / "backup", {}
        self.orders = itertools.cycle(itertools.permutations(("recover", "restore", "move")))

    def fresh(self, what):
        self.number += 1
        return f"{what} {self.number}"

    def sample(self, identities, most=3):
        return self.chance.sample(identities, min(len(identities), self.chance.randint(1, most)))

    # MARK: A command, and what may be in the library then

    def change(self, library, after, *words, between={}, text="", kill=True):
        """Runs a command that changes memos of one library. `after` has the new memos, or None for
        the deleted ones; `between` has states in which only a killed command may leave them."""
        before = dict(library.memos)
        library.last = None
        status = self.run(library, *words, text=text, kill=kill)
        if status not in (None, 0):
            self.report(f"failed with status {status}")
        found = library.read(after)
        for identity in before.keys() | after.keys() | found.keys():
            allowed = [before.get(identity)] if identity not in after or status is None else []
            allowed += [after[identity]] if identity in after else []
            allowed += between.get(identity, []) if status is None else []
            if found.get(identity) not in allowed:
                self.report(f"{identity} is {found.get(identity)} instead of {allowed}")
        library.memos = found
        return status == 0

    def edit(self, library, identity, kill):
        text = self.fresh("Edited words are") + " and more" * self.chance.randrange(30)
        after = library.memos[identity].changed(text)
        if self.change(library, {identity: after}, "edit", identity, "--text", "-", text=text, kill=kill):
            library.last = ("edit", [identity])

    def tag(self, library, identity, kill):
        memo, tag = library.memos[identity], self.fresh("tag")
        remove = [word for old in memo.tags[:1] for word in ("--remove", old)]
        tags = (*memo.tags[1:], tag)
        after = dataclasses.replace(memo, tags=tuple(sorted(tags)))
        self.change(library, {identity: after}, "tag", identity, "--add", tag, *remove, kill=kill)

    def rename(self, library, identity, kill):
        title = self.fresh("Name")
        after = dataclasses.replace(library.memos[identity], title=title)
        self.change(library, {identity: after}, "rename", identity, title, kill=kill)

    def delete(self, library, identity, kill):
        chosen = self.sample(library.kept, 2)
        after = {i: dataclasses.replace(library.memos[i], is_trashed=True) for i in chosen}
        if self.change(library, after, "delete", *chosen, kill=kill):
            library.last = ("delete", chosen)

    def undo(self, library, identity, kill):
        trashed = [i for i, memo in library.memos.items() if memo.is_trashed]
        kind, chosen = library.last or ("", [self.chance.choice(trashed)] if trashed else [identity])
        after = {}
        for i in chosen:
            memo = library.memos[i]
            origin = memo.origin(len(memo.versions))
            if not memo.is_trashed and origin == 1:
                return
            after[i] = (dataclasses.replace(memo, is_trashed=False) if memo.is_trashed
                        else memo.reverted(origin - 1))
        self.change(library, after, "undo", *([] if kind else chosen), kill=kill)

    def undo_to(self, library, identity, kill):
        memo = library.memos[identity]
        number = self.chance.randint(1, len(memo.versions))
        after = {identity: memo.reverted(number)}
        self.change(library, after, "undo", identity, "--to", number, kill=kill)

    def empty_trash(self, library, identity, kill):
        after = {i: None for i, memo in library.memos.items() if memo.is_trashed}
        self.change(library, after, "empty-trash", "--yes", kill=kill)

    def export(self, library, identity, kill):
        target = self.room / "export.txt"
        old = target.read_text() if target.exists() else ""
        allowed = [library.memos[identity].text]
        if not self.change(library, {}, "export", identity, "-o", target, kill=kill):
            allowed.append(" ".join(old.split()))
        now = " ".join(target.read_text().split()) if target.exists() else ""
        if now not in allowed:
            self.report(f"exported {now!r}")

    def back_up(self, library, identity, kill):
        manifest = self.backup / "speechmemo-backup.json"
        old = manifest.read_bytes() if manifest.exists() else None
        is_done = self.change(self.here, {}, "backup", self.backup, kill=kill)
        if is_done or manifest.exists() and manifest.read_bytes() != old:
            self.saved = dict(self.here.memos)
        if manifest.exists() and (problem := self.here.run("verify", self.backup))[0]:
            self.report(f"verify of the backup: {problem}")

    def has_own_title(self, memo):
        # An automatic title counts as the user's if the text no longer begins with it.
        return memo.title not in self.names or memo.is_edited

    def restore(self, library, identity, kill):
        replaces = self.chance.random() < 0.5
        after, between = {}, {}
        for i, saved in self.saved.items():
            old = self.here.memos.get(i)
            if old is None:
                for place in (self.here, self.there):
                    place.copies.pop(i, None)
                after[i] = saved
                continue
            details = old
            if saved.tags and (replaces or not old.tags):
                details = dataclasses.replace(details, tags=saved.tags)
            if self.has_own_title(saved) and (replaces or not self.has_own_title(old)):
                details = dataclasses.replace(details, title=saved.title)
            after[i], between[i] = details, [details]
            if saved.is_edited and saved.text != old.text and (replaces or not old.is_edited):
                after[i] = details.changed(saved.text)
        self.change(
            self.here, after, "restore", self.backup, "--replace" if replaces else "--keep",
            between=between, kill=kill)

    def move(self, library, identity, kill):
        other = self.there if library is self.here else self.here
        chosen = self.sample(library.kept)
        before, others = dict(library.memos), dict(other.memos)
        library.last = other.last = None
        status = self.run(library, "move", *chosen, "--to", other.folder, kill=kill)
        library.memos, other.memos = library.read(chosen), other.read(chosen)
        for i in before.keys() | others.keys() | library.memos.keys() | other.memos.keys():
            old, twin = before.get(i), others.get(i)
            now, moved = library.memos.get(i), other.memos.get(i)
            if i not in chosen:
                if (old, twin) != (now, moved):
                    self.report(f"changed {i}, which it does not move: {now}, {moved}")
                continue
            copy = library.copies.get(i)
            winner = twin if twin and (copy == old or old == twin) else old
            stays = twin and copy not in (old, twin) and old != twin
            ended = [(None, winner)]
            if stays:
                # The other library's may be this one and more.
                ended = [(old, twin)] + [(None, twin)] * (old.texts <= twin.texts)
            if status is None:
                ended += [(old, twin), (old, winner), (old, None)]
            if (now, moved) not in ended:
                self.report(f"{i} was {old} and {twin}, is {now} and {moved}; may be {ended}")
            if now is None:
                library.copies.pop(i, None)
            elif moved == now and moved != twin:
                library.copies[i] = now
            if stays and status == 0 and now:
                self.report(f"{i} stayed without an error")

    # MARK: Days

    def begin(self):
        """Starts with new libraries."""
        for folder in (self.here.folder, self.there.folder, self.backup):
            shutil.rmtree(folder, ignore_errors=True)
        files = [self.room / f"{number}.wav" for number in range(6)]
        for file in files:
            piece(self.sources, self.chance, file)
        self.run(self.here, "import", *files, kill=False)
        for library in (self.here, self.there):
            library.memos, library.copies, library.last = {}, {}, None
        self.here.memos = self.here.read([])
        self.names, self.saved = {memo.title for memo in self.here.memos.values()}, {}

    def day(self, count):
        self.begin()
        commands = [
            self.edit, self.edit, self.edit, self.tag, self.rename, self.delete, self.undo, self.undo,
            self.undo_to, self.empty_trash, self.export, self.back_up, self.restore,
            self.move, self.move]
        end = self.kills + count
        self.back_up(self.here, None, False)
        while self.kills < end and not self.problems:
            library, command = self.chance.choice([self.here, self.here, self.there]), self.restore
            if library.kept:
                command = self.chance.choice(commands)
            elif any(memo.is_trashed for memo in library.memos.values()):
                command = self.undo
            command(library, self.chance.choice(library.kept or [None]), self.chance.random() < 0.8)
            self.verify(library)

    def verify(self, library, is_end=False):
        if not library.exists:
            return
        code, output, errors = library.run("verify", "--json")
        found = [json.loads(line) for line in output.splitlines()]
        # A killed command may leave audio to the next 'recover' or 'move'.
        found = [p for p in found if p.get("problem") and (is_end or p["problem"] != "straySound")]
        if found or code not in (0, 1):
            self.report(f"verify: {found or errors}")

    def lose_database(self):
        """Deletes a database, and brings everything back with commands in the next order."""
        for library in [self.here, self.there] * 10:
            # A killed move may leave an edited memo in both libraries.
            twins = self.here.memos.keys() & self.there.memos.keys()
            if library.kept and not self.problems and not any(self.here.memos[i].is_edited for i in twins):
                self.move(library, None, True)
        for library in (self.here, self.there):
            if library.read(library.memos) != library.memos:
                self.report(f"{library.folder.name} has {library.read(library.memos)}, not {library.memos}")
        if self.problems:
            return
        lost, other = self.here, self.there
        if self.there.memos and self.chance.random() < 0.4:
            lost, other = other, lost
        memos, kept = lost.memos, other.memos
        for file in lost.folder.glob("library.sqlite*"):
            file.unlink()
        order = next(self.orders)
        for what in order:
            for kill in [True] * self.chance.randint(1, 2) + [False]:
                library, words = self.repair(what, lost, other)
                # A move may leave memos that differ in both libraries.
                if words and self.run(library, *words, kill=kill) and what != "move":
                    self.report("failed")
        for library in (lost, other):
            # Killed commands may leave audio, and memos in the queue.
            for what in ("recover", "retry") if library.exists else ():
                self.run(library, what, kill=False)
        self.note = f"{lost.folder.name} lost its database, {', '.join(order)}"
        for library in (lost, other):
            library.memos = {}
            library.memos = library.read([])
            self.verify(library, is_end=True)
        for identity in memos.keys() | kept.keys() | self.saved.keys():
            now = [library.memos[identity] for library in (lost, other) if identity in library.memos]
            texts = set().union(*(memo.texts for memo in now))
            needed = set(kept[identity].texts) if identity in kept else set()
            if identity in self.saved and self.saved[identity].is_edited:
                needed.add(self.saved[identity].text)
            if not now or not needed <= texts:
                self.report(f"{identity} lost {needed - texts}, is {now}")

    def repair(self, what, lost, other):
        """Returns a library, and a command that brings something back."""
        if what == "recover":
            return lost, ["recover"]
        if what == "restore":
            return lost, ["restore", self.backup, self.chance.choice(["--keep", "--replace"])]
        pairs = self.chance.sample([(lost, other), (other, lost)], 2)
        for source, target in sorted(pairs, key=lambda pair: not pair[0].copies):
            code, output, _ = source.run("list", "--json")
            if chosen := [] if code else [json.loads(line)["id"] for line in output.splitlines()]:
                return source, ["move", *chosen, "--to", target.folder]
        return lost, []


def main():
    program, sources, count, chance = arguments(__doc__)
    with tempfile.TemporaryDirectory(prefix="speechmemo-faults-") as room:
        trial = Trial(program, sources, pathlib.Path(room), chance)
        while trial.kills < count and not trial.problems:
            trial.day(min(20, count - trial.kills))
            if not trial.problems:
                trial.lose_database()
        print(f"killed: {', '.join(f'{what} {n}' for what, n in sorted(trial.killed.items()))}")
        return ending(trial.problems, "nothing was lost")


if __name__ == "__main__":
    sys.exit(main())
