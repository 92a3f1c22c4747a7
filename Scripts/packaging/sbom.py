#!/usr/bin/env python3
"""Prints the software bill of materials of a package as SPDX 2.3 in JSON.

usage: sbom.py deb | tarball VERSION LIBRARIES PROGRAM

LIBRARIES is the output of 'libraries.py list'. The tarball contains those libraries except the ones
of the C and C++ runtimes; the Debian package contains none. Licenses come from docs/THIRD_PARTY.md.
"""

import json
import pathlib
import re
import subprocess
import sys
import urllib.parse
import uuid

import changelog
import dependencies
import libraries

ROOT = pathlib.Path(__file__).resolve().parents[2]
THIRD_PARTY = "docs/THIRD_PARTY.md"

# The licenses of THIRD_PARTY.md by their SPDX identifiers.
IDENTIFIERS = {
    "Apache-2.0 with Swift exception": "Apache-2.0 WITH Swift-exception",
    "GPL-2+": "GPL-2.0-or-later",
    "GPL-2+ as built by Debian": "GPL-2.0-or-later",
    "GPL-3+ with GCC Runtime Library Exception": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "LGPL-2+": "LGPL-2.0-or-later",
    "LGPL-2.1": "LGPL-2.1-only",
    "LGPL-2.1+": "LGPL-2.1-or-later",
    "LGPL-3+": "LGPL-3.0-or-later",
    "public domain": "LicenseRef-public-domain",
} | {
    name: name
    for name in "0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause CC0-1.0 MIT MPL-2.0 PSF-2.0 PostgreSQL "
    "Unicode-3.0 Zlib curl".split()
}


class Problem(Exception):
    pass


def expression(cell):
    """Returns the SPDX expression of a license in THIRD_PARTY.md, without its remarks."""
    text = cell.partition(";")[0].replace("†", "").strip()
    if " or " in text:
        joint, parts = " OR ", text.split(" or ")
    else:
        joint, parts = " AND ", re.split(r", and | and |, ", text)
    try:
        return joint.join(IDENTIFIERS[part.strip()] for part in parts)
    except KeyError as unknown:
        raise Problem(f"{THIRD_PARTY}: {unknown} has no SPDX identifier in sbom.py") from None


def rows(heading):
    """Returns the cells of each row of the tables below a heading."""
    page = (ROOT / THIRD_PARTY).read_text()
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", page, re.M | re.S)
    if not section:
        raise Problem(f"{THIRD_PARTY} has no section '{heading}'")
    lines = [line for line in section[1].splitlines() if re.match(r"\| [^|-]", line)]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def library_licenses():
    """Returns the license of each Debian package of a library."""
    licenses = {}
    for section in ("Linked libraries", "Libraries loaded at run time"):
        for row in rows(section):
            for package in re.findall(r"`([^`]+)`", row[1]):
                licenses[package] = row[2]
    return licenses


def engine_packages():
    """Returns the name, the version, and the license of each Python package of the engine."""
    listed = {}
    for row in rows("Python packages of the default engine"):
        if name := re.match(r"\[([^]]+)\]", row[0]):
            listed[canonical(name[1])] = row
    found = []
    text = (ROOT / "Scripts/engine-requirements.txt").read_text()
    for name, version in re.findall(r"^([\w.-]+)==(\S+)", text, re.M):
        row = listed.pop(canonical(name), None)
        if row is None or row[1] != version:
            raise Problem(f"{THIRD_PARTY} does not list the engine's {name} {version}")
        found.append((name, version, expression(row[2])))
    if listed:
        raise Problem(f"{THIRD_PARTY} lists {', '.join(listed)}, which the engine does not use")
    if not found:
        raise Problem("Scripts/engine-requirements.txt has no packages")
    return found


def canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()


class Document:
    def __init__(self, name, version):
        self.packages, self.relationships = [], []
        self.name = name
        self.main = self.add(
            "speechmemo", version, "MIT", f"pkg:generic/speechmemo@{version}", "APPLICATION"
        )
        self.relate("SPDXRef-DOCUMENT", "DESCRIBES", self.main)

    def add(self, name, version, license, purl, purpose="LIBRARY", comment=None):
        identifier = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", name)
        package = {
            "SPDXID": identifier,
            "name": name,
            "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False,
            "licenseConcluded": license,
            "licenseDeclared": license,
            "copyrightText": "NOASSERTION",
            "primaryPackagePurpose": purpose,
        }
        if version:
            package["versionInfo"] = version
        if comment:
            package["comment"] = comment
        if purl:
            package["externalRefs"] = [
                {
                    "referenceCategory": "PACKAGE-MANAGER",
                    "referenceType": "purl",
                    "referenceLocator": purl,
                }
            ]
        self.packages.append(package)
        return identifier

    def add_debian(self, package, version, license, comment=None):
        name, quoted = urllib.parse.quote(package), urllib.parse.quote(version, safe=":~")
        purl = f"pkg:deb/debian/{name}@{quoted}"
        return self.add(package, version, license, purl, comment=comment)

    def relate(self, element, kind, related):
        self.relationships.append(
            {"spdxElementId": element, "relationshipType": kind, "relatedSpdxElement": related}
        )

    def json(self):
        content = json.dumps([self.packages, self.relationships])
        return {
            "spdxVersion": "SPDX-2.3",
            "dataLicense": "CC0-1.0",
            "SPDXID": "SPDXRef-DOCUMENT",
            "name": self.name,
            "documentNamespace": "https://speechmemo.invalid/spdx/"
            f"{self.name}-{uuid.uuid5(uuid.NAMESPACE_URL, content)}",
            "creationInfo": {
                "created": f"{changelog.commit_time():%Y-%m-%dT%H:%M:%SZ}",
                "creators": ["Tool: SpeechMemo-Scripts-package"],
            },
            "packages": self.packages,
            "relationships": self.relationships,
            "hasExtractedLicensingInfos": [
                {
                    "licenseId": "LicenseRef-public-domain",
                    "name": "Public domain",
                    "extractedText": "The authors have dedicated the software to the public domain.",
                }
            ],
        }


def swift_version():
    answer = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True)
    return re.search(r"Swift version ([\d.]+)", answer.stdout)[1]


def icu_version(program):
    found = re.search(rb"icudt(\d+)", pathlib.Path(program).read_bytes())
    return found[1].decode() if found else None


def main(arguments):
    if len(arguments) != 4 or arguments[0] not in {"deb", "tarball"}:
        raise Problem("usage: sbom.py deb | tarball VERSION LIBRARIES PROGRAM")
    kind, version, list_of_libraries, program = arguments
    document = Document(f"speechmemo-{version}-{kind}", version)

    swift = document.add(
        "Swift",
        swift_version(),
        "Apache-2.0 WITH Swift-exception AND BSD-3-Clause",
        f"pkg:github/swiftlang/swift@{swift_version()}",
        comment="Standard library, Concurrency, Dispatch, and Foundation. The license of"
        " Foundation's UUIDs is BSD-3-Clause.",
    )
    document.relate(document.main, "STATIC_LINK", swift)
    icu = document.add("ICU", icu_version(program), "Unicode-3.0", "pkg:github/unicode-org/icu")
    document.relate(document.main, "STATIC_LINK", icu)

    licenses = library_licenses()

    def license_of(package):
        # Debian 13 has renamed packages for its 64-bit time.
        if (cell := licenses.get(package.removesuffix("t64"))) is None:
            raise Problem(f"{THIRD_PARTY} does not list the Debian package {package}")
        return expression(cell)

    seen = set()
    for line in pathlib.Path(list_of_libraries).read_text().splitlines():
        name, _, package, package_version = line.split("\t")
        if package in seen:
            continue
        seen.add(package)
        library = document.add_debian(package, package_version, license_of(package), comment=name)
        is_bundled = kind == "tarball" and not libraries.RUNTIME.fullmatch(name)
        document.relate(document.main, "CONTAINS" if is_bundled else "DYNAMIC_LINK", library)

    for name in dependencies.OPENED:
        package = dependencies.package_name(name)
        library = document.add(
            package, None, license_of(package), None, comment=f"{name}, opened when it is used"
        )
        document.relate(library, "OPTIONAL_DEPENDENCY_OF", document.main)

    for name, package_version, license in engine_packages():
        package = document.add(
            name,
            package_version,
            license,
            f"pkg:pypi/{canonical(name)}@{package_version}",
            comment="Speech engine. Downloaded by 'speechmemo setup-engine', not contained.",
        )
        document.relate(package, "RUNTIME_DEPENDENCY_OF", document.main)

    print(json.dumps(document.json(), indent=2, ensure_ascii=False))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (Problem, changelog.Problem) as problem:
        sys.exit(f"sbom: {problem}")
