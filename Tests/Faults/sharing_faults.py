#!/usr/bin/env python3
"""Kills a program that saves a shared value at random moments, and checks that nothing is lost.

A child process saves 1,000 numbered values and reports each completed save. After each kill the file
must contain a complete value, at least as new as the last one reported. Then eight processes increment
one counter 1,000 times each through a merging key, the disk is full, the folder is read-only, and
signals arrive before a value is saved.

usage: sharing_faults.py SHARINGFAULTS [COUNT] [SEED]
  SHARINGFAULTS  the program built from Tests/Faults/SharingFaults
  COUNT          number of kills (200)
"""

import json, os, pathlib, plistlib, random, shutil, signal, subprocess, sys, tempfile, time

SAVES, PROCESSES = 1000, 8


def value(number):
    return [number] * (1 + number * 7919 % 2000)


def number_in(data):
    """Returns the number of a complete value, or None."""
    try:
        found = json.loads(data)
    except ValueError:
        return None
    if isinstance(found, list) and found and found == value(found[0]):
        return found[0]


def save(program, file, first, seconds):
    """Runs a child, killing it after `seconds`, and returns the last number that it reported."""
    child = subprocess.Popen(
        [program, "save", str(file), str(first), str(SAVES)], stdout=subprocess.PIPE)
    if seconds is not None:
        time.sleep(seconds)
        child.kill()
    output, _ = child.communicate()
    # A killed process may have written part of a line.
    lines = output.split(b"\n")[:-1]
    if seconds is None and (child.returncode or len(lines) != SAVES):
        sys.exit(f"sharing_faults: {program} saved {len(lines)} values and exited with {child.returncode}")
    return int(lines[-1]) if lines else first - 1


def left_in(room, *expected):
    """Returns the unexpected files in the folder, except locks."""
    return [name for name in os.listdir(room)
            if name not in expected and not name.endswith(".lock")]


def kills(program, room, count, chance, problems):
    file = room / "value"
    began = time.monotonic()
    last = save(program, file, 1, None)
    whole = time.monotonic() - began
    print(f"{SAVES} saves: {whole:.2f} s")
    total, newer, leftovers = 0, 0, 0
    for kill in range(1, count + 1):
        reported = save(program, file, last + 1, chance.uniform(0, whole))
        total += reported - last
        data = file.read_bytes()
        found = number_in(data)
        if found is None:
            problems.append(f"kill {kill}: not a value: {len(data)} bytes, {data[:40]}…")
            break
        if found < reported:
            problems.append(f"kill {kill}: reported {reported}, found {found}")
        # A value is saved when it changes, and again by save().
        if found > reported + 1:
            problems.append(f"kill {kill}: found {found}, last reported {reported}")
        newer += found > reported
        leftovers += len(left_in(room, "value"))
        if len(left_in(room, "value")) > 1:
            problems.append(f"kill {kill}: left behind: {left_in(room, 'value')}")
        last = found
    print(f"{count} kills: {total} saves reported; after {newer} kills the file was one value ahead; "
          f"{leftovers} kills left a temporary file, which the next save removed")


def increments(program, room, problems):
    counter = room / "counter"
    began = time.monotonic()
    children = [subprocess.Popen([program, "increment", str(counter), str(SAVES)])
                for _ in range(PROCESSES)]
    ends = [child.wait() for child in children]
    text = counter.read_text() if counter.exists() else "nothing"
    print(f"{PROCESSES} processes incremented to {text} in {time.monotonic() - began:.1f} s")
    if any(ends) or text != str(PROCESSES * SAVES):
        problems.append(f"{PROCESSES * SAVES} increments resulted in {text}; exit codes {ends}")


def suites(program, room, problems):
    suite = room / "suite.plist"
    keys = [f"key{number}" for number in range(PROCESSES)]
    children = [subprocess.Popen([program, "defaults", str(suite), key, "100"]) for key in keys]
    ends = [child.wait() for child in children]
    found = plistlib.loads(suite.read_bytes())
    print(f"{PROCESSES} processes set their keys 100 times each: {sorted(set(found.values()))}")
    if any(ends) or found != {key: 100 for key in keys}:
        problems.append(f"the suite contains {found}; exit codes {ends}")


def full_disk(program, room, problems):
    """Saves to a small tmpfs, or under a file size limit where mounting is not permitted."""
    disk = room / "disk"
    disk.mkdir()
    mounted = not subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)],
        stderr=subprocess.DEVNULL).returncode
    try:
        limit = 1 << 30 if mounted else 30_000
        output = subprocess.run(
            [program, "limited", str(disk / "value"), "100000", str(limit)],
            capture_output=True, text=True).stdout.splitlines()
        print(f"{'a full tmpfs' if mounted else 'a file size limit'}: {output}")
        if len(output) != 2 or "is full" not in output[0] or output[1] != "saved":
            problems.append(f"full disk: {output}")
        if (disk / "value").read_text() != '"short"' or left_in(disk, "value"):
            problems.append(f"full disk: {os.listdir(disk)}")
    finally:
        if mounted:
            subprocess.run(["umount", str(disk)], check=True)


def read_only(program, room, problems):
    folder = room / "folder"
    folder.mkdir()
    (folder / "value").write_text('"theirs"')
    folder.chmod(0o555)
    output = subprocess.run(
        [program, "nobody", str(folder / "value")], capture_output=True, text=True).stdout.strip()
    folder.chmod(0o755)
    print(f"a read-only folder: {output}")
    if "permission is denied" not in output or (folder / "value").read_text() != '"theirs"':
        problems.append(f"read-only folder: {output}")


def signals(program, room, count, chance, problems):
    for number in (signal.SIGTERM, signal.SIGINT):
        for run in range(count):
            file = room / f"{number}-{run}"
            child = subprocess.Popen(
                [program, "wait", str(file), "42", "signal"], stdout=subprocess.PIPE)
            child.stdout.readline()
            time.sleep(chance.uniform(0, 0.05))
            child.send_signal(number)
            child.communicate()
            text = file.read_text()
            if child.returncode != -number or text != "42":
                problems.append(f"{number.name}: found {text}, exit status {child.returncode}")
    print(f"{count} SIGTERM and {count} SIGINT before a value was saved")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else int(time.time())
    chance = random.Random(seed)
    print(f"{count} kills, seed {seed}", flush=True)
    problems = []
    room = pathlib.Path(tempfile.mkdtemp(prefix="speechmemo-sharing-"))
    # The unprivileged user needs access.
    room.chmod(0o755)
    try:
        kills(program, room, count, chance, problems)
        increments(program, room, problems)
        suites(program, room, problems)
        full_disk(program, room, problems)
        read_only(program, room, problems)
        signals(program, room, min(count, 20), chance, problems)
    finally:
        shutil.rmtree(room, ignore_errors=True)
    for problem in problems:
        print(f"PROBLEM {problem}")
    print("nothing was lost" if not problems else f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
