"""Audio that encodes its memo's number, and the scripted engine's transcripts of it.

The audio consists of parts of a quarter of a second. Each begins with the numbers of the memo and the
part, encoded as blocks of samples above or below zero. A transcript thus shows which audio it comes
from, and missing or duplicate parts.
"""
import struct

RATE = 16_000
PART = RATE // 4
BLOCK = 16
NUMBER_BITS, PLACE_BITS = 24, 8
LOUD = 8_000


def sound(number, parts):
    """Returns a WAV file, different for each number."""
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
    """Returns the numbers of the memo and the part encoded in 32-bit float samples, or None."""
    value = 0
    for bit in range(NUMBER_BITS + PLACE_BITS):
        level = struct.unpack_from("<f", samples, 4 * (bit * BLOCK + BLOCK // 2))[0]
        if abs(level) < LOUD / 32_768 / 2:
            return None
        value |= (level > 0) << bit
    return value >> PLACE_BITS, value & (1 << PLACE_BITS) - 1


def words(number, place):
    return [f"memo{number}", f"part{place}"]


def texts(number, parts):
    """Returns the expected text of each segment of a memo."""
    return [" ".join(words(number, place)) for place in range(parts)]
