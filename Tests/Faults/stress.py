#!/usr/bin/env python3
"""Runs the optimized program many times, half of them next to busy processes, to find crashes and
hangs that depend on which thread resumes a task.

A scripted engine responds immediately, so many jobs complete at the same moment. Each part prints a
line with its counts. A run fails if it ends by a signal, with an undocumented status, after --limit
seconds, or with a missing memo or transcript. The standard error of failed runs and the stacks of
hung ones are kept.

  import  imports short memos into a new library, with --jobs 1, 2, 4 and 8, half in a terminal
  upload  uploads short memos to one server from several clients while another one reads
  record  starts and stops recordings, also before any audio has arrived
  app     opens the app in a terminal, presses some keys and closes it
"""

import argparse, base64, collections, contextlib, fcntl, http.client, itertools, json, os, pathlib
import pty, queue, random, re, select, shutil, signal, sqlite3, struct, subprocess, sys, tempfile
import termios, threading, time
from killed_server import Server
from stress_run import Part, Room, Watch

# The --jobs of ten imports. One job never crashed, eight crashed most often.
WIDTHS = (8, 2, 4, 8, 1, 4, 2, 8, 4, 2)
FRAME, FULL_SCREEN, WINDOW = b"\x1b[?2026l", b"\x1b[?1049h", b"\x1b[?1049l"
# The error for a memo that was saved without audio.
EMPTY = b"it contains no audio"
DOWN, CTRL_C, CTRL_N, CTRL_P = b"\x1b[B", b"\x03", b"\x0e", b"\x10"
# Keys typed in the list of memos, and whether q quits afterwards.
SESSIONS = [
    ([], True), ([b"\r"], True), ([DOWN, DOWN, b"\r", b" "], True), ([b"o", b"m", DOWN, b"m"], True),
    ([b"3"], True), ([b"4"], True), ([b"T", b"3"], True), ([b"/", b"hear", b"\r"], False),
    ([b"2", b"h", b"e", b"a", b"r", DOWN], False), ([b"5", DOWN, DOWN], False), ([b"H"], False),
    ([b"?"], False), ([b"D"], False), ([CTRL_P, b"sta"], False), ([CTRL_N], False),
    ([b"\r", CTRL_N], False), ([b"T", DOWN, b"T", b"\r"], True)]


def imports(room):
    part = Part(room, "import")
    count = room.options.memos
    memos = room.memos("import", count, part.chance)
    runs, failed = collections.Counter(), collections.Counter()
    widths = itertools.cycle(WIDTHS)
    for run, width in zip(range(room.options.imports), widths):
        name, library = f"{run} (jobs {width})", room.folder / "imported"
        words, output = ("import", "--jobs", str(width), str(memos)), b""
        with room.load(run % 4 < 2), open(part.errors, "wb") as errors:
            if part.chance.random() < 0.5:
                terminal = Terminal(room, library, (24, 80), *words)
                with Watch(room, f"import-{run}", terminal.process) as watch:
                    output = terminal.close()
            else:
                process = room.start(room.program, *words, library=library, stderr=errors)
                with Watch(room, f"import-{run}", process) as watch:
                    process.wait()
        before = sum(part.kinds.values())
        if part.judge(name, watch, output=output):
            part.check(library, name, count, is_each_different=True)
        runs[width] += 1
        failed[width] += sum(part.kinds.values()) > before
        shutil.rmtree(library, ignore_errors=True)
        if part.has_hung:
            break
    detail = "".join(
        f"; --jobs {width}: {failed[width]} of {runs[width]} failed" for width in sorted(runs))
    return part.end(f"{part.runs} runs of {count} memos", detail)


def refusal(answer):
    status, _, body = answer
    return None if status == 200 else f"{status} {body[:200]}"


def upload(server, number, data, chance):
    name = base64.b64encode(f"{number}.wav".encode()).decode()
    kind = {"Content-Type": "application/offset+octet-stream"}
    headers = {"Upload-Length": str(len(data)), "Upload-Metadata": f"filename {name}"}
    is_whole = chance.random() < 0.5
    status, answer, body = server.ask(
        "POST", "/api/uploads", {**headers, **(kind if is_whole else {})}, data if is_whole else None)
    target, offset = answer.get("Location"), len(data) if is_whole else 0
    while status in (201, 204) and offset < len(data):
        end = min(len(data), offset + chance.randrange(len(data) // 4, len(data)))
        status, answer, body = server.ask(
            "PATCH", target, {**kind, "Upload-Offset": str(offset)}, data[offset:end])
        offset = end
    if status in (201, 204):
        status, answer, body = server.ask("GET", f"/api/memos/{answer.get('Upload-Memo')}")
    return refusal((status, answer, body))


def uploads(room):
    part, count = Part(room, "upload"), room.options.uploads
    memos = room.memos("upload", count, part.chance)
    waiting, problems, is_over = queue.Queue(), queue.Queue(), threading.Event()
    for number in range(count):
        waiting.put(number)

    def attempt(name, action):
        try:
            problem = action()
        except (OSError, http.client.HTTPException) as error:
            problem = repr(error)
        if problem:
            problems.put((name, problem))

    def send():
        while server.process.poll() is None and not is_over.is_set():
            with contextlib.suppress(queue.Empty):
                number = waiting.get_nowait()
                data = (memos / f"{number}.wav").read_bytes()
                chance = random.Random(f"{room.options.seed} upload {number}")
                attempt(number, lambda: upload(server, number, data, chance))
                continue
            return

    def read():
        for target in itertools.cycle(("/api/memos?limit=50", "/api/jobs", "/api/search?q=heard")):
            if server.process.poll() is not None or is_over.is_set():
                return
            attempt(target, lambda: refusal(server.ask("GET", target)))

    library = room.folder / "served"
    with room.load(True), open(part.errors, "wb") as errors:
        server = Server(room.program, library, room.environment, errors)
        server.begin("--jobs", "4")
        limit = room.options.limit * (1 + count / 200)
        with Watch(room, "upload", server.process, limit) as watch:
            jobs = True
            try:
                with contextlib.suppress(ValueError):  # exited before listening
                    server.wait_for_port()
                clients = [threading.Thread(target=send, daemon=True) for _ in range(8)]
                for thread in [*clients, reader := threading.Thread(target=read, daemon=True)]:
                    thread.start()
                for thread in clients:
                    thread.join()
                while jobs and server.process.poll() is None:
                    time.sleep(0.05)
                    with contextlib.suppress(OSError, http.client.HTTPException):
                        jobs = json.loads(server.ask("GET", "/api/jobs")[2])["jobs"]
            finally:
                is_over.set()
            reader.join()
            server.process.send_signal(signal.SIGTERM)
            server.process.wait()
    while not problems.empty():
        part.fail("answer", *problems.get())
    if part.judge("server", watch):
        part.check(library, "library", count, is_each_different=True)
    part.runs = count
    return part.end(f"{count} uploads, server exit {server.process.returncode}")


def recordings(room):
    part, library = Part(room, "record"), room.folder / "recorded"
    if not room.start_sound():
        sys.exit("stress: pulseaudio is not installed; run 'Scripts/bootstrap pulseaudio'")
    early, empty, saved, transcribed = 0, 0, 0, 0
    for run in range(room.options.recordings):
        # Most stop at the first audio or soon after, some while starting.
        is_early, pause = part.chance.random() < 0.3, part.chance.uniform(0, 0.1)
        words = ["--no-transcript"] if part.chance.random() < 0.3 else []
        with room.load(run % 4 < 2), open(part.errors, "wb") as errors:
            process = room.start(
                room.program, "record", "--json", *words, library=library,
                stdout=subprocess.PIPE, stderr=errors)
            with Watch(room, f"record-{run}", process) as watch:
                output = b"" if is_early else process.stdout.readline()
                if is_early or run % 2:
                    time.sleep(pause)
                process.send_signal(signal.SIGINT)
                output += process.communicate()[0]
        saved += (new := output.count(b'"event":"saved"'))
        transcribed += (done := output.count(b'"event":"transcribed"'))
        if EMPTY in output:
            empty += 1
            part.runs += 1
            part.fail("empty memo", run, f"exit {process.returncode}", output)
        # SIGINT may arrive before the program handles signals, or before any audio.
        elif part.judge(run, watch, (0, 130, -signal.SIGINT) if is_early else (0,), output):
            early += process.returncode != 0
            wanted = 0 if process.returncode else 1
            # The next recording recovers the draft of one that hung.
            new -= output.count(b'"title":"Recovered memo')
            if (new, done) != (wanted, 0 if words else wanted):
                part.fail("memo", run, f"{new} saved, {done} transcribed", output)
        if part.has_hung:
            break
    if saved:
        part.check(library, "library", transcribed, failed=empty, none=saved - transcribed - empty)
        if left := list((library / "drafts").iterdir()):
            part.fail("draft left", "library", str(left))
    return part.end(f"{part.runs} recordings, {early} stopped before the first audio, {saved} memos")


class Terminal:
    """The program in its own terminal."""

    def __init__(self, room, library, size, *words):
        self.file, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        # Popen creates the session; setsid gives it this controlling terminal.
        self.process = subprocess.Popen(
            ["setsid", "--ctty", room.program, *words], stdin=other, stdout=other, stderr=other,
            env={**room.environment, "SPEECHMEMO_HOME": str(library)})
        os.close(other)
        self.written = b""

    def read(self, seconds=None):
        """Reads output for some time, and returns whether there was any."""
        if not select.select([self.file], [], [], seconds)[0]:
            return False
        with contextlib.suppress(OSError):  # EIO: the program exited
            if part := os.read(self.file, 1 << 16):
                self.written += part
                return True
        return False

    def frame(self, begin=0, seconds=None):
        """Waits for a complete frame after an offset; without a time, until the program exits."""
        until = None if seconds is None else time.monotonic() + seconds
        while FRAME not in self.written[begin:]:
            if not self.read(until and max(0, until - time.monotonic())):
                return False
        return True

    def press(self, keys, seconds):
        begin = len(self.written)
        with contextlib.suppress(OSError):
            os.write(self.file, keys)
        return self.frame(begin, seconds)

    def close(self):
        """Waits until the program exits, and returns its output."""
        while self.read():
            pass
        self.process.wait()
        os.close(self.file)
        return self.written


def visit(terminal, count, chance):
    """Presses the keys of a session, often before the previous one is handled, closes the app, and
    returns a description."""
    listed = re.compile(rb"\b%d memos" % count)
    keys, is_q_enough = chance.choice(SESSIONS)
    if terminal.frame() and not listed.search(terminal.written):
        # The app reopens its last screen. A key right after Esc would be read as Alt+key.
        terminal.press(b"\x1b", 0)
        time.sleep(0.1)
    for key in keys:
        terminal.press(key, chance.choice((0, 0, 0.3)))
    time.sleep(chance.choice((0, chance.uniform(0, 0.2))))
    is_q_enough = is_q_enough and bool(listed.search(terminal.written))
    ending = chance.choice((CTRL_C, CTRL_C, b"q", b"q", signal.SIGTERM, signal.SIGHUP))
    if isinstance(ending, bytes):
        ending = ending if is_q_enough else CTRL_C
        terminal.press(ending, 0)
    else:
        terminal.process.send_signal(ending)
    return b"".join(keys), ending


def number_of_memos(library):
    with contextlib.closing(sqlite3.connect(library / "library.sqlite")) as database:
        return database.execute("SELECT count(*) FROM recordings").fetchone()[0]


def openings(room):
    part, library, listed = Part(room, "app"), room.folder / "opened", 0
    room.start_sound()
    memos = room.memos("app", 30, part.chance)
    room.start(room.program, "import", "--no-wait", memos, library=library,
               stderr=subprocess.DEVNULL).wait()
    for run in range(room.options.opens):
        count = number_of_memos(library)
        size = part.chance.choice(((24, 80), (40, 120), (12, 40)))
        terminal = Terminal(room, library, size)
        with room.load(run % 4 < 2), Watch(room, f"app-{run}", terminal.process) as watch:
            did = visit(terminal, count, part.chance)
            terminal.close()
        listed += b"%d memos" % count in terminal.written
        if part.judge(f"{run} {did}", watch, output=terminal.written):
            if FULL_SCREEN not in terminal.written:
                part.fail("no frame", run, "", terminal.written)
            elif terminal.written.rfind(WINDOW) < terminal.written.rfind(FULL_SCREEN):
                part.fail("alternate screen kept", run, "", terminal.written)
        if part.has_hung:
            break
    with open(part.errors, "wb") as errors:
        last = room.start(room.program, "retry", library=library, stderr=errors)
        with Watch(room, "app-retry", last) as watch:
            last.wait()
    count = number_of_memos(library)
    runs, empty = part.runs, part.errors.read_bytes().count(EMPTY)
    for _ in range(empty):
        part.fail("empty memo", "retry")
    if part.judge("retry", watch, (1,) if empty else (0,)):
        part.check(library, "library", count - empty, failed=empty)
    part.runs = runs
    return part.end(f"{runs} openings, {listed} showed the list, {count} memos")


def main():
    parts = {"import": imports, "upload": uploads, "record": recordings, "app": openings}
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", metavar="SPEECHMEMO", help="the optimized program")
    parser.add_argument("speech", metavar="SPEECH_FOLDER", help="WAV files of speech, to record")
    for name, count in (("imports", 400), ("uploads", 1000), ("recordings", 500), ("opens", 200)):
        parser.add_argument(f"--{name}", type=int, default=count, metavar="N", help=f"{count}")
    parser.add_argument("--memos", type=int, default=200, metavar="N", help="of one import (200)")
    parser.add_argument("--busy", type=int, default=2, metavar="N", help="busy processes (2)")
    parser.add_argument("--limit", type=float, default=60, metavar="SECONDS", help="of one run (60)")
    parser.add_argument("--only", default=",".join(parts), metavar="PARTS", help="such as import,app")
    parser.add_argument("--seed", type=int, default=int(time.time()), metavar="N")
    options = parser.parse_args()
    if unknown := set(options.only.split(",")) - set(parts):
        parser.error(f"--only: unknown parts: {', '.join(sorted(unknown))}")
    # A shell starts background jobs with SIGINT ignored, which the program would inherit.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    print(f"seed {options.seed}, {options.busy} busy processes", flush=True)
    # In memory, saves are fast, so jobs coincide more often.
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="sm-stress-", dir=memory) as folder:
        room = Room(options, pathlib.Path(folder))
        try:
            failures = sum(run(room) for name, run in parts.items() if name in options.only.split(","))
        except KeyboardInterrupt:
            return 128 + signal.SIGINT
        finally:
            room.close()
    kept = f"; logs are in {room.kept}" if room.kept else ""
    print(f"{failures} failures{kept}" if failures else "no run crashed, hung, or lost a memo")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
