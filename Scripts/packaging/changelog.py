#!/usr/bin/env python3
"""Prints the version of the packages, their maintainer, or docs/CHANGELOG.md as Debian's changelog.

usage: changelog.py version | maintainer | debian

A version without a release date is packaged as VERSION~DATE.TIME, which Debian sorts before VERSION.
The time is SOURCE_DATE_EPOCH, the commit's.
"""

import datetime
import email.utils
import os
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAINTAINER = "SpeechMemo authors <maintainers@speechmemo.invalid>"
# '## [0.1.0] – 2026-12-01', or '## [Unreleased] – 0.1.0' before the release.
RELEASED = re.compile(r"## \[(\d+\.\d+\.\d+)\] – (\d{4}-\d\d-\d\d)")
UNRELEASED = re.compile(r"## \[Unreleased\] – (\d+\.\d+\.\d+)")


class Problem(Exception):
    pass


def program_version():
    source = (ROOT / "Sources/Models/Build/Version.swift").read_text()
    found = re.search(r'Build\.Version \{[^}]*= "([^"]+)"', source)
    if not found:
        raise Problem("Sources/Models/Build/Version.swift has no version")
    return found[1]


def commit_time():
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not seconds.isdigit():
        raise Problem("SOURCE_DATE_EPOCH is not set to the time of the commit")
    return datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc)


def entries():
    """Returns each version, newest first: its package version, its date, and its lines."""
    found = []
    for line in (ROOT / "docs/CHANGELOG.md").read_text().splitlines():
        if line.startswith("## "):
            if match := RELEASED.fullmatch(line):
                date = datetime.datetime.fromisoformat(match[2]).replace(tzinfo=datetime.timezone.utc)
                found.append((match[1], date, []))
            elif match := UNRELEASED.fullmatch(line):
                time = commit_time()
                found.append((f"{match[1]}~{time:%Y%m%d.%H%M%S}", time, []))
            else:
                raise Problem(f"docs/CHANGELOG.md: '{line}' is not a version with its date")
        elif found:
            found[-1][2].append(line)
    if not found:
        raise Problem("docs/CHANGELOG.md has no version")
    newest = found[0][0].partition("~")[0]
    if newest != program_version():
        raise Problem(
            f"docs/CHANGELOG.md begins with version {newest}, and the program is {program_version()}"
        )
    return found


def plain(text):
    """Returns a Markdown text without its links and marks."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text).replace("`", "").replace("**", "")


def debian_lines(lines):
    """Yields the lines of an entry: a bullet per heading, and one below it per change."""
    text = plain("\n".join(lines))
    heading = None
    for paragraph in re.findall(r"^#{3,4} .*|^- .*(?:\n  .*)*", text, re.M):
        if paragraph.startswith("#"):
            heading = f"  * {paragraph.lstrip('# ')}:"
            continue
        if heading:
            yield heading
            heading = None
        yield from textwrap.wrap(
            " ".join(paragraph[2:].split()),
            width=79,
            initial_indent="    - ",
            subsequent_indent="      ",
            break_long_words=False,
            break_on_hyphens=False,
        )


def main(arguments):
    if arguments == ["version"]:
        print(entries()[0][0])
    elif arguments == ["maintainer"]:
        print(MAINTAINER)
    elif arguments == ["debian"]:
        for version, date, lines in entries():
            print(f"speechmemo ({version}) unstable; urgency=medium\n")
            print("\n".join(debian_lines(lines)) or "  * No changes.")
            print(f"\n -- {MAINTAINER}  {email.utils.format_datetime(date)}\n")
    else:
        raise Problem("usage: changelog.py version | maintainer | debian")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Problem as problem:
        sys.exit(f"changelog: {problem}")
