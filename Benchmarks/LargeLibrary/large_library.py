#!/usr/bin/env python3
"""Measures the commands that process a whole library: its migration from the oldest schema, 'verify',
'backup', 'restore', and 'export'.

usage: large_library.py SPEECHMEMO [--memos N] [--folder FOLDER]
  SPEECHMEMO  the program to measure
  --memos     memos of the library (100,000); a tenth of them is measured first
  --folder    where to make it, on the disk to measure; 3 GB for 100,000 memos

Each memo has 200 words and an audio file of its own of a few bytes. One of 10 has the same title, and one
of 20 a text without spaces between words. The last column is the seconds per memo compared with those of
a tenth of the library: about 1 if the time is linear. "First sign" is when the terminal shows something.
"""
import argparse
import hashlib
import json
import os
import pathlib
import pty
import random
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import time
import uuid

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "Tests/Clients/EarlierLibraries/SQLite"
SYLLABLES = ["ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru", "sa", "te", "vi"]
WORDS = [first + second + third for first in SYLLABLES for second in SYLLABLES for third in SYLLABLES]
SIGNS = "東京都会議録音天気明日昨日今日時間"


def audio(number):
    """Returns a WAV file of four samples that encode the number."""
    data = struct.pack("<Q", number)
    return (b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt " +
            struct.pack("<IHHIIHH", 16, 1, 1, 16_000, 32_000, 2, 16) +
            b"data" + struct.pack("<I", len(data)) + data)


def generate(folder, count):
    """Writes a library of the oldest schema."""
    (folder / "audio").mkdir(parents=True)
    database = sqlite3.connect(folder / "library.sqlite")
    database.executescript((SCRIPTS / "1.sql").read_text())
    database.execute("PRAGMA foreign_keys = ON")
    database.execute("DELETE FROM recordings")
    chance = random.Random(1)
    settings = json.dumps({"beamSize": 1, "vocabulary": "", "voiceActivityFilter": True})
    for number in range(1, count + 1):
        identity = uuid.UUID(int=chance.getrandbits(128), version=4)
        sound = audio(number)
        (folder / "audio" / f"{identity}.wav").write_bytes(sound)
        title = "New recording" if number % 10 == 0 else f"{chance.choice(WORDS)} {number}"
        row = database.execute(
            "INSERT INTO recordings (id, title, date, duration, audio_file, audio_format, sample_rate,"
            " channel_count, byte_count, sha256, provenance, original_name, tags, is_favorite, status)"
            " VALUES (?, ?, ?, 80, ?, 'wav', 16000, 1, ?, ?, 'imported', ?, '[]', 0, 'done')",
            (str(identity), title, 1_600_000_000 + number * 60, f"{identity}.wav", len(sound),
             hashlib.sha256(sound).hexdigest(), f"memo-{number}.wav")).lastrowid
        transcript = database.execute(
            "INSERT INTO transcriptions (id, recording, is_current, language, engine_name,"
            " engine_version, model, settings, created_at)"
            " VALUES (?, ?, 1, 'en', 'generator', '1', 'none', ?, ?)",
            (str(uuid.UUID(int=chance.getrandbits(128), version=4)), row, settings,
             1_600_000_000 + number * 60)).lastrowid
        body = []
        for position in range(20):
            words = chance.choices(SIGNS if number % 20 == 0 else WORDS, k=10)
            start = position * 4_000
            database.execute(
                "INSERT INTO segments (transcription, position, start_ms, end_ms, text, first_word,"
                " words) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (transcript, position, start, start + 4_000, " ".join(words), 10 * position,
                 json.dumps([[word, start + 400 * place, start + 400 * place + 350, 900]
                             for place, word in enumerate(words)], ensure_ascii=False,
                            separators=(",", ":"))))
            body += words
        database.execute("INSERT INTO texts VALUES (?, ?, ?)", (row, title, " ".join(body)))
    database.commit()
    database.close()


class Run:
    """A run of the program on a terminal."""

    def __init__(self, program, library, *words):
        environment = {**os.environ, "SPEECHMEMO_HOME": str(library), "TERM": "xterm"}
        controller, terminal = pty.openpty()
        began = time.monotonic()
        process = subprocess.Popen(
            [program, *map(str, words)], env=environment, stdin=subprocess.DEVNULL, stdout=terminal,
            stderr=terminal)
        os.close(terminal)
        self.first, self.output = None, b""

        def read():
            while data := self.read(controller):
                if self.first is None:
                    self.first = time.monotonic() - began
                self.output = (self.output + data)[-1000:]

        reader = threading.Thread(target=read)
        reader.start()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.seconds = time.monotonic() - began
        reader.join()
        os.close(controller)
        self.processor = usage.ru_utime + usage.ru_stime
        self.memory = usage.ru_maxrss / 1024
        if process.returncode:
            sys.exit(f"large_library.py: speechmemo {' '.join(map(str, words))}: {self.output.decode()}")

    @staticmethod
    def read(controller):
        try:
            return os.read(controller, 1 << 16)
        except OSError:
            return b""


def measured(program, room, count):
    """Returns the runs by their names."""
    library, restored, backup = room / "library", room / "restored", room / "backup"
    began = time.monotonic()
    generate(library, count)
    print(f"{count} memos generated in {time.monotonic() - began:.0f} s", flush=True)
    steps = {
        "migrate, and list one memo": (library, "list", "--limit", 1),
        "list one memo": (library, "list", "--limit", 1),
        "verify": (library, "verify"),
        "backup": (library, "backup", backup),
        "backup without changes": (library, "backup", backup),
        "verify the backup": (library, "verify", backup),
        "restore": (restored, "restore", backup),
        "restore without changes": (restored, "restore", backup),
        "export text": (library, "export", "--all", "-o", f"{room}/text/"),
        "export JSON": (library, "export", "--all", "-f", "json", "-o", f"{room}/json/"),
        "export audio": (library, "export", "--all", "-f", "audio", "-o", f"{room}/audio/"),
    }
    runs = {name: Run(program, *step) for name, step in steps.items()}
    for name in ("text", "json", "audio"):
        if (found := len(list((room / name).iterdir()))) != count:
            sys.exit(f"large_library.py: {found} files in {name}, not {count}")
    return runs


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--memos", type=int, default=100_000)
    parser.add_argument("--folder", default=tempfile.gettempdir())
    options = parser.parse_args()
    if options.memos < 20:
        parser.error("--memos must be at least 20")
    program, results = os.path.abspath(options.program), []
    for count in (options.memos // 10, options.memos):
        room = pathlib.Path(tempfile.mkdtemp(prefix="speechmemo-large-", dir=options.folder))
        try:
            results.append(measured(program, room, count))
        finally:
            shutil.rmtree(room, ignore_errors=True)
    small, large = results
    print(f"\n| {options.memos:,} memos | seconds | first sign | processor | peak memory | "
          "a tenth: memory | of linear |\n|---|--:|--:|--:|--:|--:|--:|")
    for name, run in large.items():
        first = f"{run.first:.1f}" if run.first is not None else "none"
        print(f"| {name} | {run.seconds:.1f} | {first} | {run.processor:.1f} | {run.memory:.0f} MiB | "
              f"{small[name].memory:.0f} MiB | {run.processor / small[name].processor / 10:.2f} |")


if __name__ == "__main__":
    main()
