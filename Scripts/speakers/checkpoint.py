"""Reads the tensors of a torch checkpoint without torch.

A checkpoint is a pickle, and a pickle is a program. This one may name only what a table of tensors
is made of; anything else is refused before it runs."""

import collections
import io
import pickle
import struct
import zipfile

import numpy as np

TYPES = {
    "DoubleStorage": "<f8", "FloatStorage": "<f4", "HalfStorage": "<f2",
    "LongStorage": "<i8", "IntStorage": "<i4",
}


class Storage:
    """The numbers that tensors are views of. In the older form they follow the pickle."""

    def __init__(self, kind):
        self.type, self.numbers = np.dtype(TYPES[kind]), None


class View:
    def __init__(self, storage, offset, shape, strides, *_):
        self.storage, self.offset, self.shape, self.strides = storage, offset, shape, strides

    def array(self):
        numbers = self.storage.numbers
        size = numbers.itemsize
        last = self.offset + sum((n - 1) * step for n, step in zip(self.shape, self.strides))
        if min((self.offset, *self.shape, *self.strides)) < 0 or last >= len(numbers):
            raise ValueError("a tensor reaches beyond its numbers")
        return np.array(np.lib.stride_tricks.as_strided(
            numbers[self.offset :], self.shape, [step * size for step in self.strides]))


class Reader(pickle.Unpickler):
    def __init__(self, source, load):
        super().__init__(source)
        self.load_storage, self.storages = load, {}

    def find_class(self, module, name):
        if (module, name) == ("collections", "OrderedDict"):
            return collections.OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return View
        if module == "torch" and name in TYPES:
            return name
        raise pickle.UnpicklingError(f"a table of tensors has no {module}.{name}")

    def persistent_load(self, id):
        _, kind, key = id[:3]
        if key not in self.storages:
            storage = self.storages[key] = Storage(kind)
            self.load_storage(key, storage)
        return self.storages[key]


def tensors(data, table=None):
    """The tensors of a checkpoint by their names. `table` is where in it their table is."""
    source = io.BytesIO(data)
    content = new(source) if zipfile.is_zipfile(source) else old(source)
    if table is not None:
        content = content[table]
    return {name: view.array() for name, view in content.items() if isinstance(view, View)}


def new(source):
    archive = zipfile.ZipFile(source)
    pickled = next(name for name in archive.namelist() if name.endswith("/data.pkl"))
    folder = pickled.removesuffix("data.pkl") + "data/"

    def load(key, storage):
        storage.numbers = np.frombuffer(archive.read(folder + key), storage.type)

    return Reader(io.BytesIO(archive.read(pickled)), load).load()


def old(source):
    source.seek(0)
    for _ in range(3):  # a mark, a version, and a machine's sizes of numbers
        Reader(source, None).load()
    reader = Reader(source, lambda key, storage: None)
    content = reader.load()
    for key in Reader(source, None).load():
        (count,) = struct.unpack("<q", source.read(8))
        storage = reader.storages[key]
        size = count * storage.type.itemsize
        storage.numbers = np.frombuffer(source.read(size), storage.type)
    return content
