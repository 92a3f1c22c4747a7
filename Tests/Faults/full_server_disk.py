#!/usr/bin/env python3
"""Fills the disk of 'speechmemo serve' during an upload. Checks that the server responds with 507, loses
nothing, and continues once there is space. Mounts a small tmpfs, which requires root.

usage: full_server_disk.py SPEECHMEMO
"""

import base64, json, os, pathlib, random, struct, subprocess, sys, tempfile
from fault_run import ending
from killed_server import Server


def sound(size, seed):
    """Returns a WAV file of this size."""
    data = random.Random(seed).randbytes(size - 44)
    return (b"RIFF" + struct.pack("<I", size - 8) + b"WAVEfmt "
            + struct.pack("<IHHIIHH", 16, 1, 1, 16_000, 32_000, 2, 16)
            + b"data" + struct.pack("<I", size - 44) + data)


def main():
    if os.geteuid() != 0:
        sys.exit("full_server_disk.py: mounting a disk requires root")
    problems = []

    def expect(is_so, text):
        if not is_so:
            problems.append(text)

    with tempfile.TemporaryDirectory(prefix="full-disk-") as name:
        disk = pathlib.Path(name) / "disk"
        disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk], check=True)
        try:
            server = Server(os.path.abspath(sys.argv[1]), disk / "library")
            server.start()
            no = base64.b64encode(b"false").decode()

            def begin(data):
                status, headers, body = server.ask("POST", "/api/uploads", {
                    "Upload-Length": str(len(data)), "Upload-Metadata": f"transcript {no}"})
                expect(status in (201, 507), f"creating an upload: {status} {body}")
                return headers.get("Location")

            def append(target, data, offset, size):
                return server.ask("PATCH", target, {
                    "Content-Type": "application/offset+octet-stream",
                    "Upload-Offset": str(offset)}, data[offset:offset + size])

            small = sound(100_000, 1)
            target = begin(small)
            status, headers, body = append(target, small, 0, len(small))
            expect(status == 204, f"a small upload: {status} {body}")
            memo = headers.get("Upload-Memo")

            large = sound(12_000_000, 2)
            target = begin(large)
            offset, refusals = 0, 0
            while refusals == 0 and offset < len(large):
                status, headers, body = append(target, large, offset, 500_000)
                if status == 507:
                    refusals += 1
                    expect(b"full" in body, f"507 with {body}")
                elif status == 204:
                    offset = int(headers["Upload-Offset"])
                else:
                    problems.append(f"appending: {status} {body}")
                    break
            expect(refusals == 1, "the disk was never full")
            status, headers, _ = server.ask("HEAD", target)
            expect(status == 200 and int(headers["Upload-Offset"]) >= offset,
                   f"{offset} bytes were acknowledged: {status} {headers}")

            # Changes succeed or fail as a whole, and reading still works.
            statuses = set()
            for number in range(40):
                status, _, body = server.ask(
                    "PATCH", f"/api/memos/{memo}", {"Content-Type": "application/json"},
                    json.dumps({"title": f"{number}" + "x" * 50_000}))
                statuses.add(status)
                expect(status in (200, 507), f"changing a memo: {status} {body}")
            expect(507 in statuses, f"changes on a full disk: {statuses}")
            status, _, body = server.ask("GET", "/api/memos")
            expect(status == 200 and memo in body.decode(), f"reading: {status}")
            status, _, body = server.ask("GET", f"/api/memos/{memo}/audio")
            expect(body == small, "the stored audio differs")

            subprocess.run(["mount", "-o", "remount,size=64m", disk], check=True)
            _, headers, _ = server.ask("HEAD", target)
            offset = int(headers["Upload-Offset"])
            status, headers, body = append(target, large, offset, len(large))
            expect(status == 204 and "Upload-Memo" in headers, f"resuming the upload: {status} {body}")
            _, _, body = server.ask("GET", f"/api/memos/{headers.get('Upload-Memo')}/audio")
            expect(body == large, "the large upload differs")
            status, _, body = server.ask(
                "PATCH", f"/api/memos/{memo}", {"Content-Type": "application/json"},
                json.dumps({"title": "Space again"}))
            expect(status == 200, f"changing a memo with free space: {status} {body}")
            server.kill()
            print(f"full at {offset} bytes; statuses of changes: {sorted(statuses)}")
        finally:
            subprocess.run(["umount", disk])
    return ending(problems, "a full disk is reported, and nothing is lost")


if __name__ == "__main__":
    sys.exit(main())
