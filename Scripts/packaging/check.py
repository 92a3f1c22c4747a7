#!/usr/bin/env python3
"""Checks the packages in a folder that Scripts/package wrote.

usage: check.py FOLDER [AGAIN]
  AGAIN   the folder of a second build, which must have the same bytes
"""

import filecmp
import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import tempfile

import libraries

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONTENTS = pathlib.Path(__file__).with_name("contents.txt")


class Problem(Exception):
    pass


def run(*command, **options):
    try:
        done = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            errors="replace",
            **options,
        )
    except FileNotFoundError:
        raise Problem(f"{command[0]} does not exist") from None
    if done.returncode != 0:
        raise Problem(f"{pathlib.Path(command[0]).name} failed: {done.stdout.strip()}")
    return done.stdout


def only(folder, pattern):
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise Problem(f"expected one {pattern}, found {len(found)}")
    return found[0]


class Packages:
    """The packages of a folder, unpacked."""

    def __init__(self, folder, scratch):
        self.folder = pathlib.Path(folder)
        self.scratch = pathlib.Path(scratch)
        self.deb = only(self.folder, "speechmemo_*.deb")
        self.tarball = only(self.folder, "speechmemo-*.tar.xz")
        self.root, self.control = self.scratch / "root", self.scratch / "control"
        run("dpkg-deb", "--extract", self.deb, self.root)
        run("dpkg-deb", "--control", self.deb, self.control)
        unpacked = self.scratch / "tarball"
        unpacked.mkdir()
        run("tar", "--extract", "--file", self.tarball, "--directory", unpacked)
        self.tree = only(unpacked, "speechmemo-*")
        self.listing = run("dpkg-deb", "--contents", self.deb, env=os.environ | {"TZ": "UTC"})

    @functools.cached_property
    def fields(self):
        text = (self.control / "control").read_text()
        return dict(re.findall(r"^([A-Z][\w-]+): (.*)$", text, re.M))

    @property
    def document(self):
        return self.root / "usr/share/doc/speechmemo"

    @property
    def programs(self):
        return [
            self.root / "usr/bin/speechmemo",
            self.root / "usr/libexec/speechmemo/swift-backtrace",
        ]

    def packages_of(self, *fields):
        """Returns the names of the packages in dependency fields."""
        lists = ", ".join(self.fields.get(field, "") for field in fields)
        return set(re.findall(r"(?:^|[,|] )([a-z0-9.+-]+)", lists))


def check_checksums(packages):
    run("sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS", cwd=packages.folder)
    listed = {
        line.split("  ", 1)[1] for line in (packages.folder / "SHA256SUMS").read_text().splitlines()
    }
    there = {
        str(path.relative_to(packages.folder))
        for path in packages.folder.rglob("*")
        if path.is_file()
    }
    if missing := there - listed - {"SHA256SUMS"}:
        raise Problem(f"SHA256SUMS lacks {', '.join(sorted(missing))}")


def check_lintian(packages):
    command = ["lintian", "--fail-on", "error", "--tag-display-limit", "0"]
    # It warns root of running as root.
    command += ["--allow-root"] if os.geteuid() == 0 else []
    run(*command, packages.deb)


def check_contents(packages):
    """The Debian package has the expected files, with their modes, owned by root."""
    listed = set()
    for line in packages.listing.splitlines():
        mode, owner, _, _, _, name = line.split(None, 5)
        if owner != "root/root":
            raise Problem(f"{name} belongs to {owner}")
        if mode not in {"drwxr-xr-x", "-rwxr-xr-x", "-rw-r--r--"}:
            raise Problem(f"{name} has mode {mode}")
        if not name.endswith("/"):
            listed.add(f"{'755' if 'x' in mode else '644'} {name.removeprefix('./')}")
    expected = set(CONTENTS.read_text().splitlines())
    if listed != expected:
        raise Problem(f"other files than in {CONTENTS.name}: {', '.join(sorted(listed ^ expected))}")


def check_md5sums(packages):
    sums = packages.control / "md5sums"
    run("md5sum", "--check", "--quiet", "--strict", sums, cwd=packages.root)
    listed = sums.read_text().count("\n")
    there = sum(path.is_file() for path in packages.root.rglob("*"))
    if listed != there:
        raise Problem(f"md5sums lists {listed} of {there} files")


def check_dependencies(packages):
    """The package depends on each library that its programs load, and suggests those they open."""
    depends = packages.packages_of("Depends")
    for program in packages.programs:
        names = re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "--dynamic", program))
        for name in names:
            if re.search(r"swift|Foundation|dispatch|Blocks", name):
                raise Problem(f"{program.name} loads {name}, which no package of Debian has")
        loaded = libraries.loaded([program])
        for name in names:
            package = libraries.package_of(loaded[name])[0]
            if package not in depends:
                raise Problem(f"{program.name} loads {name}, but Depends lacks {package}")
    weaker = packages.packages_of("Recommends", "Suggests")
    source = "\n".join(path.read_text() for path in (ROOT / "Sources").rglob("*.[cs]*"))
    for name in sorted(set(re.findall(r'"(lib[\w+-]+\.so\.\d+)"', source))):
        path = pathlib.Path(f"/usr/lib/{libraries_folder()}/{name}")
        if not path.exists():
            continue
        package = libraries.package_of(os.path.realpath(path))[0]
        if package not in weaker | depends:
            raise Problem(f"the program opens {name}, but Recommends and Suggests lack {package}")
    for package in ("python3", "python3-venv"):
        if package not in depends:
            raise Problem(f"Depends lacks {package}, which setup-engine needs")


@functools.cache
def libraries_folder():
    return run("dpkg-architecture", "--query", "DEB_HOST_MULTIARCH").strip()


def check_search_paths(packages):
    """Programs of the Debian package load libraries from the system's folders only."""
    for program in packages.programs:
        if found := re.findall(r"R(?:UN)?PATH.*\[(.*)\]", run("readelf", "--dynamic", program)):
            raise Problem(f"{program.name} loads libraries from {found[0]}")


def check_units(packages):
    """The units start programs that the package or Debian has."""
    for unit in sorted((packages.root / "usr/lib/systemd/system").iterdir()):
        text = unit.read_text()
        if "/usr/local" in text:
            raise Problem(f"{unit.name} names /usr/local")
        for path in re.findall(r"^Exec\w+=(\S+)", text, re.M):
            if not (packages.root / path[1:]).exists() and not pathlib.Path(path).exists():
                raise Problem(f"{unit.name} starts {path}, which does not exist")


def check_scripts(packages):
    """The package's scripts are valid, and name only units that it has."""
    units = {path.name for path in (packages.root / "usr/lib/systemd/system").iterdir()}
    for name in ("postinst", "prerm", "postrm"):
        script = packages.control / name
        run("sh", "-n", script)
        for unit in re.findall(r"speechmemo-\w+\.\w+", script.read_text()):
            if unit not in units:
                raise Problem(f"{name} names {unit}, which the package does not have")


def check_documents(packages):
    """The manual page, the changelog, and the copyright file can be read."""
    manual = packages.root / "usr/share/man/man1/speechmemo.1.gz"
    environment = os.environ | {"LC_ALL": "C.UTF-8", "MANWIDTH": "80"}
    warnings = subprocess.run(
        ["man", "--warnings", "--local-file", "--encoding=UTF-8", "--pager=cat", manual],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        env=environment,
    )
    if warnings.returncode != 0 or warnings.stderr:
        raise Problem(f"the manual page: {warnings.stderr.strip()}")
    changelog = packages.scratch / "changelog"
    with changelog.open("w") as file:
        subprocess.run(["zcat", packages.document / "changelog.gz"], stdout=file, check=False)
    version = run("dpkg-parsechangelog", "--file", changelog, "--show-field", "Version").strip()
    if version != packages.fields["Version"]:
        raise Problem(f"the changelog is of version {version}, not {packages.fields['Version']}")
    text = (packages.document / "copyright").read_text()
    if unfilled := re.findall(r"@\w+@", text + (packages.control / "control").read_text()):
        raise Problem(f"{unfilled[0]} was not replaced")
    for sentence in ("Permission is hereby granted", "UNICODE LICENSE V3", "As an exception"):
        if sentence not in text:
            raise Problem(f"the copyright file lacks '{sentence}'")


def check_versions(packages):
    """Both packages have the version of the program."""
    version = packages.fields["Version"]
    answer = run(packages.programs[0], "--version")
    if answer.split()[0] != version.partition("~")[0]:
        raise Problem(f"the package is {version}, and the program {answer.strip()}")
    if not packages.tarball.name.startswith(f"speechmemo-{version}-linux-"):
        raise Problem(f"the package is {version}, and the tarball {packages.tarball.name}")


def check_bills(packages):
    """The software bills of materials name all parts, with licenses, and refer to existing ones."""
    requirements = (ROOT / "Scripts/engine-requirements.txt").read_text()
    python = set(re.findall(r"^([\w.-]+)==", requirements, re.M))
    for artifact, inside in (
        (packages.deb, packages.document),
        (packages.tarball, packages.tree / "share/doc/speechmemo"),
    ):
        path = packages.folder / f"{artifact.name}.spdx.json"
        if path.read_bytes() != (inside / "sbom.spdx.json").read_bytes():
            raise Problem(f"{path.name} differs from the one in the package")
        bill = json.loads(path.read_text())
        if bill["spdxVersion"] != "SPDX-2.3":
            raise Problem(f"{path.name} is {bill['spdxVersion']}")
        identifiers = {part["SPDXID"] for part in bill["packages"]} | {"SPDXRef-DOCUMENT"}
        if len(identifiers) != len(bill["packages"]) + 1:
            raise Problem(f"{path.name} has an identifier twice")
        for relation in bill["relationships"]:
            for end in (relation["spdxElementId"], relation["relatedSpdxElement"]):
                if end not in identifiers:
                    raise Problem(f"{path.name} refers to {end}, which it lacks")
        for part in bill["packages"]:
            if part["licenseDeclared"] in {"", "NOASSERTION"}:
                raise Problem(f"{path.name} has no license of {part['name']}")
        names = {part["name"] for part in bill["packages"]}
        loaded = libraries.loaded(packages.programs)
        needed = {libraries.package_of(file)[0] for file in loaded.values()}
        if missing := (python | needed | {"speechmemo", "Swift", "ICU"}) - names:
            raise Problem(f"{path.name} lacks {', '.join(sorted(missing))}")


def check_bundled_libraries(packages):
    """The tarball's program loads the bundled libraries, which have licenses, under own names."""
    folder = packages.tree / "lib/speechmemo"
    programs = [
        packages.tree / "bin/speechmemo",
        packages.tree / "libexec/speechmemo/swift-backtrace",
    ]
    for name, path in libraries.loaded(programs).items():
        if not libraries.RUNTIME.fullmatch(name) and pathlib.Path(path).parent != folder.resolve():
            raise Problem(f"the tarball's program loads {name} from {path}")
    licenses = packages.tree / "share/doc/speechmemo/licenses"
    listed = libraries.loaded(packages.programs)
    for name, path in listed.items():
        if libraries.RUNTIME.fullmatch(name):
            continue
        own = name.replace(".so.", "-speechmemo.so.")
        if not (folder / own).exists():
            raise Problem(f"the tarball lacks {own}")
        license = licenses / f"{libraries.package_of(path)[0]}.txt"
        if not license.exists():
            raise Problem(f"the tarball lacks the license {license.name}")
        for common in re.findall(r"/usr/share/common-licenses/([\w.-]*\w)", license.read_text()):
            if not (licenses / f"{common}.txt").exists():
                raise Problem(f"the tarball lacks the license {common}.txt")
    for name in ("swift.txt", "icu.txt", "foundation-uuid.txt"):
        if not (licenses / name).exists():
            raise Problem(f"the tarball lacks the license {name}")


def check_requirements(packages):
    """The tarball states the oldest glibc and libstdc++ that its files start with."""
    stated = (packages.tree / "requirements").read_text()
    files = [path for path in packages.tree.rglob("*") if is_elf(path)]
    script = pathlib.Path(libraries.__file__)
    needed = run(sys.executable, "-B", script, "requirements", *files)
    if stated != needed:
        raise Problem(f"the tarball requires {needed.split()}, and states {stated.split()}")
    readme = (packages.tree / "README").read_text()
    for value in re.findall(r"=([\d.]+)$", stated, re.M):
        if value not in readme:
            raise Problem(f"the tarball's README does not state {value}")
    glibc = re.search(r"^glibc=(.*)$", stated, re.M)[1]
    if f"glibc {glibc} " not in (ROOT / "docs/install.md").read_text():
        raise Problem(f"docs/install.md does not state glibc {glibc}")


def is_elf(path):
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def check_installer(packages):
    """The tarball's installer installs a program that starts, and removes all it installed."""
    home, prefix = packages.scratch / "home", packages.scratch / "a prefix"
    shutil.rmtree(prefix, ignore_errors=True)
    home.mkdir(exist_ok=True)
    prefix.mkdir()
    (prefix / "other").write_text("not ours")
    environment = {"HOME": str(home), "PATH": os.environ["PATH"], "PREFIX": str(prefix)}
    installer = packages.tree / "install.sh"
    run(installer, env=environment)
    run(prefix / "bin/speechmemo", "--version", env=environment)
    if run(installer, "--check", env=environment):
        raise Problem("the installer's check prints something")
    missing = [
        path.relative_to(packages.tree)
        for path in packages.tree.glob("*/**/*")
        if path.is_file() and not (prefix / path.relative_to(packages.tree)).is_file()
    ]
    if missing:
        raise Problem(f"the installer leaves out {', '.join(map(str, missing))}")
    run(installer, "--uninstall", env=environment)
    left = sorted(str(path.relative_to(prefix)) for path in prefix.rglob("*"))
    if left != ["other"]:
        raise Problem(f"the installer leaves {', '.join(left) or 'nothing of others'}")


def check_paths(packages):
    """No file names a folder of the machine that built it."""
    private = [str(ROOT), str(pathlib.Path.home())]
    private = [folder.encode() for folder in private if folder.count("/") > 1 or folder == "/root"]
    for folder in (packages.root, packages.control, packages.tree):
        for path in sorted(folder.rglob("*")):
            if not path.is_file():
                continue
            content = path.read_bytes()
            for name in private:
                # Unicode's data has names such as 'lang/root.res'.
                if re.search(rb"(?<![\w-])" + re.escape(name) + rb"(?![\w-])", content):
                    raise Problem(f"{path.relative_to(folder)} names {name.decode()}")


def check_times(packages):
    """All files have the time of the commit."""
    times = set(re.findall(r" (\d{4}-\d\d-\d\d \d\d:\d\d) ", packages.listing))
    if len(times) != 1:
        raise Problem(f"files have different times: {', '.join(sorted(times))}")
    for path in packages.tree.rglob("*"):
        if path.is_file() and not stat.S_IMODE(path.stat().st_mode) in {0o644, 0o755}:
            raise Problem(f"{path.name} has mode {stat.S_IMODE(path.stat().st_mode):o}")
    stamps = {path.stat().st_mtime for path in packages.tree.rglob("*") if path.is_file()}
    if len(stamps) != 1:
        raise Problem("files of the tarball have different times")


def check_dockerfile(packages):
    """The Dockerfile installs and starts files that the package has."""
    text = (packages.folder / "Dockerfile").read_text()
    paths = re.findall(r"(/usr/libexec/speechmemo/[\w-]+)", text)
    if not paths:
        raise Problem("the Dockerfile starts nothing of the package")
    for path in paths:
        if not (packages.root / path[1:]).exists():
            raise Problem(f"the Dockerfile names {path}, which the package does not have")
    known = packages.packages_of("Recommends", "Suggests") | {"curl"}
    arguments = re.search(r"_\$\(dpkg.*?\n\s+(.*?) \\\n\s+&&", text, re.S)
    if not arguments:
        raise Problem("the Dockerfile does not install the package")
    for package in arguments[1].split():
        if package not in known:
            raise Problem(f"the Dockerfile installs {package}, which the package does not recommend")


def same_bytes(first, second):
    """Fails if two folders differ."""

    def files(folder):
        return {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}

    first, second = pathlib.Path(first), pathlib.Path(second)
    if different := files(first) ^ files(second):
        raise Problem(f"only one build has {', '.join(sorted(map(str, different)))}")
    for path in sorted(files(first)):
        if not filecmp.cmp(first / path, second / path, shallow=False):
            sums = [checksum(folder / path)[:12] for folder in (first, second)]
            raise Problem(f"{path} differs between two builds: {', '.join(sums)}")


def checksum(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


CHECKS = [value for name, value in sorted(globals().items()) if name.startswith("check_")]


def main(arguments):
    if len(arguments) not in {1, 2}:
        raise Problem("usage: check.py FOLDER [AGAIN]")
    if len(arguments) == 2:
        same_bytes(*arguments)
        print("two builds have the same bytes")
    with tempfile.TemporaryDirectory() as scratch:
        packages = Packages(arguments[0], scratch)
        for check in CHECKS:
            check(packages)
            print(f"{check.__name__.removeprefix('check_').replace('_', ' ')}: fine")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (Problem, libraries.Problem) as problem:
        sys.exit(f"check-packages: {problem}")
