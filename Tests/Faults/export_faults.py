#!/usr/bin/env python3
"""Kills speechmemo at random moments of exports that replace a file or write into a folder.

After each kill the file must be the complete old or new one. The next export must leave no hidden
files in the folder. As root, also exports to a full disk: the command must report it and keep
existing files.

usage: export_faults.py SPEECHMEMO [COUNT] [SEED]
  SPEECHMEMO  the program under test
"""

import hashlib, json, os, pathlib, random, signal, subprocess, sys, tempfile, time, wave


def memo(path, chance, seconds=200, rate=48_000):
    with wave.open(str(path), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(chance.randbytes(2 * seconds * rate))


def checksum(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def full_disk(program, environment, memos, out):
    """Exports to a full disk and returns the problems."""
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", str(out)],
                      capture_output=True).returncode:
        print("full disk: skipped, because mounting is not permitted")
        return []

    def export(*arguments):
        return subprocess.run(
            [program, "export", *arguments], env=environment, capture_output=True,
            stdin=subprocess.DEVNULL, text=True)

    problems = []
    try:
        target = out / "target.wav"
        # Space for one of the two memos, but not for both.
        if export(memos[0]["id"], "-f", "audio", "-o", str(target)).returncode:
            problems.append("the first export failed")
        old = checksum(target)
        with open(out / "ballast", "wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(bytes(4096))
            except OSError:
                pass
        for what, arguments in {
            "replacing a file": [memos[1]["id"], "-f", "audio", "-o", str(target)],
            "into the folder": [memos[1]["id"], "-f", "audio", "-o", str(out)],
            "of all memos": ["--all", "-f", "audio", "-o", str(out / "all") + "/"],
        }.items():
            ended = export(*arguments)
            errors = ended.stderr.strip().splitlines()
            print(f"full disk, {what}: {errors[-1] if errors else 'no error message'}")
            if ended.returncode != 1 or "space" not in ended.stderr:
                problems.append(f"{what}: exit status {ended.returncode} on a full disk")
            if checksum(target) != old:
                problems.append(f"{what}: the existing file changed on a full disk")
            left = [str(p) for p in out.rglob("*") if p.is_file() and p.name not in
                    ("target.wav", "ballast")]
            if left:
                problems.append(f"{what}: left behind on a full disk: {left}")
        (out / "ballast").unlink()
        target.unlink()
        if export(memos[1]["id"], "-f", "audio", "-o", str(target)).returncode:
            problems.append("the export failed after space was freed")
        return problems
    finally:
        subprocess.run(["umount", str(out)], check=False)


def main():
    program = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1_000_000)
    chance = random.Random(seed)
    print(f"seed {seed}")
    with tempfile.TemporaryDirectory(prefix="export-faults-") as name:
        folder = pathlib.Path(name)
        environment = {**os.environ, "SPEECHMEMO_HOME": str(folder / "library")}

        def run(*arguments):
            return subprocess.run(
                [program, *arguments], env=environment, check=True, capture_output=True,
                stdin=subprocess.DEVNULL, text=True).stdout

        out = folder / "out"
        out.mkdir()
        for title in ("first", "second"):
            memo(folder / f"{title}.wav", chance)
            run("import", "--no-wait", str(folder / f"{title}.wav"))
        memos = [json.loads(line) for line in run("list", "--json").splitlines()]
        known = {memo["sha256"] for memo in memos}
        target = out / "target.wav"
        run("export", memos[0]["id"], "-f", "audio", "-o", str(target))
        began = time.monotonic()
        run("export", memos[1]["id"], "-f", "audio", "-o", str(target))
        length = time.monotonic() - began
        killed, left, problems = 0, 0, []
        for turn in range(count):
            where = target if turn % 3 else out
            process = subprocess.Popen(
                [program, "export", memos[turn % 2]["id"], "-f", "audio", "-o", str(where)],
                env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0, length))
            process.send_signal(signal.SIGKILL)
            killed += process.wait() == -signal.SIGKILL
            left += sum(path.name.startswith(".") for path in out.iterdir())
            for path in out.glob("*.wav"):
                if checksum(path) not in known:
                    problems.append(f"turn {turn}: {path.name} is neither the old nor the new file")
                if path != target:
                    path.unlink()
        run("export", memos[0]["id"], "-f", "audio", "-o", str(target))
        hidden = [path.name for path in out.iterdir() if path.name.startswith(".")]
        if hidden:
            problems.append(f"left behind: {hidden}")
        problems += full_disk(program, environment, memos, out)
        print(f"{killed} of {count} exports killed; hidden files after kills: {left}")
        for problem in problems:
            print(problem)
        return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
