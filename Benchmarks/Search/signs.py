#!/usr/bin/env python3
"""Compares three SQLite full-text indexes for text without spaces.

usage: signs.py [COUNT]

Generates COUNT memos (10,000) of 200 words in a script without spaces, in which, as in Japanese, a few
characters make up half of the text. Prints for each index its size, including a copy of the text made
for it, the time to build it, and for phrases of several lengths the share of matching memos that are
found, and the milliseconds until the first 50. Phrases begin and end anywhere.

- words: the engine's words, as in languages with spaces
- signs: each character as a word, as the program does, with the tokenizer from its source
- trigram: FTS5's tokenizer of three characters

Debian's SQLite has no ICU tokenizer, which would detect words.
"""

import os
import pathlib
import random
import re
import sqlite3
import sys
import tempfile
import time

SEPARATOR = "\x1f"
SOURCE = pathlib.Path(__file__).resolve().parents[2] / "Sources/Clients/DatabaseClientLive"
LENGTHS = (1, 2, 3, 5, 12, 40)
PHRASES = 25


def tokenizer(index):
    text = "".join(path.read_text() for path in sorted(SOURCE.glob("Migrations*.swift")))
    found = re.search(index + r' USING fts5 \(.*?tokenize = "([^"]*)"', text, re.S)
    if not found:
        sys.exit(f"signs.py: the schema in {SOURCE} has no {index}")
    return found[1]


def made_up(count):
    """Generates memos as lists of words. Few words are common, and those have one character."""
    chance = random.Random(1)
    kana = [chr(0x3042 + each) for each in range(80)]
    signs = [chr(0x4E00 + each * 13) for each in range(1500)]

    def word(number):
        if number < len(kana):
            return kana[number]
        text = signs[number * 31 % len(signs)]
        if number % 3:
            text += signs[number * 17 % len(signs)]
        return text + kana[number % len(kana)] if number % 4 == 0 else text

    words = [word(each) for each in range(8000)]
    return [[words[int(chance.random() ** 3 * len(words))] for _ in range(200)]
            for _ in range(count)]


class Index:
    def __init__(self, name, tokenize, texts, expression, kept=0):
        self.name, self.expression, self.kept = name, expression, kept
        self.folder = tempfile.TemporaryDirectory()
        path = os.path.join(self.folder.name, "index.sqlite")
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.executescript(f"""
            CREATE VIRTUAL TABLE found USING fts5 (body, content='', tokenize="{tokenize}");
            """)
        began = time.perf_counter()
        with self.connection:
            self.connection.execute("BEGIN")
            self.connection.executemany(
                "INSERT INTO found (rowid, body) VALUES (?, ?)", enumerate(texts, 1))
            self.connection.execute("COMMIT")
        self.seconds = time.perf_counter() - began
        self.connection.execute("INSERT INTO found (found) VALUES ('optimize')")
        self.connection.execute("VACUUM")
        self.bytes = os.path.getsize(path)

    def search(self, phrase):
        """Returns the matching memos, and the seconds until the first 50 are read."""
        query = self.expression(phrase)
        began = time.perf_counter()
        self.connection.execute(
            "SELECT rowid FROM found WHERE found MATCH ? ORDER BY rowid DESC LIMIT 50",
            (query,)).fetchall()
        seconds = time.perf_counter() - began
        rows = self.connection.execute(
            "SELECT rowid FROM found WHERE found MATCH ?", (query,)).fetchall()
        return {row for row, in rows}, seconds


def median(values):
    return sorted(values)[len(values) // 2]


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    memos = made_up(count)
    plain = ["".join(words) for words in memos]
    size = sum(map(len, plain))
    print(f"{count} memos, {size / 1e6:.1f} million characters, SQLite {sqlite3.sqlite_version}\n")
    separated = [SEPARATOR.join(text) for text in plain]
    quoted = '"{}"'.format
    indexes = [
        Index("words", tokenizer("text_index"), (" ".join(words) for words in memos), quoted),
        Index("signs", tokenizer("sign_index"), separated,
              lambda phrase: quoted(SEPARATOR.join(phrase)),
              kept=sum(len(text.encode()) for text in separated)),
        Index("trigram", "trigram", plain, quoted),
    ]
    chance = random.Random(2)
    phrases = {}
    for length in LENGTHS:
        begins = []
        while len(begins) < PHRASES:
            text = chance.choice(plain)
            start = chance.randrange(len(text) - length)
            begins.append(text[start:start + length])
        phrases[length] = begins
    truth = {each: {row for row, text in enumerate(plain, 1) if each in text}
             for each in set(sum(phrases.values(), []))}
    print("| index | MiB | of text | bytes per character | seconds to build |"
          + "".join(f" {each}: found | ms |" for each in LENGTHS))
    print("|---|--:|--:|--:|--:|" + "--:|--:|" * len(LENGTHS))
    for index in indexes:
        whole = index.bytes + index.kept
        cells = [index.name, f"{index.bytes / 2**20:.1f}", f"{index.kept / 2**20:.1f}",
                 f"{whole / size:.1f}", f"{index.seconds:.1f}"]
        for length in LENGTHS:
            found, wanted, times = 0, 0, []
            for phrase in phrases[length]:
                rows, seconds = index.search(phrase)
                if not rows <= truth[phrase]:
                    sys.exit(f"signs.py: {index.name} finds {phrase} in other memos")
                found += len(rows)
                wanted += len(truth[phrase])
                times.append(seconds)
            cells += [f"{found / wanted:.0%}", f"{median(times) * 1000:.2f}"]
        print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
