"""The killed commands of command_faults.py, and what a library must contain."""

import dataclasses, json, os, signal, subprocess, time


@dataclasses.dataclass(frozen=True)
class Memo:
    title: str
    tags: tuple
    is_trashed: bool
    text: str
    versions: tuple  # the text of each version, and the number of the one that an undo restored

    def origin(self, number):
        restored = self.versions[number - 1][1]
        return self.origin(restored) if restored else number

    @property
    def is_edited(self):
        return self.origin(len(self.versions)) > 1

    @property
    def texts(self):
        return {text for text, _ in self.versions}

    def changed(self, text, restored=None):
        return dataclasses.replace(self, text=text, versions=(*self.versions, (text, restored)))

    def reverted(self, number):
        number = self.origin(number)
        if number == self.origin(len(self.versions)):
            return self
        return self.changed(self.versions[number - 1][0], number)


class Library:
    def __init__(self, program, room, name):
        self.program, self.folder = program, room / name
        self.environment = {
            **os.environ, "SPEECHMEMO_HOME": str(self.folder), "TMPDIR": str(room),
            "SPEECHMEMO_HELPER": str(room / "engine")}
        self.memos = {}  # ID -> what the library must contain
        self.copies = {}  # ID -> a memo as a killed move copied it from this library
        self.last = None  # the IDs of the last edit or deletion, if it is known

    def start(self, *words):
        return subprocess.Popen(
            [self.program, *map(str, words)], env=self.environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, *words, text=""):
        process = self.start(*words)
        output, errors = process.communicate(text)
        return process.returncode, output, errors.strip()

    def lines(self, *words):
        code, output, errors = self.run(*words, "--json")
        if code:
            raise RuntimeError(f"{words}: status {code}, {errors}")
        return [json.loads(line) for line in output.splitlines()]

    def versions(self, identity):
        return tuple(
            (" ".join(self.lines("history", identity, "--show", v["version"])[0]["text"].split()),
             v.get("restored")) for v in self.lines("history", identity))

    def read(self, deep):
        """Returns the memos. Versions are read for the memos in `deep` and unknown ones, others are
        taken from `self.memos`."""
        if not self.exists:
            return {}
        listed = [(m, False) for m in self.lines("list")] + [(m, True) for m in self.lines("list", "--trash")]
        shown = self.lines("show", *[m["id"] for m, _ in listed]) if listed else []
        found = {}
        for (memo, is_trashed), details in zip(listed, shown):
            segments = details.get("transcript", {}).get("segments", [])
            text = " ".join(" ".join(segment["text"] for segment in segments).split())
            identity, model = memo["id"], self.memos.get(memo["id"])
            if details["id"] != identity:
                raise RuntimeError("'show' prints the memos in another order")
            versions = model.versions if model and identity not in deep else self.versions(identity)
            found[identity] = Memo(memo["title"], tuple(memo["tags"]), is_trashed, text, versions)
        return found

    @property
    def exists(self):
        return (self.folder / "library.sqlite").exists()

    @property
    def kept(self):
        return [identity for identity, memo in self.memos.items() if not memo.is_trashed]


class Kills:
    def __init__(self, chance):
        self.chance, self.note, self.problems = chance, "", []
        self.killed, self.longest = {}, {}

    @property
    def kills(self):
        return sum(self.killed.values())

    def run(self, library, *words, text="", kill=True):
        """Runs a command, usually to its kill. Returns its status, None if it was killed."""
        process = library.start(*words)
        if not kill:
            _, errors = process.communicate(text)
            self.note = f"{' '.join(map(str, words))}: status {process.returncode}, {errors.strip()}"
            return process.returncode
        longest = self.longest.get(words[0], 0.1)
        try:
            process.stdin.write(text)
            process.stdin.close()
            process.stdin = None
        except BrokenPipeError:
            pass
        time.sleep(self.chance.random() * longest)
        process.send_signal(signal.SIGKILL)
        _, errors = process.communicate()
        is_killed = process.returncode == -signal.SIGKILL
        # Adapts to the machine, so that about one command in four ends before its kill.
        self.longest[words[0]] = longest * (1.1 if is_killed else 0.8)
        self.killed[words[0]] = self.killed.get(words[0], 0) + is_killed
        self.note = f"{' '.join(map(str, words))}: {'killed' if is_killed else errors.strip()}"
        return None if is_killed else process.returncode

    def report(self, problem):
        self.problems.append(f"after {self.kills} kills, {self.note}: {problem}")
