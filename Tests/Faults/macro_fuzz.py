#!/usr/bin/env python3
"""Generates features that use the macros, compiles them, and prints minimized failures.

Many features share a file, because some compiler crashes need several. A feature passes if it compiles
or if a macro refuses it with a diagnostic. It fails if the compiler crashes, reports a warning or an
error within an expansion, or reports an error without a diagnostic of a macro. Failures are bisected to
features and then reduced line by line.

usage: macro_fuzz.py BUILD [COUNT] [SEED]
  BUILD  the folder that 'swift build' built ComposableArchitecture in: .build/debug
  COUNT  number of features (2000)
  SEED   a number that reproduces the same features

The environment variable SWIFTC sets the compiler's command. Default: swiftc.
"""

import os, re, shlex, subprocess, sys, tempfile, time

from macro_features import Feature

IN_ONE_FILE = 20
IMPORTS = "public import ComposableArchitecture\n"
OURS = re.compile(r"error: '@(CasePathable|DependencyClient|DependencyEndpoint|DependencyEntry|"
                  r"ObservableState|Presents|Reducer|ViewAction)|error: Default value required")


class Compiler:
    def __init__(self, build, room):
        self.command = shlex.split(os.environ.get("SWIFTC", "swiftc")) + [
            "-swift-version", "6", "-module-name", "Fuzz", "-package-name", "fuzz",
            "-parse-as-library", "-diagnostic-style", "llvm", "-emit-ir", "-o", "/dev/null",
            "-enable-upcoming-feature", "ExistentialAny",
            "-enable-upcoming-feature", "InternalImportsByDefault", "-I", f"{build}/Modules",
            "-load-plugin-executable", f"{build}/ComposableMacrosPlugin-tool#ComposableMacrosPlugin"]
        self.file = os.path.join(room, "Features.swift")
        # Overwrites freed memory, so that using it always crashes.
        self.environment = dict(os.environ, MALLOC_PERTURB_="165", SWIFT_BACKTRACE="enable=no")

    def problem(self, source, flags=()):
        """Compiles the source and returns the kind of failure, or None, and the compiler's output."""
        with open(self.file, "w") as file:
            file.write(IMPORTS + source)
        try:
            run = subprocess.run(
                self.command + list(flags) + [self.file], env=self.environment, timeout=300,
                capture_output=True, text=True, errors="replace")
        except subprocess.TimeoutExpired:
            return "timeout", "The compiler did not finish within five minutes"
        output = run.stdout + run.stderr
        if "Stack dump:" in output:
            trace = re.findall(r"^\s*(?:\d+\.\s.*|#\d+ .*)$", output, re.M)
            place = re.search(r"#4 0x\w+ ([^(]+)", output)
            return (f"crash in {place.group(1) if place else 'the compiler'}",
                    "\n".join(line[:200] for line in trace[3:16]))
        reports = re.findall(r"^(\S+?):(\d+):\d+: (error|warning): (.*)$", output, re.M)
        refused = OURS.search(output) is not None
        # Code that a macro refuses is missing elsewhere, which causes more errors.
        for path, line, kind, message in [] if refused else reports:
            if path != self.file or kind == "error":
                start = output.index(f"{path}:{line}:")
                return f"{kind}: {message}", output[start:start + 700]
        return (None, "refused") if refused else (None, "")


def balanced(lines):
    """Returns whether the remaining lines stay balanced without this range."""
    depth = {"{": 0, "(": 0, "[": 0}
    closing = {"}": "{", ")": "(", "]": "["}
    conditions = 0
    for line in lines:
        stripped = line.strip()
        conditions += stripped.startswith("#if ") - stripped.startswith("#endif")
        if conditions < 0 or (conditions == 0 and stripped.startswith("#else")):
            return False
        for letter in line:
            if letter in depth:
                depth[letter] += 1
            elif letter in closing:
                depth[closing[letter]] -= 1
                if depth[closing[letter]] < 0:
                    return False
    return conditions == 0 and not any(depth.values())


def fewer(compiler, features, flags, kind):
    """Returns the features that a failure needs."""
    rest, size = list(features), max(len(features) // 2, 1)
    while True:
        index = 0
        while index < len(rest):
            without = rest[:index] + rest[index + size:]
            if without and compiler.problem("\n".join(without), flags)[0] == kind:
                rest = without
            else:
                index += size
        if size == 1:
            return rest
        size //= 2


def shorter(compiler, source, flags, kind):
    """Returns the lines that a failure needs."""
    lines, size = source.split("\n"), max(len(source.split("\n")) // 2, 1)
    while True:
        index, changed = 0, False
        while index < len(lines):
            part = lines[index:index + size]
            without = lines[:index] + lines[index + size:]
            if balanced(part) and compiler.problem("\n".join(without), flags)[0] == kind:
                lines, changed = without, True
            else:
                index += 1
        if size == 1 and not changed:
            return "\n".join(lines)
        size = max(size // 2, 1)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    build = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else int(time.time())
    print(f"{count} features, seed {seed}", flush=True)
    features = [Feature(seed, number) for number in range(count)]
    kinds, failures, refused, compiled, began = {}, [], 0, 0, time.monotonic()
    with tempfile.TemporaryDirectory(prefix="macro-fuzz-") as room:
        compiler = Compiler(build, room)
        # A file with an error does not reach the later stages of compilation.
        alone = [[feature] for feature in features if feature.refused]
        rest = [feature for feature in features if not feature.refused]
        groups = [rest[start:start + IN_ONE_FILE] for start in range(0, len(rest), IN_ONE_FILE)]
        for number, group in enumerate(groups + alone):
            # The optimizer has its own crashes.
            flags = ["-O"] if number % 5 == 4 else []
            compiled += len(group)
            if number % 10 == 9:
                print(f"{compiled} features so far", flush=True)
            group = [feature.text for feature in group]
            while group:
                kind, report = compiler.problem("\n".join(group), flags)
                refused += report == "refused"
                if kind is None:
                    break
                needed = fewer(compiler, group, flags, kind)
                group = [text for text in group if text not in needed]
                failures.append(kind)
                kinds[kind] = kinds.get(kind, 0) + 1
                # One example of each kind suffices.
                if kinds[kind] <= 2:
                    source = shorter(compiler, "\n".join(needed), flags, kind)
                    _, report = compiler.problem(source, flags)
                    print(f"\nFAILED {' '.join(flags)} {kind}\n{source}\n--\n{report}", flush=True)
    print(f"{count} features in {len(groups) + len(alone)} files in {time.monotonic() - began:.0f} s: "
          f"{refused} refused by a macro, {len(failures)} failed")
    for kind, number in sorted(kinds.items(), key=lambda item: -item[1]):
        print(f"PROBLEM {kind}: {number} times")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
