#!/usr/bin/env python3
"""Tests that Scripts/release accepts a release and names each thing that does not agree.

usage: test_release.py

It works in a clone with what is committed, and packages a stand-in for the program.
"""

import datetime
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True

import changelog
import check
import test_check

ROOT = check.ROOT
NOT_RELEASED = "Version {} is not released yet."


class ReleaseTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.room = pathlib.Path(temporary.name)
        cls.clone = cls.room / "released"
        check.run("git", "clone", "--quiet", "--shared", ROOT, cls.clone)
        cls.version = changelog.program_version()
        today = datetime.datetime.now(datetime.timezone.utc).date()
        test_check.replace_first(cls.clone / "docs/CHANGELOG.md", f"## [{cls.version}] – {today}")
        for page, pattern, replacement in (
            ("README.md", r"Version \S+ is not\s+released yet\.", f"Version {cls.version}."),
            ("docs/install.md", r"(?s)SpeechMemo is not released yet,.*?\. ", ""),
            ("docs/composable.md", r"\s+No version is released yet\.", ""),
            ("docs/composable.md", r"Version \S+ is not released yet, and modules", "Modules"),
        ):
            # Nothing to replace in the commit of a release.
            path = cls.clone / page
            path.write_text(re.sub(pattern, replacement, path.read_text()))
        cls.commit_in(cls.clone)
        commit = cls.git_in(cls.clone, "rev-parse", "--short", "HEAD")
        test_check.stage(cls.room / "files", cls.version, commit)
        environment = os.environ | {"OUTPUT": str(cls.room / "packages")}
        check.run(cls.clone / "Scripts/package", cls.room / "files", env=environment)

    def setUp(self):
        """Gives each test its own clone and packages to break."""
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.room = pathlib.Path(temporary.name)
        for name in ("released", "packages"):
            shutil.copytree(type(self).room / name, self.room / name, symlinks=True)
        self.clone = self.room / "released"
        # Copied files have other times, which git would check in each command.
        self.git("status")

    @classmethod
    def git_in(cls, clone, *arguments):
        user = ["-c", "user.name=test", "-c", "user.email=test@localhost"]
        return check.run("git", "-C", clone, *user, *arguments).strip()

    def git(self, *arguments):
        return self.git_in(self.clone, *arguments)

    @classmethod
    def commit_in(cls, clone):
        cls.git_in(clone, "commit", "--quiet", "--all", "--allow-empty", "--message", "Release")

    def commit(self):
        self.commit_in(self.clone)

    def release(self, folder="packages"):
        """Returns the exit status of Scripts/release and its lines."""
        done = subprocess.run(
            [self.clone / "Scripts/release", self.room / folder],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout.splitlines()

    def assert_refuses(self, *expected, folder="packages"):
        status, lines = self.release(folder)
        self.assertEqual(status, 1, lines)
        for line in lines:
            self.assertRegex(line, "^release: ")
        for pattern in expected:
            self.assertTrue(any(re.search(pattern, line) for line in lines), (pattern, lines))

    def edit(self, path, pattern, replacement):
        test_check.replace(self.clone / path, pattern, replacement)

    def test_release(self):
        status, lines = self.release()
        self.assertEqual((status, len(lines)), (0, 1), lines)
        self.assertRegex(lines[0], f"^{self.version} can be released: tag this commit v{self.version}")
        # One tag is of this commit, and the other is of an earlier version.
        self.git("tag", f"v{self.version}")
        self.git("tag", "v0.0.1", "HEAD~1")
        self.edit("Sources/Models/Build/Version.swift", r"(Build.Number \{[^}]*= )1\b", r"\g<1>2")
        self.commit()
        self.assert_refuses(f"the tag v{self.version} is at another commit", folder="none")

    def test_refusals(self):
        self.git("tag", "v9.9.8", "HEAD~1")
        self.edit("README.md", rf"Version {self.version}\.", NOT_RELEASED.format("9.9.9"))
        with (self.clone / "docs/install.md").open("a") as page:
            page.write("\nInstall speechmemo_9.9.9_amd64.deb.\n")
        self.edit("docs/modules.md", "# Modules", "# Module")
        self.edit("Scripts/engine-requirements.txt", "h11==", "h12==")
        test_check.replace_first(self.clone / "docs/CHANGELOG.md", f"## [{self.version}] – 2999-12-31")
        self.assert_refuses(
            "there are uncommitted changes",
            f"version {self.version} is older than 9.9.8",
            "the build number 1 is not greater than the one of 9.9.8",
            "the release date 2999-12-31 is in the future",
            "README.md says that SpeechMemo is not released yet",
            "README.md names version 9.9.9",
            "docs/install.md names version 9.9.9",
            "docs/modules.md is stale",
            "THIRD_PARTY.md does not list the engine's h12",
            "there are no packages in none; run 'make package'",
            folder="none",
        )

    def test_other_packages(self):
        self.edit("Sources/Models/Build/Version.swift", f'"{self.version}"', '"9.9.9"')
        self.commit()
        file = self.room / "packages/Dockerfile"
        file.write_text(file.read_text() + "\n")
        self.assert_refuses(
            f"begins with version {self.version}, and the program is 9.9.9",
            f"the package is version {self.version}, and the program 9.9.9",
            "the package is of another commit",
            "packages: sha256sum failed: .*Dockerfile",
        )

    def test_changelog_without_changes(self):
        page = self.clone / "docs/CHANGELOG.md"
        page.write_text(re.sub(r"(?m)^- ", "", page.read_text()))
        self.assert_refuses("the newest version lists no changes", folder="none")
        test_check.replace_first(page, f"## [Unreleased] – {self.version}")
        self.assert_refuses("the newest version has no release date", folder="none")

    def test_package_refuses(self):
        """Scripts/package refuses uncommitted changes, and a program of another version."""
        package = self.clone / "Scripts/package"
        environment = os.environ | {"OUTPUT": str(self.room / "other")}
        test_check.stage(self.room / "other-files", "9.9.9")
        with self.assertRaisesRegex(check.Problem, "the program is version 9.9.9"):
            check.run(package, self.room / "other-files", env=environment)
        self.edit("README.md", "# SpeechMemo", "# Memo")
        with self.assertRaisesRegex(check.Problem, "there are uncommitted changes"):
            check.run(package, env=environment)
        self.assertFalse((self.room / "other").exists())


if __name__ == "__main__":
    unittest.main()
