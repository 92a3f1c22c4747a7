"""Sounds that say which memo they are of, and what the scripted engine makes of them.

A sound is some parts of a quarter of a second. Each begins with the memo's number and its own, written
as blocks of samples above or below zero: so what is transcribed tells which sound it was made of, from
where, and whether anything came twice.
"""
import struct

RATE = 16_000
PART = RATE // 4
BLOCK = 16
NUMBER_BITS, PLACE_BITS = 24, 8
LOUD = 8_000


def sound(number, parts):
    """A WAV file of a memo: another one for each number."""
    frames = bytearray()
    for place in range(parts):
        value = number << PLACE_BITS | place
        part = bytearray()
        for bit in range(NUMBER_BITS + PLACE_BITS):
            level = LOUD if value >> bit & 1 else -LOUD
            part += struct.pack("<h", level) * BLOCK
        frames += part + bytes(2 * PART - len(part))
    return (b"RIFF" + struct.pack("<I", 36 + len(frames)) + b"WAVEfmt " +
            struct.pack("<IHHIIHH", 16, 1, 1, RATE, RATE * 2, 2, 16) +
            b"data" + struct.pack("<I", len(frames)) + bytes(frames))


def heard(samples):
    """The memo's number and the part's that the samples of a part say, as 32-bit floats; None where
    they say neither."""
    value = 0
    for bit in range(NUMBER_BITS + PLACE_BITS):
        level = struct.unpack_from("<f", samples, 4 * (bit * BLOCK + BLOCK // 2))[0]
        if abs(level) < LOUD / 32_768 / 2:
            return None
        value |= (level > 0) << bit
    return value >> PLACE_BITS, value & (1 << PLACE_BITS) - 1


def words(number, place):
    """What the engine says for a part."""
    return [f"memo{number}", f"part{place}"]


def texts(number, parts):
    """What each segment of a memo's transcript has to say."""
    return [" ".join(words(number, place)) for place in range(parts)]
