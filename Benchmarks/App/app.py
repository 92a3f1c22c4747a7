#!/usr/bin/env python3
"""Measures the app in a terminal over a large library: the first frame, the response to each key, the
memory, and the bytes written for a frame. Opens a memo of an hour, finds words in it, and searches all
memos. Compares with 'less' over the same memos as lines of text, and with 'sqlite3' reading the same
rows and searching for the same words.

usage: app.py FOLDER [COUNT] [SIZE...]
  FOLDER  has the built 'speechmemo' and 'SpeechMemoBenchmarks'
  COUNT   memos in the library (100000)
  SIZE    sizes of the terminal, one table each (80x24 200x60)
"""

import fcntl, os, pty, re, select, signal, statistics, struct, subprocess, sys, tempfile, termios, time

folder = os.path.realpath(sys.argv[1])
count = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
terminals = [tuple(int(part) for part in size.split("x")) for size in sys.argv[3:] or ["80x24", "200x60"]]
rounds = 5

DOWN, PAGE_DOWN, END, HOME, BACK_TAB = b"\x1b[B", b"\x1b[6~", b"\x1b[F", b"\x1b[H", b"\x1b[Z"
ESCAPE, ENTER = b"\x1b", b"\r"
# Occurs in every memo of an hour, and in many others.
WORDS = "bade"


class Program:
    """A program in its own terminal."""

    def __init__(self, words, environment, size):
        columns, rows = size
        self.begun = time.monotonic()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvpe(words[0], words, environment)
        self.written = b""

    def read(self, quiet):
        """Returns the output until a pause of this length, and the times of its first and last byte."""
        text, first, last = b"", None, time.monotonic()
        while select.select([self.terminal], [], [], quiet if text else 20)[0]:
            try:
                part = os.read(self.terminal, 1 << 16)
            except OSError:
                break
            if not part:
                break
            last = time.monotonic()
            first = first or last
            text += part
        return text, first, last

    def until(self, pattern):
        """Returns the seconds from the start until the output matches a pattern."""
        while not re.search(pattern, self.written):
            if not select.select([self.terminal], [], [], 60)[0]:
                sys.exit(f"app.py: timed out waiting for {pattern}: {self.written[-2000:]!r}")
            self.written += os.read(self.terminal, 1 << 16)
        return time.monotonic() - self.begun

    def press(self, key, quiet=0.25):
        """Sends keys. Returns the seconds until the first and the last byte of the response, and its size."""
        begun = time.monotonic()
        os.write(self.terminal, key)
        text, first, last = self.read(quiet)
        return (first or last) - begun, last - begun, len(text)

    def memory(self):
        with open(f"/proc/{self.process}/status") as file:
            return int(re.search(r"VmHWM:\s+(\d+)", file.read()).group(1)) * 1024 / 1e6

    def end(self):
        os.kill(self.process, signal.SIGTERM)
        while True:
            try:
                if not os.read(self.terminal, 1 << 16):
                    break
            except OSError:
                break
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def row(what, value, unit, aim, baseline=""):
    verdict = "" if aim is None else f"{'met' if value <= aim else 'MISSED'} (≤ {aim:g} {unit})"
    print(f"| {what} | {value:,.1f} {unit} | {baseline} | {verdict} |", flush=True)


def milliseconds(values):
    return statistics.median(values) * 1000


def made(room):
    """Creates a library, its memos as lines of text, and an environment without the user's files."""
    home = os.path.join(room, "library")
    os.mkdir(home)
    subprocess.run([f"{folder}/SpeechMemoBenchmarks", "generate", str(count), home, "hour"], check=True)
    # Separate from the user's settings and engine.
    environment = dict(
        os.environ, HOME=room, LANG="C.UTF-8", TERM="xterm-256color", SPEECHMEMO_HOME=home,
        SPEECHMEMO_HELPER="/bin/false", XDG_CONFIG_HOME=os.path.join(room, "config"))
    for name in ("NO_COLOR", "COLORTERM", "XDG_DATA_HOME"):
        environment.pop(name, None)
    # Skips the welcome screen.
    first = Program([f"{folder}/speechmemo"], environment, terminals[0])
    first.until(b"memos")
    first.read(1)
    first.end()

    lines = os.path.join(room, "lines.txt")
    database = os.path.join(home, "library.sqlite")
    query = ("SELECT id, title, date, duration, tags, is_favorite, status, audio_file, sha256 FROM recordings "
             "WHERE trashed_at IS NULL ORDER BY date DESC, row DESC")
    with open(lines, "w") as file:
        subprocess.run(["sqlite3", database, query], stdout=file, check=True)
    return environment, lines, database, query


def measure(size, environment, lines, database, query):
    ours, less, sqlite, nothing, memories, less_memories = [], [], [], [], [], []
    keys = {name: [] for name in ("↓", "page down", "end", "home", "m mark", "/", "esc", "o sort", "? help")}
    letters, less_keys, sizes, settled = [], [], [], []
    opened, found, matches, searched, sought = [], [], [], [], []
    for _ in range(rounds):
        program = Program([f"{folder}/speechmemo"], environment, size)
        ours.append(program.until(f"{count:,} memos".encode()))
        program.read(1)
        for name, key in [("↓", DOWN), ("page down", PAGE_DOWN), ("end", END), ("home", HOME), ("m mark", b"m"),
                          ("↓", DOWN), ("esc", ESCAPE), ("o sort", b"o"), ("o sort", b"o"), ("o sort", b"o"),
                          ("o sort", b"o"), ("? help", b"?"), ("esc", ESCAPE), ("/", b"/")]:
            answered, all_written, written = program.press(key)
            # After Esc, the app waits for a possible sequence.
            keys[name].append(answered - (0.025 if key == ESCAPE else 0))
            if name == "↓":
                sizes.append(written)
                settled.append(all_written)
        for letter in (b"b", b"a", b"d", b"\x7f", b"\x7f"):
            letters.append(program.press(letter)[0])
        program.press(ESCAPE)
        program.press(HOME)
        opened.append(program.press(ENTER, quiet=1)[1])
        program.press(b"/")
        for letter in WORDS.encode():
            found.append(program.press(bytes([letter]))[0])
        program.press(ENTER)
        for _ in range(3):
            matches.append(program.press(b"]")[0])
        program.press(ESCAPE)
        program.press(ESCAPE)
        program.press(ESCAPE)
        program.press(b"2")
        searched.append(program.press(WORDS.encode(), quiet=2)[1])
        # The app reopens its last screen.
        program.press(ESCAPE)
        program.press(BACK_TAB)
        memories.append(program.memory())
        program.end()

        pager = Program(["less", lines], environment, size)
        less.append(pager.until(rb"lines\.txt|:"))
        pager.read(0.5)
        for key in (DOWN, b" ", b"G", b"g"):
            less_keys.append(pager.press(key)[0])
        less_memories.append(pager.memory())
        pager.end()
        search = f"SELECT count(*) FROM segments WHERE instr(text, '{WORDS}')"
        for words, times in ((["sqlite3", database, query], sqlite), (["sqlite3", database, search], sought),
                             (["true"], nothing)):
            begun = time.monotonic()
            subprocess.run(words, stdout=subprocess.DEVNULL, check=True)
            times.append(time.monotonic() - begun)

    print(f"\nThe app in a terminal of {size[0]}x{size[1]}, {count:,} memos, medians of {rounds}\n")
    print("| what | measured | comparison | aim |\n|---|--:|---|---|")
    row("first frame with memos", milliseconds(ours), "ms", 500,
        f"`sqlite3` reading the rows {milliseconds(sqlite):.0f} ms, `less` over them as lines "
        f"{milliseconds(less):.0f} ms, `true` {milliseconds(nothing):.1f} ms")
    beside = f"`less` {milliseconds(less_keys):.1f} ms"
    for name, values in keys.items():
        row(f"key: {name}", milliseconds(values), "ms", 50, beside)
    row("slowest key of all", max(max(values) for values in keys.values()) * 1000, "ms", None,
        f"`less` {max(less_keys) * 1000:.1f} ms")
    row("↓ until the first words are shown", milliseconds(settled), "ms", None)
    row("a letter of the filter", milliseconds(letters), "ms", 100)
    row("slowest letter", max(letters) * 1000, "ms", None)
    row("opening a memo of an hour, until it is drawn completely", milliseconds(opened), "ms", None)
    row("a letter of a search within it", milliseconds(found), "ms", 50, beside)
    row("the next match", milliseconds(matches), "ms", 50, beside)
    row("searching all memos for a word, including the pause after it", milliseconds(searched), "ms", None,
        f"`sqlite3` scanning all text {milliseconds(sought):.0f} ms")
    row("peak memory", max(memories), "MB", 120, f"`less` {max(less_memories):.1f} MB")
    row("bytes for ↓", statistics.median(sizes), "B", None)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="speechmemo-app-") as room:
        library = made(room)
        for size in terminals:
            measure(size, *library)
