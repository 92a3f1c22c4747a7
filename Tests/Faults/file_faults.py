#!/usr/bin/env python3
"""Kills a program that writes a file at random moments, and checks that nothing is lost.

A child writes 1,000 numbered values one after the other and reports each whose write returned.
After each kill the file must hold one complete value, and not an older one than was reported.
Then eight processes increment one number 1,000 times each, under the file's lock.

usage: file_faults.py FILEFAULTS [COUNT] [SEED]
  FILEFAULTS  the program Tests/Faults/FileFaults, built
  COUNT       how many times to kill it (200)
"""

import os, pathlib, random, subprocess, sys, tempfile, time

WRITES, PROCESSES = 1000, 8


def value(number):
    return f"{number};".encode() * (1 + number * 7919 % 5000)


def number_in(data):
    """The number of the value, or None for what is no complete value."""
    head = data.split(b";", 1)[0]
    if head.isdigit() and data == value(int(head)):
        return int(head)


def write(program, file, first, seconds):
    """Runs a child for so long at most, and returns the last number that it reported."""
    child = subprocess.Popen(
        [program, "write", str(file), str(first), str(WRITES)], stdout=subprocess.PIPE)
    if seconds is not None:
        time.sleep(seconds)
        child.kill()
    output, _ = child.communicate()
    # The last line of a killed process may be half a line.
    lines = output.split(b"\n")[:-1]
    if seconds is None and (child.returncode or len(lines) != WRITES):
        sys.exit(f"file_faults: {program} wrote {len(lines)} values and ended with {child.returncode}")
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
        print(f"{WRITES} writes take {whole:.2f} s")
        for kill in range(1, count + 1):
            reported = write(program, file, last + 1, chance.uniform(0, whole))
            total += reported - last
            data = file.read_bytes()
            found = number_in(data)
            if found is None:
                problems.append(f"kill {kill}: {len(data)} bytes, beginning {data[:40]}: no value")
                break
            if found < reported:
                problems.append(f"kill {kill}: {reported} was reported, {found} is there")
            if found > reported + 1:
                problems.append(f"kill {kill}: {found} is there, {reported} was the last reported")
            newer += found > reported
            left = [name for name in os.listdir(room) if name != "value"]
            leftovers += len(left)
            # Each next writer removes what the one before left.
            if len(left) > 1:
                problems.append(f"kill {kill}: left behind: {left}")
            last = found
        write(program, file, last + 1, None)
        left = [name for name in os.listdir(room) if name != "value"]
        if left:
            problems.append(f"at the end: left behind: {left}")
        print(f"{total} writes returned before the kills; {newer} times the file was one ahead")
        print(f"{leftovers} kills left a new file, which the next writer removed")

        counter = pathlib.Path(room) / "counter"
        began = time.monotonic()
        children = [
            subprocess.Popen([program, "increment", str(counter), str(WRITES)])
            for _ in range(PROCESSES)]
        ends = [child.wait() for child in children]
        text = counter.read_text() if counter.exists() else "nothing"
        print(f"{PROCESSES} processes incremented to {text} in {time.monotonic() - began:.1f} s")
        if any(ends) or text != str(PROCESSES * WRITES):
            problems.append(f"{PROCESSES * WRITES} increments made {text}; exit codes {ends}")

    for problem in problems:
        print(f"PROBLEM {problem}")
    print("nothing was lost" if not problems else f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
