#!/usr/bin/env python3
"""Prints the shared libraries that programs load at start, or the system that they need.

usage: libraries.py list PROGRAM…
       libraries.py requirements FILE…
       libraries.py is-runtime NAME

'list' prints a line for each library: its name, its path, its Debian package, and the version of
that. Libraries of the C and C++ runtimes come last, as every system has its own.
'requirements' prints the architecture and the oldest versions of glibc and libstdc++ whose symbols
the files use, as assignments of a shell.
'is-runtime' fails if a library does not belong to the C and C++ runtimes.
"""

import os
import re
import subprocess
import sys

# A program can't bring these along: the loader is part of glibc, and other libraries of the system,
# which are newer, would get an old libstdc++ or libgcc_s.
RUNTIME = re.compile(r"(ld-linux.*|lib(c|m|dl|pthread|rt|resolv|util|gcc_s|stdc\+\+))\.so\.\d+")


class Problem(Exception):
    pass


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Problem(f"{command[0]} failed: {done.stderr.strip()}")
    return done.stdout


def loaded(programs):
    """Returns the path of each library that the programs load, by its name."""
    paths = {}
    for program in programs:
        for name, path in re.findall(r"^\s(\S+) => (.+?)(?: \(0x|$)", run("ldd", program), re.M):
            if path == "not found":
                raise Problem(f"{program} needs {name}, which is not installed")
            paths[name] = os.path.realpath(path)
        for path in re.findall(r"^\s(/\S+) \(0x", run("ldd", program), re.M):
            paths[os.path.basename(path)] = os.path.realpath(path)
    return paths


def package_of(path):
    """Returns the Debian package that a file belongs to, and its version."""
    # A merged /usr hides the path that dpkg has recorded.
    for recorded in (path, path.removeprefix("/usr")):
        done = subprocess.run(
            ["dpkg-query", "--search", recorded], capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            name = done.stdout.partition(": ")[0].split(",")[0]
            answer = run("dpkg-query", "--show", "--showformat=${Package}\t${Version}", name)
            return answer.split("\t")
    raise Problem(f"{path} belongs to no Debian package")


def newest(pattern, texts):
    versions = {
        tuple(map(int, version.split("."))) for text in texts for version in re.findall(pattern, text)
    }
    return ".".join(map(str, max(versions, default=(0,))))


def main(arguments):
    if len(arguments) < 2 or arguments[0] not in {"list", "requirements", "is-runtime"}:
        raise Problem("usage: libraries.py list | requirements | is-runtime FILE…")
    if arguments[0] == "is-runtime":
        sys.exit(0 if RUNTIME.fullmatch(arguments[1]) else 1)
    if arguments[0] == "list":
        paths = loaded(arguments[1:])
        for name in sorted(paths, key=lambda name: (bool(RUNTIME.fullmatch(name)), name)):
            print("\t".join([name, paths[name], *package_of(paths[name])]))
    else:
        texts = [run("readelf", "--version-info", "--wide", path) for path in arguments[1:]]
        # Only what a file needs: libraries also list the versions that they define.
        texts = [text.partition("Version needs section")[2] for text in texts]
        print(f"architecture={os.uname().machine}")
        print(f"glibc={newest(r'Name: GLIBC_([0-9.]+)', texts)}")
        print(f"glibcxx={newest(r'Name: GLIBCXX_([0-9.]+)', texts)}")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Problem as problem:
        sys.exit(f"libraries: {problem}")
