#!/usr/bin/env python3
"""Kills speechmemo at random moments of exports that replace a file or go into a folder.

After each kill the file must be whole, the old one or the new one. After the next export nothing
hidden may be left in the person's folder.

usage: export_faults.py SPEECHMEMO [COUNT] [SEED]
  SPEECHMEMO  the program to try
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
        print(f"{killed} of {count} exports killed, hidden files seen after a kill: {left}")
        for problem in problems:
            print(problem)
        return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
