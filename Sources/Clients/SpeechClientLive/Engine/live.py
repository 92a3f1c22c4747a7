"""Live text: the last seconds are transcribed again and again, and words that two consecutive
rounds agree on are settled. Settled words never change."""

import math
import queue

import numpy as np

from audio import RATE
from hearing import Hearing, speech
from options import Clock
from wire import Canceled

# Seconds of new audio that justify a round, and the most that one takes: with more at once, the
# decoder skips words. Further audio waits for the next round.
REFRESH, STEP = 0.7, 6.0
# Words closer to the end of the audio are not shown, since they are likely to change.
UNRIPE = 0.2
# Words closer to the end of the audio are not settled.
MARGIN = 0.7
# If this much speech gives no word, the settled words confuse the decoder.
UNHEARD = 1.0
# A segment ends after this, even within a sentence.
SENTENCE = 15.0
# Held audio is cut between words at the first length, down to the second.
LONGEST, KEPT = 14.0, 8.0
# At this length, old words are settled even if the rounds disagree.
LIMIT = 20.0


class LiveText:
    def __init__(self, model, options, emit):
        self.emit, self.hearing = emit, Hearing(model, options)
        self.has_reported_language = False
        self.clock = Clock(options.known[-1]["end"] if options.known else options.start)
        self.held = np.zeros(0, np.float32)
        self.offset = options.start  # the time of the first held sample
        self.spoken = []  # the spans of speech in the held audio
        self.known = list(options.known)  # the settled words whose audio is held
        self.before = options.prompt  # the text before those
        self.settled = []  # the settled words without a segment
        self.previous = []  # the last round's words after the settled ones

    @property
    def end(self):
        return self.offset + len(self.held) / RATE

    def run(self, stream, canceled):
        more = is_heard = True
        while more or not is_heard:
            more = more and self._fill(stream)
            if canceled():
                raise Canceled
            edge, words = self._edge, self._recognize()
            count = self._agreed(words) if more else len(words)
            self._settle(words[:count])
            self.previous = words[count:]
            self._say()
            # The decoder may have stopped early.
            is_heard = self._edge <= edge or self._unheard() < UNHEARD / 2
            if more:
                self._forget()
            elif not is_heard:
                self._cut(self._edge)
        self._close()
        self._tell_language()
        self.emit("progress", done=round(self.end, 3), total=round(self.end, 3))
        return {"seconds": round(self.end, 3), "language": self.hearing.language}

    def _fill(self, stream):
        """Waits for enough new audio and takes it. Returns False at the end."""
        new, pieces, more = 0, [self.held], True
        while more and new < STEP * RATE:
            try:
                piece = stream.take(wait=new < REFRESH * RATE)
            except queue.Empty:
                break
            more = piece is not None
            if more:
                pieces.append(piece)
                new += len(piece)
        self.held = np.concatenate(pieces)
        return more

    def _recognize(self):
        """The current words after the settled ones."""
        self.spoken = speech(self.held, self.offset)
        if self._unheard() < 0.2:
            return []
        words = self._hear()
        first = words[0]["start"] if words else self.end
        is_over = self.end - self.spoken[-1][1] > 0.4
        patience = UNHEARD / 2 if is_over and not words else UNHEARD
        if self.known and self._unheard(until=first) > patience:
            # The decoder may take the settled words for the whole text, such as if the voice
            # changes.
            self._cut(self.known[-1]["end"])
            words = self._hear()
        return words

    def _unheard(self, until=math.inf):
        """Seconds of speech between the settled words and a time."""
        return sum(
            max(0.0, min(end, until) - max(start, self._edge)) for start, end in self.spoken)

    @property
    def _edge(self):
        return self.known[-1]["end"] if self.known else self.offset

    def _hear(self):
        # Without the trailing silence, for which the decoder invents words.
        until = round((self.spoken[-1][1] + 0.2 - self.offset) * RATE)
        words = self.hearing.words(self.held[:until], text_of(self.known), self.before)
        if self.hearing.is_sure:
            self._tell_language()
        return [dict(word, start=word["start"] + self.offset, end=word["end"] + self.offset)
                for word in words]

    def _tell_language(self):
        hearing = self.hearing
        if hearing.probability is not None and not self.has_reported_language:
            self.has_reported_language = True
            self.emit("language", language=hearing.language,
                      probability=round(hearing.probability, 4))

    def _agreed(self, words):
        """How many words the last round agrees on and may be settled."""
        count = 0
        for new, old in zip(words, self.previous):
            if key(new) != key(old) or new["end"] > self.end - MARGIN:
                break
            count += 1
        if self.end - self.offset >= LIMIT:
            count = max(count, sum(word["end"] < self.end - KEPT for word in words))
        return count

    def _settle(self, words):
        for word in words:
            start, end = self.clock.place(word["start"], word["end"], self.end)
            last = self.settled[-1] if self.settled else None
            if last and (
                last["text"][-1] in ".?!。？！" or start - last["end"] > 1.5
                or end - self.settled[0]["start"] > SENTENCE
            ):
                self._close()
            self.settled.append(dict(word, start=start, end=end))
            self.known.append(self.settled[-1])

    def _close(self):
        words, self.settled = self.settled, []
        if words:
            self.emit(
                "segment", text=text_of(words), start=words[0]["start"], end=words[-1]["end"],
                words=words,
                probability=round(sum(word["probability"] for word in words) / len(words), 4),
            )

    def _say(self):
        first = self.clock.last
        words = self.settled + [
            dict(word, start=round(max(word["start"], first), 3),
                 end=round(max(word["end"], first), 3))
            for word in self.previous if word["end"] <= self.end - UNRIPE
        ]
        self.emit(
            "partial", text=text_of(words), words=words, settled=len(self.settled),
            done=round(self.end, 3),
        )

    def _forget(self):
        """Drops the audio of settled words, and silence."""
        place, length = self._pause(), self.end - self.offset
        if place is None and length > LONGEST:
            place = next(
                ((left["end"] + right["start"]) / 2
                 for left, right in zip(self.known, self.known[1:])
                 if left["end"] > self.end - KEPT), None)
        if place is None and length >= LIMIT:
            place = self._edge if self.known else self.end - KEPT
        if place is not None:
            self._cut(place)

    def _pause(self):
        """The last pause before which all words are settled, if any."""
        first = self.previous[0]["start"] if self.previous else self.end
        if not self.spoken:
            return max(self.offset, self.end - 0.5)
        nexts = [start for start, _ in self.spoken[1:]] + [self.end]
        for (_, end), start in reversed(list(zip(self.spoken, nexts))):
            if start - end >= 0.4 and self._edge - 0.3 <= end and start <= first + 0.3:
                return max(end, start - 0.5)
        return None

    def _cut(self, place):
        gone = [word for word in self.known if (word["start"] + word["end"]) / 2 < place]
        self.known = self.known[len(gone) :]
        self.before = f"{self.before} {text_of(gone)}"[-400:]
        drop = min(max(round((place - self.offset) * RATE), 0), len(self.held))
        self.held = self.held[drop:]
        self.offset += drop / RATE


def text_of(words):
    return " ".join(word["text"] for word in words)


def key(word):
    """A word for comparison: case and punctuation may still change."""
    return "".join(c for c in word["text"].casefold() if c.isalnum()) or word["text"]
