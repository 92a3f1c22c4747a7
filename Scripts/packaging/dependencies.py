#!/usr/bin/env python3
"""Prints the dependency fields of the Debian package, from what the programs load.

usage: dependencies.py PROGRAM…

dpkg-shlibdeps finds the packages and their versions: of the libraries that the programs are linked
with, and of those that the sources open at run time. For each of the latter it gets a library that
uses the same functions.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The libraries that the program opens when a feature needs them. Without a recommended one, many
# users would miss a feature; a suggested one is for few.
OPENED = {
    "libcurl.so.4": "Recommends",  # --server, engines on servers, webhooks, S3, import URL
    "libmicrohttpd.so.12": "Recommends",  # serve
    "libpq.so.5": "Suggests",  # libraries in PostgreSQL
    "libpulse.so.0": "Recommends",  # recording and playing
    "libqrencode.so.4": "Recommends",  # tokens add --page
}
# A library that works instead of another, and its package.
ALTERNATIVES = {"libcurl.so.4": ("libcurl-gnutls.so.4", "libcurl3-gnutls")}

# Other programs and data.
FURTHER = {
    "Depends": [
        "python3 (>= 3.11)",  # runs the speech engine,
        "python3-venv",  # in a virtual environment
        "tzdata",  # dates in the user's time zone
    ],
    "Recommends": [
        "ca-certificates",  # https
        "ffmpeg",  # m4a, webm, and video
    ],
    "Suggests": [
        "yt-dlp",  # import of web pages
    ],
}


class Problem(Exception):
    pass


def package_name(library):
    """Returns the Debian package of a library that the program opens: libpq5 for libpq.so.5."""
    stem, _, version = library.partition(".so.")
    return f"{stem}-{version}" if stem[-1].isdigit() else stem + version


def opened_functions():
    """Returns the functions that the sources use of each library that they open."""
    functions = {}
    for path in sorted((ROOT / "Sources").rglob("*")):
        if path.suffix not in {".c", ".swift"}:
            continue
        text = path.read_text()
        names = re.findall(r'"(lib[\w+-]+\.so\.\d+)"', text)
        if not names:
            continue
        found = re.findall(r"\b(?:FUNCTION|PROCEDURE|VARIADIC)\((\w+), ", text)
        found += re.findall(r'\b(?:find\(|dlsym\(\w+, )"(\w+)"\)', text)
        for name in names:
            functions.setdefault(name, set()).update(found)
    alternatives = {name for name, _ in ALTERNATIVES.values()}
    if unknown := set(functions) ^ (set(OPENED) | alternatives):
        raise Problem(
            f"{', '.join(sorted(unknown))}: opened by the sources, or listed here, but not both"
        )
    for name, used in functions.items():
        if not used:
            raise Problem(f"{name}: found no functions that the sources use")
    return functions


def stand_in(folder, name, functions):
    """Links a library that uses the functions of another one, and returns its path."""
    source, library = folder / f"{name}.c", folder / f"uses-{name}"
    declarations = "".join(f"extern char {function};\n" for function in sorted(functions))
    uses = ", ".join(f"&{function}" for function in sorted(functions))
    source.write_text(f"{declarations}void *uses[] = {{{uses}}};\n")
    run(
        ["cc", "-shared", "-nostdlib", "-Wl,-z,defs", "-o", library, source, f"-l:{name}"],
        f"{name} is not installed, or lacks a function that the program uses",
    )
    return library


def run(command, problem, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise Problem(f"{problem}:\n{done.stderr.strip()}")
    return done.stdout


def main(programs):
    if not programs:
        raise Problem("usage: dependencies.py PROGRAM…")
    functions = opened_functions()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        # dpkg-shlibdeps refuses to run without one.
        (folder / "debian").mkdir()
        (folder / "debian/control").write_text(
            "Source: speechmemo\n\nPackage: speechmemo\nArchitecture: any\n"
        )
        command = ["dpkg-shlibdeps", "-O", "-dDepends"]
        command += [f"-e{pathlib.Path(program).resolve()}" for program in programs]
        for name, field in OPENED.items():
            command += [f"-d{field}", f"-e{stand_in(folder, name, functions[name])}"]
        answer = run(command, "cannot find the packages of the libraries", cwd=folder)

    fields = dict(re.findall(r"^shlibs:(\w+)=(.*)$", answer, re.M))
    if "Depends" not in fields:
        raise Problem("the programs load no library")
    for field, further in FURTHER.items():
        packages = [package for package in fields.get(field, "").split(", ") if package] + further
        for name, (_, alternative) in ALTERNATIVES.items():
            packages = [
                f"{each} | {alternative}" if each.split()[0] == package_name(name) else each
                for each in packages
            ]
        if packages:
            print(f"{field}: {', '.join(sorted(packages))}")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Problem as problem:
        sys.exit(f"dependencies: {problem}")
