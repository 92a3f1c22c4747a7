#!/usr/bin/env python3
"""Kills a program that writes a file at random moments, and checks that nothing is lost.

A child process writes 1,000 numbered values and reports each completed write. After each kill the
file must contain a complete value, at least as new as the last one reported. Then eight processes
increment one number 1,000 times each, under the file's lock.

usage: file_faults.py FILEFAULTS [COUNT] [SEED]
  FILEFAULTS  the program built from Tests/Faults/FileFaults
  COUNT       number of kills (200)
"""

import os, pathlib, random, subprocess, sys, tempfile, time

WRITES, PROCESSES = 1000, 8


def value(number):
    return f"{number};".encode() * (1 + number * 7919 % 5000)


def number_in(data):
    """Returns the number of a complete value, or None."""
    head = data.split(b";", 1)[0]
    if head.isdigit() and data == value(int(head)):
        return int(head)


def write(program, file, first, seconds):
    """Runs a child, killing it after `seconds`, and returns the last number that it reported."""
    child = subprocess.Popen(
        [program, "write", str(file), str(first), str(WRITES)], stdout=subprocess.PIPE)
    if seconds is not None:
        time.sleep(seconds)
        child.kill()
    output, _ = child.communicate()
    # A killed process may have written part of a line.
    lines = output.split(b"\n")[:-1]
    if seconds is None and (child.returncode or len(lines) != WRITES):
        sys.exit(f"file_faults: {program} wrote {len(lines)} values and exited with {child.returncode}")
    return int(lines[-1]) if lines else first - 1


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else int(time.time())
    chance = random.Random(seed)
    print(f"{count} kills, seed {seed}", flush=True)
    problems, total, newer, leftovers = [], 0, 0, 0

    with tempfile.TemporaryDirectory(prefix="speechmemo-files-") as room:
        file = pathlib.Path(room) / "value"
        began = time.monotonic()
        last = write(program, file, 1, None)
        whole = time.monotonic() - began
        print(f"{WRITES} writes: {whole:.2f} s")
        for kill in range(1, count + 1):
            reported = write(program, file, last + 1, chance.uniform(0, whole))
            total += reported - last
            data = file.read_bytes()
            found = number_in(data)
            if found is None:
                problems.append(f"kill {kill}: not a value: {len(data)} bytes, {data[:40]}…")
                break
            if found < reported:
                problems.append(f"kill {kill}: reported {reported}, found {found}")
            if found > reported + 1:
                problems.append(f"kill {kill}: found {found}, last reported {reported}")
            newer += found > reported
            left = [name for name in os.listdir(room) if name != "value"]
            leftovers += len(left)
            # A writer removes the file that its predecessor left.
            if len(left) > 1:
                problems.append(f"kill {kill}: left behind: {left}")
            last = found
        write(program, file, last + 1, None)
        left = [name for name in os.listdir(room) if name != "value"]
        if left:
            problems.append(f"left behind at the end: {left}")
        print(f"{total} writes reported; after {newer} kills the file was one value ahead")
        print(f"{leftovers} kills left a temporary file, which the next writer removed")

        counter = pathlib.Path(room) / "counter"
        began = time.monotonic()
        children = [
            subprocess.Popen([program, "increment", str(counter), str(WRITES)])
            for _ in range(PROCESSES)]
        ends = [child.wait() for child in children]
        text = counter.read_text() if counter.exists() else "nothing"
        print(f"{PROCESSES} processes incremented to {text} in {time.monotonic() - began:.1f} s")
        if any(ends) or text != str(PROCESSES * WRITES):
            problems.append(f"{PROCESSES * WRITES} increments resulted in {text}; exit codes {ends}")

    for problem in problems:
        print(f"PROBLEM {problem}")
    print("nothing was lost" if not problems else f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
