#!/usr/bin/env python3
"""Traces the system calls of speechmemo, and checks that a memo is on disk before it is reported.

Before the report of an import, a recording, or restored audio, these steps must complete in order:
create and sync the folders of a new library; write and sync the audio; name its file; sync its
folder; write, sync, and name the memo's JSON file, and sync its folder; sync the row. Prints the calls.

usage: saved_order.py SPEECHMEMO SPEECH_FOLDER
  SPEECHMEMO     the program under test
  SPEECH_FOLDER  WAV files of speech, 16-bit mono
"""

import os, pathlib, re, shutil, subprocess, sys, tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Support"))

from sound_server import SoundServer

CALLS = "fsync,fdatasync,mkdir,mkdirat,link,linkat,rename,renameat,renameat2,write,pwrite64"


class Call:
    """A successful system call with its file, and its first and last line in the trace."""

    def __init__(self, name, arguments, begin, end, room):
        self.begin, self.end = begin, end
        texts = re.findall(r'"((?:[^"\\]|\\.)*)"', arguments)
        opened = re.match(r"(\d+)<(.*?)>(?:\(deleted\))?(?=[,)]|$)", arguments)
        number, file = (opened[1], opened[2]) if opened else (None, "")
        self.kind = {"fdatasync": "sync", "fsync": "sync", "mkdirat": "mkdir", "pwrite64": "write",
                     "linkat": "link", "renameat": "rename", "renameat2": "rename"}.get(name, name)
        self.file = texts[-1] if self.kind in ("mkdir", "link", "rename") else file
        self.source = texts[0] if self.kind == "rename" else None
        self.is_output = self.kind == "write" and number == "1"
        if self.is_output:
            self.kind, self.file = "print", texts[0] if texts else ""
        for field in ("file", "source"):
            path = getattr(self, field)
            if path and not self.is_output:
                path = "." if path == str(room) else path.removeprefix(f"{room}/")
                setattr(self, field, path)

    def __str__(self):
        if self.is_output:
            return "print " + self.file.replace('\\"', '"')[:60]
        text = f"rename {self.source} to {self.file}" if self.source else f"{self.kind} {self.file}"
        # Shortens IDs.
        return re.sub(r"([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f-]{22}", r"\1", text)


def calls(trace, room):
    """Returns the calls of a trace in order of completion. strace splits interleaved calls."""
    begun, found = {}, []
    for number, line in enumerate(trace.read_text(errors="replace").splitlines()):
        task, _, rest = line.partition(" ")
        rest = rest.strip()
        if match := re.match(r"<\.\.\. (\w+) resumed>(.*)\) += (-?\d+)", rest):
            name, (begin, arguments) = match[1], begun.pop(task, (number, ""))
            arguments, result = arguments + match[2], int(match[3])
        elif match := re.match(r"(\w+)\((.*) <unfinished \.\.\.>$", rest):
            begun[task] = (number, match[2])
            continue
        elif match := re.match(r"(\w+)\((.*)\) += (-?\d+)", rest):
            name, arguments, begin, result = match[1], match[2], number, int(match[3])
        else:
            continue
        if result >= 0:
            found.append(Call(name, arguments, begin, number, room))
    return found


def check(found, steps):
    """Returns the first missing step. A step must begin after the previous one has completed."""
    place, seen = -1, []
    for name, is_it in steps:
        call = next((call for call in found if call.begin > place and is_it(call)), None)
        if call is None:
            return [f"'{name}' is missing after '{seen[-1] if seen else 'the start'}'"]
        place = call.end
        seen.append(name)
    return []


def did(kind, pattern):
    return lambda call: call.kind == kind and re.fullmatch(pattern, call.file) is not None


SOUND = r"library/audio/[0-9a-f-]{36}\.(wav|flac)"
NAMELESS = r"library/(audio|drafts)/#\d+"
NEW_LIBRARY = [
    ("create the library folder", did("mkdir", "library")),
    ("sync its parent folder", did("sync", r"\.")),
]
LOG = r"library/library\.sqlite-wal"
# The memo's JSON file precedes its row.
MEMO = r"library/memos/[0-9a-f-]{36}\.json"
TEMPORARY = r"library/memos/\.[^/]+"
ROW = [
    ("write the memo's file", did("write", TEMPORARY)), ("sync it", did("sync", TEMPORARY)),
    ("name it", did("rename", MEMO)), ("sync memos", did("sync", "library/memos")),
    ("sync the row", did("sync", LOG))]


def created(folder):
    return [(f"create {folder}", did("mkdir", f"library/{folder}")),
            (f"sync the library folder for {folder}", did("sync", "library"))]


def printed(event):
    return (f"print '{event}'", lambda call: call.kind == "print" and f'\\"{event}\\"' in call.file)


IMPORT = NEW_LIBRARY + created("audio") + [
    ("write the audio", did("write", NAMELESS)), ("sync the audio", did("sync", NAMELESS)),
    ("name it", did("link", SOUND)), ("sync audio", did("sync", "library/audio")),
    *created("memos"), *ROW, printed("saved")]
RESTORED = [
    ("write the audio", did("write", NAMELESS)), ("sync the audio", did("sync", NAMELESS)),
    ("sync it again", did("sync", SOUND)), ("rename it to the missing file", did("rename", SOUND)),
    ("sync audio", did("sync", "library/audio")), printed("existing")]
RECORD = NEW_LIBRARY + created("drafts") + [
    ("write the draft", did("write", r"library/drafts/recording-.*\.draft")),
    ("sync the draft", did("sync", r"library/drafts/recording-.*\.draft")),
    ("write the recording", did("write", NAMELESS)), ("sync the recording", did("sync", NAMELESS)),
    ("name it", did("link", r"library/drafts/recording-.*\.flac")),
    ("sync drafts", did("sync", "library/drafts")),
    *created("audio"),
    ("sync the recording again", did("sync", r"library/drafts/recording-.*\.flac")),
    ("move it", did("rename", SOUND)), ("sync audio", did("sync", "library/audio")),
    ("sync drafts again", did("sync", "library/drafts")), *created("memos"), *ROW, printed("saved")]


class Trial:
    def __init__(self, program, room, **environment):
        self.program, self.room = program, room
        self.environment = {
            **os.environ, "HF_HUB_OFFLINE": "1", "SPEECHMEMO_HOME": str(room / "library"),
            **environment}

    def run(self, title, steps, *arguments):
        trace = self.room / "trace"
        run = subprocess.run(
            ["strace", "-f", "-qq", "-y", "-s", "120", "-e", f"trace={CALLS}", "-o", str(trace),
             self.program, *arguments],
            env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if run.returncode:
            return [f"{title}: exit status {run.returncode}: {run.stderr.strip()}"]
        found = calls(trace, self.room)
        print(f"{title}:")
        for text in shown(found):
            print(f"  {text}")
        return [f"{title}: {problem}" for problem in check(found, steps) + unsynced(found)]


def shown(found):
    """Returns the relevant calls, merging consecutive writes to a file."""
    last = None
    for call in found:
        # A row is durable in the write-ahead log.
        if call.file.endswith(("-shm", "-journal")):
            continue
        if not (call.is_output or call.file == "." or call.file.startswith("library")):
            continue
        text = str(call)
        if text != last:
            yield text
        last = text


def unsynced(found):
    """Returns the files whose last write was not synced before the last output."""
    problems = []
    output = next((call.begin for call in reversed(found) if call.is_output), 0)
    for file in {call.file for call in found if call.kind == "write"}:
        if not re.fullmatch(f"{NAMELESS}|{SOUND}|{LOG}", file):
            continue
        written = [call.end for call in found
                   if call.kind == "write" and call.file == file and call.end < output]
        if written and not any(
                call.kind == "sync" and call.file == file and call.begin > max(written)
                and call.end < output for call in found):
            problems.append(f"{file} was not synced after its last write")
    return problems


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    if not shutil.which("strace"):
        print("the order of system calls: skipped, because strace is not installed;"
              " run 'Scripts/bootstrap strace'")
        return 0
    if subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode:
        print("the order of system calls: skipped, because tracing is not permitted")
        return 0
    program = os.path.abspath(sys.argv[1])
    sources = sorted(pathlib.Path(sys.argv[2]).glob("*.wav"))
    if not sources:
        sys.exit(f"saved_order: no WAV files in {sys.argv[2]}")
    problems = []
    with tempfile.TemporaryDirectory(prefix="sm-order-") as room:
        trial = Trial(program, pathlib.Path(room).resolve())
        arguments = ("import", "--json", "--no-wait", str(sources[0]))
        problems += trial.run("an import to a new library", IMPORT, *arguments)
        for file in (trial.room / "library/audio").iterdir():
            file.unlink()
        problems += trial.run("restoring missing audio", RESTORED, *arguments)
    with tempfile.TemporaryDirectory(prefix="sm-order-") as room:
        room = pathlib.Path(room).resolve()
        if shutil.which("pulseaudio"):
            server = SoundServer(room / "sound")
            try:
                server.play_in_loop(sources)
                trial = Trial(program, room, PULSE_SERVER=server.address)
                problems += trial.run(
                    "a recording in a new library", RECORD, "record", "--json", "--no-transcript",
                    "--seconds", "2")
            finally:
                server.kill()
        else:
            print("a recording: skipped, because pulseaudio is not installed")
    for problem in problems:
        print(f"PROBLEM {problem}")
    print("everything was on disk before it was reported" if not problems else f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
