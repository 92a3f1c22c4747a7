#!/usr/bin/env python3
"""Tests that each check of the packages fails for a package that is broken in its way.

usage: test_check.py

The packages are built from a stand-in for the program, which takes seconds.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

sys.dont_write_bytecode = True

import changelog
import check
import dependencies
import libraries
import sbom

ROOT = check.ROOT
PROGRAM = r"""
#include <stdio.h>
const char icu[] = "icudt76l";
int main(void) { return printf("%s (%s)\n", VERSION, COMMIT) < 0 || !icu[0]; }
"""
# Expat requires the glibc of the real tarball.
LIBRARIES = ["sndfile", "soxr", "mpg123", "sonic", "nettle", "sqlite3", "expat"]


def stage(folder, version, commit="0000000"):
    """Writes the files that Scripts/stage writes, with a small program."""
    folder.mkdir()
    source = folder.with_suffix(".c")
    source.write_text(PROGRAM)
    program = folder / "bin/speechmemo"
    own = folder / "libexec/speechmemo"
    for path in (program.parent, own / "models", own / "speakers"):
        path.mkdir(parents=True)
    defines = [f'-DVERSION="{version}"', f'-DCOMMIT="{commit}"']
    links = [f"-l{name}" for name in LIBRARIES]
    flags = ["-O2", "-s", "-fstack-protector-strong", "-D_FORTIFY_SOURCE=2", "-Wl,--no-as-needed"]
    subprocess.run(["cc", *flags, *defines, "-o", program, source, *links, "-lstdc++"], check=True)
    shutil.copy(program, own / "swift-backtrace")
    for file in ("setup-engine", "folders", "engine-requirements.txt"):
        shutil.copy(ROOT / "Scripts" / file, own / file)
    for file in ("added.py", "wire.py"):
        engine = ROOT / "Sources/Clients/SpeechClientLive/Engine"
        shutil.copy(engine / file, own / "models" / file)
    for file in (ROOT / "Scripts/speakers").glob("*.*"):
        if file.suffix in {".py", ".txt"}:
            shutil.copy(file, own / "speakers" / file.name)
    manual = '.TH SPEECHMEMO 1\n.SH NAME\nspeechmemo \\- record and transcribe memos\n'
    for path, text in (
        ("share/man/man1/speechmemo.1", manual),
        ("share/bash-completion/completions/speechmemo", "complete speechmemo\n"),
        ("share/zsh/site-functions/_speechmemo", "#compdef speechmemo\n"),
        ("share/fish/vendor_completions.d/speechmemo.fish", "complete -c speechmemo\n"),
    ):
        file = folder / path
        file.parent.mkdir(parents=True)
        file.write_text(text)


def replace(path, pattern, replacement):
    text = path.read_text()
    changed = re.sub(pattern, replacement, text)
    if changed == text:
        raise AssertionError(f"{path} has no {pattern}")
    path.write_text(changed)


class PackageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.room = pathlib.Path(temporary.name)
        stage(cls.room / "files", changelog.program_version())
        cls.built = cls.build("built")
        time = check.run("git", "-C", ROOT, "log", "-1", "--format=%ct").strip()
        os.environ["SOURCE_DATE_EPOCH"] = time
        (cls.room / "unpacked").mkdir()
        check.Packages(cls.built, cls.room / "unpacked")

    @classmethod
    def build(cls, name, **variables):
        output = cls.room / name
        environment = os.environ | {"OUTPUT": str(output)} | variables
        check.run(ROOT / "Scripts/package", cls.room / "files", env=environment)
        return output

    def setUp(self):
        """Gives each test its own packages to break."""
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        scratch = pathlib.Path(temporary.name)
        shutil.copytree(self.built, scratch / "built")
        (scratch / "unpacked").mkdir()
        self.packages = check.Packages(scratch / "built", scratch / "unpacked")
        self.folder = self.packages.folder

    def assert_fails(self, function, message):
        with self.assertRaises((check.Problem, libraries.Problem)) as caught:
            function(self.packages)
        self.assertRegex(str(caught.exception), message)

    def rebuild(self):
        """Packs the unpacked Debian package again."""
        shutil.copytree(self.packages.control, self.packages.root / "DEBIAN")
        check.run("dpkg-deb", "--root-owner-group", "-z1", "-b", self.packages.root, self.packages.deb)
        shutil.rmtree(self.packages.root / "DEBIAN")

    def test_each_check_passes(self):
        for function in check.CHECKS:
            with self.subTest(function.__name__):
                function(self.packages)

    def test_each_check_has_a_test_that_fails_it(self):
        source = pathlib.Path(__file__).read_text()
        for function in check.CHECKS:
            self.assertIn(f"self.assert_fails(check.{function.__name__}, ", source)

    def test_second_build(self):
        temporary = self.room / "temporary"
        temporary.mkdir()
        variables = {"TZ": "Asia/Kathmandu", "LC_ALL": "C", "TMPDIR": str(temporary)}
        mask = os.umask(0o077)
        try:
            again = self.build("again", **variables)
        finally:
            os.umask(mask)
        check.same_bytes(self.built, again)

    def test_bytes(self):
        again = self.folder.parent / "again"
        shutil.copytree(self.folder, again)
        check.same_bytes(self.folder, again)
        (again / "Dockerfile").write_text("FROM scratch\n")
        with self.assertRaisesRegex(check.Problem, "Dockerfile differs"):
            check.same_bytes(self.folder, again)
        (again / "Dockerfile").unlink()
        with self.assertRaisesRegex(check.Problem, "only one build has Dockerfile"):
            check.same_bytes(self.folder, again)

    def test_checksums(self):
        (self.folder / "further").write_text("")
        self.assert_fails(check.check_checksums, "SHA256SUMS lacks further")
        (self.folder / "further").unlink()
        (self.folder / "Dockerfile").write_text("FROM scratch\n")
        self.assert_fails(check.check_checksums, "Dockerfile: FAILED")

    def test_lintian(self):
        replace(self.packages.control / "control", r"Maintainer: .*\n", "")
        self.rebuild()
        self.assert_fails(check.check_lintian, "E: speechmemo: required-field .* Maintainer")

    def test_contents(self):
        listing = self.packages.listing
        self.packages.listing = listing.replace("./usr/bin/speechmemo", "./usr/bin/other")
        self.assert_fails(check.check_contents, "usr/bin/other")
        self.packages.listing = listing.replace("root/root", "user/users", 1)
        self.assert_fails(check.check_contents, "belongs to user/users")
        self.packages.listing = listing.replace("-rwxr-xr-x", "-rwsr-xr-x", 1)
        self.assert_fails(check.check_contents, "has mode -rwsr-xr-x")
        self.packages.listing = listing.replace("-rwxr-xr-x", "-rw-r--r--", 1)
        self.assert_fails(check.check_contents, "644 usr/bin/speechmemo")

    def test_md5sums(self):
        replace(self.packages.document / "copyright", "Upstream-Name", "Name")
        self.assert_fails(check.check_md5sums, "copyright: FAILED")

    def test_missing_md5sum(self):
        replace(self.packages.control / "md5sums", r".*usr/bin/speechmemo\n", "")
        self.assert_fails(check.check_md5sums, "md5sums lists")

    def test_dependencies(self):
        for package, message in (
            (r"libsndfile1 \([^)]*\), ", "loads libsndfile.so.1, but Depends lacks libsndfile1"),
            ("python3-venv, ", "Depends lacks python3-venv"),
            (r"libpulse0 \([^)]*\), ", "opens libpulse.so.0, but Recommends"),
        ):
            with self.subTest(message):
                control = self.packages.control / "control"
                before = control.read_text()
                replace(control, package, "")
                self.packages.__dict__.pop("fields", None)
                self.assert_fails(check.check_dependencies, message)
                control.write_text(before)
                self.packages.__dict__.pop("fields", None)

    def test_swift_library(self):
        check.run(
            "patchelf", "--replace-needed", "libsonic.so.0", "libswiftCore.so", self.packages.programs[0]
        )
        self.assert_fails(check.check_dependencies, "loads libswiftCore.so")

    def test_search_paths(self):
        check.run("patchelf", "--set-rpath", "$ORIGIN", self.packages.programs[0])
        self.assert_fails(check.check_search_paths, "loads libraries from .ORIGIN")

    def test_units(self):
        unit = self.packages.root / "usr/lib/systemd/system/speechmemo-server.service"
        replace(unit, "/usr/bin/speechmemo", "/usr/bin/speechmemos")
        self.assert_fails(check.check_units, "starts /usr/bin/speechmemos")
        replace(unit, "/usr/bin/speechmemos", "/usr/local/bin/speechmemo")
        self.assert_fails(check.check_units, "names /usr/local")

    def test_scripts(self):
        script = self.packages.control / "prerm"
        replace(script, "speechmemo-runner.timer", "speechmemo-walker.timer")
        self.assert_fails(check.check_scripts, "prerm names speechmemo-walker.timer")
        script.write_text("if true\n")
        self.assert_fails(check.check_scripts, "sh failed")

    def test_copyright(self):
        replace(self.packages.document / "copyright", "UNICODE LICENSE V3", "")
        self.assert_fails(check.check_documents, "lacks 'UNICODE LICENSE V3'")
        replace(self.packages.control / "control", "Version: .*", "Version: @VERSION@")
        self.packages.__dict__.pop("fields", None)
        self.assert_fails(check.check_documents, "the changelog is of version")

    def test_manual(self):
        manual = self.packages.root / "usr/share/man/man1/speechmemo.1.gz"
        page = b".TH X 1\n.SH NAME\nspeechmemo \\- x\n.undefined\n"
        manual.write_bytes(subprocess.run(["gzip", "-n"], input=page, capture_output=True).stdout)
        self.assert_fails(check.check_documents, "the manual page: .*undefined")

    def test_versions(self):
        replace(self.packages.control / "control", "Version: .*", "Version: 9.9.9")
        self.assert_fails(check.check_versions, "the package is 9.9.9, and the program")

    def test_version_of_tarball(self):
        self.packages.tarball = self.packages.tarball.with_name("speechmemo-9.9.9-linux-x86_64.tar.xz")
        self.assert_fails(check.check_versions, "and the tarball speechmemo-9.9.9")

    def test_bills(self):
        bill = self.folder / f"{self.packages.deb.name}.spdx.json"
        inside = self.packages.document / "sbom.spdx.json"
        before = bill.read_text()
        for pattern, replacement, message in (
            ('"SPDX-2.3"', '"SPDX-2.2"', "is SPDX-2.2"),
            ('"SPDXID": "SPDXRef-ICU"', '"SPDXID": "SPDXRef-Other"', "refers to SPDXRef-ICU"),
            ('"SPDXID": "SPDXRef-ICU"', '"SPDXID": "SPDXRef-Swift"', "an identifier twice"),
            ('"licenseDeclared": "Unicode-3.0"', '"licenseDeclared": ""', "no license of ICU"),
            ('"name": "onnxruntime"', '"name": "other"', "lacks onnxruntime"),
            ('"name": "libnettle8"', '"name": "other"', "lacks libnettle8"),
        ):
            with self.subTest(message):
                bill.write_text(before)
                replace(bill, pattern, replacement)
                shutil.copy(bill, inside)
                self.assert_fails(check.check_bills, message)
        bill.write_text(before)
        self.assert_fails(check.check_bills, "differs from the one in the package")

    def test_bundled_libraries(self):
        library = self.packages.tree / "lib/speechmemo/libnettle-speechmemo.so.8"
        licenses = self.packages.tree / "share/doc/speechmemo/licenses"
        for path, message in (
            (licenses / "libnettle8.txt", "lacks the license libnettle8.txt"),
            (licenses / "LGPL-2.1.txt", "lacks the license LGPL-2.1.txt"),
            (licenses / "icu.txt", "lacks the license icu.txt"),
            (library, "libnettle-speechmemo.so.8, which is not installed"),
        ):
            with self.subTest(message):
                path.rename(path.with_suffix(".away"))
                self.assert_fails(check.check_bundled_libraries, message)
                path.with_suffix(".away").rename(path)
        check.run(
            "patchelf",
            "--replace-needed",
            library.name,
            "libnettle.so.8",
            self.packages.tree / "bin/speechmemo",
        )
        self.assert_fails(check.check_bundled_libraries, "loads libnettle.so.8 from /usr/lib")

    def test_requirements(self):
        requirements = self.packages.tree / "requirements"
        before = requirements.read_text()
        with mock.patch.object(check, "ROOT", self.packages.folder):
            document = self.packages.folder / "docs/install.md"
            document.parent.mkdir()
            document.write_text("The tarball is for distributions with glibc 2.17 and newer\n")
            self.assert_fails(check.check_requirements, "docs/install.md does not state glibc")
        replace(self.packages.tree / "README", r"glibc [\d.]+", "a glibc")
        self.assert_fails(check.check_requirements, "README does not state")
        replace(requirements, "glibc=.*", "glibc=2.17")
        self.assert_fails(check.check_requirements, "states .*glibc=2.17")
        self.assertNotEqual(before, requirements.read_text())

    def test_installer(self):
        replace(self.packages.tree / "install.sh", r"rm -f -- .*; fi", "true; fi")
        self.assert_fails(check.check_installer, "the installer leaves .*bin/speechmemo")

    def test_installer_leaves_out(self):
        replace(self.packages.tree / "install.sh", r"find -- \*/", "find -- bin lib share")
        self.assert_fails(check.check_installer, "leaves out libexec/speechmemo/")

    def test_installer_refuses(self):
        for pattern, replacement, message in (
            ("architecture=.*", "architecture=m68k", "this is a program for m68k, not "),
            ("glibc=.*", "glibc=99.0", "glibc 99.0 or newer is required, and this system has "),
        ):
            with self.subTest(message):
                requirements = self.packages.tree / "requirements"
                before = requirements.read_text()
                replace(requirements, pattern, replacement)
                self.assert_fails(check.check_installer, message)
                requirements.write_text(before)
        library = self.packages.tree / "lib/speechmemo/libsoxr-speechmemo.so.0"
        library.unlink()
        self.assert_fails(check.check_installer, "the program does not start; .*libsoxr")

    def test_paths(self):
        with (self.packages.document / "copyright").open("a") as file:
            file.write(f"Built in {ROOT}/Sources\n")
        self.assert_fails(check.check_paths, "copyright names ")

    def test_times(self):
        os.utime(self.packages.tree / "README", (0, 0))
        self.assert_fails(check.check_times, "different times")
        (self.packages.tree / "README").chmod(0o600)
        self.assert_fails(check.check_times, "README has mode 600")
        time = re.search(r"\d{4}-\d\d-\d\d \d\d:\d\d", self.packages.listing)[0]
        self.packages.listing = self.packages.listing.replace(time, "1970-01-01 00:00", 1)
        self.assert_fails(check.check_times, "files have different times: 1970-01-01 00:00")

    def test_dockerfile(self):
        file = self.folder / "Dockerfile"
        replace(file, "libpq5", "libpq6")
        self.assert_fails(check.check_dockerfile, "installs libpq6")
        replace(file, "speechmemo/start", "speechmemo/begin")
        self.assert_fails(check.check_dockerfile, "names /usr/libexec/speechmemo/begin")


class UpgradeTests(unittest.TestCase):
    """Runs the script that follows an upgrade, with programs that only note their arguments."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name)
        (self.root / "run/systemd/system").mkdir(parents=True)
        (self.root / "etc/speechmemo").mkdir(parents=True)
        (self.root / "bin").mkdir()
        for name in ("systemctl", "deb-systemd-invoke"):
            program = self.root / "bin" / name
            program.write_text(f'#!/bin/sh\necho "{name} $*" >> "$DPKG_ROOT/log"\n')
            program.chmod(0o755)

    def run_script(self, name, *arguments):
        """Returns the output of a script of the package, and the calls that it made."""
        environment = {"PATH": f"{self.root}/bin:/usr/bin:/bin", "DPKG_ROOT": str(self.root)}
        script = ROOT / "Scripts/packaging/debian" / name
        output = check.run("sh", script, *arguments, env=environment)
        log = self.root / "log"
        return output, log.read_text() if log.exists() else ""

    def upgrade(self, *arguments):
        """Returns the units that are restarted, and the output."""
        output, log = self.run_script("postinst", *arguments)
        return re.findall(r"try-restart (.*)", log), output

    def test_local_server(self):
        restarted, output = self.upgrade("configure", "0.1.0")
        self.assertEqual(restarted, ["speechmemo-server.service"])
        self.assertIn("libraries", output)
        self.assertIn("'systemctl restart speechmemo-transcriber.service'", output)

    def test_hosted_server(self):
        settings = self.root / "etc/speechmemo/server.env"
        settings.write_text("SPEECHMEMO_NAMES=a\nSPEECHMEMO_DATABASE=postgres:///memos\n")
        restarted, output = self.upgrade("configure", "0.1.0")
        self.assertEqual(restarted, [])
        self.assertIn("restart speechmemo-server.service speechmemo-transcriber.service'", output)

    def test_variable_of_hosted_server(self):
        """The variable is read as systemd and the server read it."""
        settings = self.root / "etc/speechmemo/server.env"
        for text, is_hosted in (
            ("SPEECHMEMO_DATABASE=\n", False),
            ("SPEECHMEMO_DATABASE=''\n", False),
            ('SPEECHMEMO_DATABASE=""\n', False),
            ("# SPEECHMEMO_DATABASE=postgres:///memos\n", False),
            ('\tSPEECHMEMO_DATABASE="postgres:///memos"\n', True),
            ("SPEECHMEMO_DATABASE='postgres:///memos'\n", True),
        ):
            with self.subTest(text):
                settings.write_text(text)
                (self.root / "log").unlink(missing_ok=True)
                restarted, _ = self.upgrade("configure", "0.1.0")
                self.assertEqual(restarted, [] if is_hosted else ["speechmemo-server.service"])

    def test_drop_in_of_hosted_server(self):
        for value, is_hosted in (("postgres:///memos", True), ("", False)):
            with self.subTest(value):
                (self.root / "log").unlink(missing_ok=True)
                (self.root / "bin/systemctl").write_text(
                    '#!/bin/sh\necho "systemctl $*" >> "$DPKG_ROOT/log"\n'
                    f'[ "$1" != show ] || echo "Environment=HOME=/a SPEECHMEMO_DATABASE={value} B=c"\n'
                )
                restarted, _ = self.upgrade("configure", "0.1.0")
                self.assertEqual(restarted, [] if is_hosted else ["speechmemo-server.service"])

    def test_interrupted_removal(self):
        """A removal that dpkg gives up starts what it has stopped."""
        _, log = self.run_script("prerm", "remove")
        stopped = set(re.search(r"invoke stop (.*)", log)[1].split())
        (self.root / "log").unlink()
        _, log = self.run_script("postinst", "abort-remove")
        started = set(re.search(r"invoke start (.*)", log)[1].split())
        # Timers start this one.
        self.assertEqual(stopped - started, {"speechmemo-runner.service"})
        self.assertEqual(started - stopped, set())

    def test_nothing_stops_before_an_upgrade(self):
        """The old server runs until the new one is unpacked."""
        self.assertEqual(self.run_script("prerm", "upgrade", "0.2.0"), ("", ""))

    def test_no_systemd(self):
        (self.root / "run/systemd/system").rmdir()
        for name, *arguments in (
            ("postinst", "configure", "0.1.0"), ("postinst", "abort-remove"), ("prerm", "remove"),
        ):
            with self.subTest(arguments):
                self.assertEqual(self.run_script(name, *arguments), ("", ""))

    def test_nothing_hosted_runs(self):
        (self.root / "bin/systemctl").write_text(
            '#!/bin/sh\necho "$*" >> "$DPKG_ROOT/log"\n[ "$2" != is-active ]\n'
        )
        restarted, output = self.upgrade("configure", "0.1.0")
        self.assertEqual((restarted, output), (["speechmemo-server.service"], ""))

    def test_first_installation(self):
        self.assertEqual(self.upgrade("configure", ""), ([], ""))


class InstallerTests(unittest.TestCase):
    def test_messages(self):
        """Each error of the installer has a row in the troubleshooting page."""
        script = (ROOT / "Scripts/install-files").read_text()
        page = (ROOT / "docs/troubleshooting.md").read_text()
        rows = re.findall(r"`install: ([^`]+)`", page)
        messages = re.findall(r"""fail (["'])(.+)\1(?: ;;)?$""", script, re.M)
        self.assertGreaterEqual(len(messages), 8)
        for _, message in messages:
            text = re.sub(r"\$\([^)]*\)|\$\{[^}]*\}|\$\w+", "…", message)
            with self.subTest(text):
                self.assertTrue(any(text.startswith(row) for row in rows))


class SourceTests(unittest.TestCase):
    """The scripts refuse sources that do not agree."""

    def sources(self, changes):
        """Returns a folder with copies of some files, changed."""
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        folder = pathlib.Path(temporary.name)
        for path, pattern, replacement in changes:
            copy = folder / path
            copy.parent.mkdir(parents=True, exist_ok=True)
            if not copy.exists():
                shutil.copy(ROOT / path, copy)
            if pattern:
                replace(copy, pattern, replacement)
        return folder

    def changelog(self, pattern, replacement):
        version = "Sources/Models/Build/Version.swift"
        return self.sources([("docs/CHANGELOG.md", pattern, replacement), (version, None, None)])

    def setUp(self):
        environment = mock.patch.dict(os.environ, {"SOURCE_DATE_EPOCH": "1800000000"})
        environment.start()
        self.addCleanup(environment.stop)

    def test_changelog(self):
        version = changelog.program_version()
        for heading, message in (
            ("## [Unreleased] – 9.9.9", f"begins with version 9.9.9, and the program is {version}"),
            ("## [9.9.9] – 2026-01-01", f"begins with version 9.9.9, and the program is {version}"),
            ("## Soon", "'## Soon' is not a version with its date"),
        ):
            with self.subTest(heading):
                folder = self.changelog(None, None)
                replace_first(folder / "docs/CHANGELOG.md", heading)
                with mock.patch.object(changelog, "ROOT", folder):
                    with self.assertRaisesRegex(changelog.Problem, message):
                        changelog.entries()

    def test_version_of_package(self):
        version = changelog.program_version()
        for heading, expected in (
            (f"## [Unreleased] – {version}", f"{version}~20270115.080000"),
            (f"## [{version}] – 2027-01-01", version),
        ):
            folder = self.changelog(None, None)
            replace_first(folder / "docs/CHANGELOG.md", heading)
            with mock.patch.object(changelog, "ROOT", folder):
                self.assertEqual(changelog.entries()[0][0], expected)

    def test_opened_library(self):
        with mock.patch.dict(dependencies.OPENED, {"libother.so.1": "Suggests"}):
            with self.assertRaisesRegex(dependencies.Problem, "libother.so.1: opened"):
                dependencies.opened_functions()
        fewer = {name: field for name, field in dependencies.OPENED.items() if "pq" not in name}
        with mock.patch.object(dependencies, "OPENED", fewer):
            with self.assertRaisesRegex(dependencies.Problem, "libpq.so.5: opened"):
                dependencies.opened_functions()

    def test_licenses(self):
        page, list_ = "docs/THIRD_PARTY.md", "Scripts/engine-requirements.txt"
        for path, pattern, replacement, message in (
            (list_, r"(?m)^h11==.*$", "h11==9.9.9", "does not list the engine's h11 9.9.9"),
            (page, r"(?m)^\| \[h11\].*\n", "", "does not list the engine's h11"),
            (page, r"(\| \[h11\].*\| )MIT", r"\1Beerware", "Beerware.*no SPDX identifier"),
        ):
            with self.subTest(message):
                folder = self.sources([(page, None, None), (list_, None, None)])
                replace(folder / path, pattern, replacement)
                with mock.patch.object(sbom, "ROOT", folder):
                    with self.assertRaisesRegex(sbom.Problem, message):
                        sbom.engine_packages()


def replace_first(path, heading):
    """Replaces the first heading of a version."""
    path.write_text(re.sub(r"(?m)^## .*$", heading, path.read_text(), count=1))


if __name__ == "__main__":
    unittest.main()
