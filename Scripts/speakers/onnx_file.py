"""Writes a network in ONNX's format: the few messages of it that ours need, as protocol buffers."""

import struct

import numpy as np

# Field numbers and enumerations are those of onnx.proto3. Operators are of this set of versions.
FORM, OPERATORS = 8, 17
FLOAT, INTEGER = 1, 7
ATTRIBUTE_FLOAT, ATTRIBUTE_INTEGER, ATTRIBUTE_TEXT, ATTRIBUTE_INTEGERS = 1, 2, 3, 7


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value)


def block(field, data):
    data = data.encode() if isinstance(data, str) else data
    return varint(field << 3 | 2) + varint(len(data)) + data


def attribute(name, value):
    out = block(1, name)
    if isinstance(value, float):
        return out + varint(2 << 3 | 5) + struct.pack("<f", value) + number(20, ATTRIBUTE_FLOAT)
    if isinstance(value, int):
        return out + number(3, value) + number(20, ATTRIBUTE_INTEGER)
    if isinstance(value, str):
        return out + block(4, value) + number(20, ATTRIBUTE_TEXT)
    return out + b"".join(number(8, each) for each in value) + number(20, ATTRIBUTE_INTEGERS)


class Graph:
    """A network with one input and one output, put together operator by operator. Each of them gives
    the name of its result, which is what the next one takes."""

    def __init__(self, name):
        self.name, self.nodes, self.constants = name, [], []
        self.count = 0

    def fresh(self):
        self.count += 1
        return f"v{self.count}"

    def constant(self, values):
        values = np.asarray(values)
        is_float = values.dtype.kind == "f"
        values = np.ascontiguousarray(values, "<f4" if is_float else "<i8")
        name = self.fresh()
        shape = b"".join(number(1, size) for size in values.shape)
        self.constants.append(block(
            5, shape + number(2, FLOAT if is_float else INTEGER) + block(8, name)
            + block(9, values.tobytes())))
        return name

    def node(self, operator, *inputs, outputs=1, **attributes):
        """Inputs that are no names become constants; None stands for one that is left out."""
        names = [
            "" if each is None else each if isinstance(each, str) else self.constant(each)
            for each in inputs
        ]
        results = [self.fresh() for _ in range(outputs)]
        message = b"".join(block(1, name) for name in names)
        message += b"".join(block(2, name) for name in results)
        message += block(4, operator)
        message += b"".join(block(5, attribute(*each)) for each in attributes.items())
        self.nodes.append(block(1, message))
        return results[0] if outputs == 1 else results

    def file(self, input, input_shape, output, output_shape):
        """The file's bytes. A side of a shape that is a word may have any length."""
        # Results have names of their own; the last one is given that of the output.
        self.nodes.append(block(1, block(1, output) + block(2, "output") + block(4, "Identity")))
        graph = b"".join(self.nodes) + block(2, self.name) + b"".join(self.constants)
        graph += block(11, described(input, input_shape)) + block(
            12, described("output", output_shape))
        return (
            number(1, FORM) + block(2, "speechmemo") + block(7, graph)
            + block(8, block(1, "") + number(2, OPERATORS))
        )


def described(name, shape):
    sides = b"".join(
        block(1, block(2, side) if isinstance(side, str) else number(1, side)) for side in shape)
    return block(1, name) + block(2, block(1, number(1, FLOAT) + block(2, sides)))
