"""Scores live text: delays, withdrawn words, and word errors."""

import re

ONES = ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen").split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
SAME = {"mr": "mister", "mrs": "missus", "okay": "ok", "oh": "zero", "o": "zero"}
NEAR = 1.0


def spelled(number):
    if number < 20:
        return ONES[number]
    if number < 100:
        return TENS[number // 10 - 2] + (" " + ONES[number % 10] if number % 10 else "")
    return " ".join(ONES[int(digit)] for digit in str(number))


def plain(text):
    """Returns the normalized words of a text."""
    text = text.lower().replace("\u2019", "'")
    # Digits read one by one are grouped arbitrarily.
    text = re.sub(r"\d{3,}", lambda match: " ".join(match[0]), text)
    text = re.sub(r"\d+", lambda match: f" {spelled(int(match[0]))} ", text)
    words = (word.strip("'") for word in re.sub(r"[^a-z' ]", " ", text).split())
    return [SAME.get(word, word) for word in words if word]


def edits(wanted, found):
    """Returns the word errors of the shortest edit script: (wrong, missing, added)."""
    row = [(column, 0, 0, column) for column in range(len(found) + 1)]
    for line, word in enumerate(wanted, 1):
        new = [(line, 0, line, 0)]
        for column, other in enumerate(found, 1):
            if word == other:
                new.append(row[column - 1])
                continue
            best = min(
                (row[column - 1], (0, 1, 0, 0)), (row[column], (0, 0, 1, 0)),
                (new[-1], (0, 0, 0, 1)), key=lambda step: step[0][0])
            _, wrong, missing, added = map(sum, zip(*best))
            new.append((best[0][0] + 1, wrong, missing, added))
        row = new
    return row[-1][1:]


def error_rate(reference, text):
    wanted = plain(reference)
    wrong, missing, added = edits(wanted, plain(text))
    rate = 100 * (wrong + missing + added) / len(wanted)
    return f"{rate:.1f} % ({wrong} wrong, {missing} missing, {added} added of {len(wanted)})"


def kept(old, new):
    """Returns the old words that remain among the new ones, in order."""
    old, new = [key(word) for word in old], [key(word) for word in new]
    table = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in range(len(old) - 1, -1, -1):
        for j in range(len(new) - 1, -1, -1):
            table[i][j] = (
                table[i + 1][j + 1] + 1 if old[i] == new[j]
                else max(table[i + 1][j], table[i][j + 1]))
    return table[0][0]


def key(word):
    return " ".join(plain(word["text"])) or word["text"]


class Display:
    """The text shown to the user after each update."""

    def __init__(self):
        self.changed = self.retracted = self.updates = 0
        self.shown = set()
        self.settled, self.open = [], []
        self.seen = []  # (time, word) of each word's first appearance
        self.gaps, self.last = [], None

    def update(self, time, settled, open):
        """Shows `settled` words, which will not change, followed by `open` ones."""
        self.updates += 1
        if self.last is not None:
            self.gaps.append(time - self.last)
        self.last = time
        before = [word["text"] for word in self.settled]
        now = [word["text"] for word in settled[: len(before)]]
        self.changed += sum(a != b for a, b in zip(before, now)) + len(before) - len(now)
        fresh = settled[len(before) :] + open
        self.retracted += len(self.open) - kept(self.open, fresh)
        for word in fresh:
            if not any(
                key(word) == key(other) and abs(word["start"] - other["start"]) < NEAR / 2
                for _, other in self.seen[-60:]
            ):
                self.seen.append((time, word))
        self.settled, self.open = list(settled), list(open)

    def offsets(self, truth):
        """Returns the sorted differences between the starts of settled words and the reference."""
        return sorted(
            min(near) for word in self.settled if (near := [
                abs(other["start"] - word["start"]) for other in truth
                if key(other) == key(word) and abs(other["start"] - word["start"]) < NEAR]))

    def delays(self, truth):
        """Returns for each reference word the delay of its first appearance, or None."""
        seen, delays = list(self.seen), []
        for word in truth:
            fits = [
                (abs(other["start"] - word["start"]), index)
                for index, (_, other) in enumerate(seen)
                if key(other) == key(word) and abs(other["start"] - word["start"]) < NEAR
            ]
            delays.append(seen.pop(min(fits)[1])[0] - word["end"] if fits else None)
        return delays


def share(values, part):
    """Returns a quantile of sorted values."""
    return values[min(int(part * len(values)), len(values) - 1)] if values else float("nan")
