"""Live text: the last seconds are recognised again and again, and what two rounds in a row agree
on is settled. Settled words never change."""

import queue

import numpy as np

from audio import RATE
from recognizer import Clock, is_speech, words_of
from wire import Canceled

REFRESH = 0.8
MARGIN = 0.8
SENTENCE = 15.0
LONGEST = 16.0


class LiveText:
    def __init__(self, model, options, emit):
        self.model, self.options, self.emit = model, options, emit
        self.language = options.language_for(model)
        self.told = self.language is not None
        self.hotwords = options.hotwords(model)
        self.clock = Clock(options.start)
        self.held = np.zeros(0, np.float32)
        self.offset = options.start
        self.previous = []
        self.settled = []
        self.recent = []
        self.text = options.prompt

    @property
    def end(self):
        return self.offset + len(self.held) / RATE

    def run(self, stream, canceled):
        more = True
        while more:
            more = self._fill(stream)
            if canceled():
                raise Canceled
            words = self._recognize()
            fresh = len(words) if not more else self._agreed(words)
            self._settle(words[:fresh])
            self.previous = words[fresh:]
            self._say()
            if not more:
                break
            self._forget()
        self._close(len(self.settled))
        self.emit("progress", done=round(self.end, 3), total=round(self.end, 3))
        return {"seconds": round(self.end, 3), "language": self.language}

    def _fill(self, stream):
        """Waits for enough that is new; takes all there is. False at the end."""
        new, pieces, more = 0, [self.held], True
        while more:
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
        """The words after the settled ones, as they seem now."""
        segments, info = self.model.transcribe(
            self.held, language=self.language, beam_size=self.options.beam_size,
            word_timestamps=True, vad_filter=True, condition_on_previous_text=False,
            initial_prompt=self.text[-200:].strip() or None, hotwords=self.hotwords,
            temperature=[0.0, 0.4],
        )
        if info.duration_after_vad == 0:
            return []
        if not self.told and info.duration > 2:
            self.language, self.told = info.language, True
            probability = round(info.language_probability, 4)
            self.emit("language", language=info.language, probability=probability)
        clock, words = Clock(self.offset), []
        for segment in segments:
            if is_speech(segment):
                words += words_of(segment, self.offset, self.end, clock)
        return words[self._known(words) :]

    def _known(self, words):
        """How many of the first words are settled ones, heard again: where the settled words whose
        sound is still held fit best. Their times alone would not tell, they move by a word."""
        settled = [word for word in self.recent if word["end"] > self.offset]
        costs = list(range(len(words) + 1))
        for old in settled:
            row = [costs[0] + 1]
            for at, new in enumerate(words):
                row.append(min(costs[at] + difference(old, new), costs[at + 1] + 1, row[at] + 1))
            costs = row

        def misfit(count):
            edge = words[count - 1]["end"] if count else self.offset
            return costs[count], abs(edge - self.clock.last)

        return min(range(len(words) + 1), key=misfit)

    def _agreed(self, words):
        count = 0
        for new, old in zip(words, self.previous):
            if key(new) != key(old) or new["end"] > self.end - MARGIN:
                break
            count += 1
        if len(self.held) / RATE > LONGEST:
            # The rounds do not agree. The older half is settled all the same: the work that each
            # round makes must not grow.
            half = self.offset + LONGEST / 2
            count = max(count, sum(word["end"] < half for word in words))
        return count

    def _settle(self, words):
        for word in words:
            start, end = self.clock.place(word["start"], word["end"], self.end)
            last = self.settled[-1] if self.settled else None
            if last and (
                last["text"][-1] in ".?!。？！" or start - last["end"] > 1.5
                or end - self.settled[0]["start"] > SENTENCE
            ):
                self._close(len(self.settled))
            self.settled.append(dict(word, start=start, end=end))
            self.recent = self.recent[-63:] + [self.settled[-1]]
            self.text += " " + word["text"]

    def _close(self, count):
        words, self.settled = self.settled[:count], self.settled[count:]
        if words:
            text = " ".join(word["text"] for word in words)
            self.emit(
                "segment", text=text, start=words[0]["start"], end=words[-1]["end"], words=words,
                probability=round(sum(word["probability"] for word in words) / len(words), 4),
            )

    def _say(self):
        words = self.settled + [
            dict(word, start=max(word["start"], self.clock.last),
                 end=max(word["end"], self.clock.last))
            for word in self.previous
        ]
        self.emit(
            "partial", text=" ".join(word["text"] for word in words), words=words,
            settled=len(self.settled), done=round(self.end, 3),
        )

    def _forget(self):
        """Lets go of sound whose words are settled, and of long silence."""
        if self.previous:
            if len(self.held) / RATE < LONGEST / 2 or not self.recent:
                return
            # Two settled words stay: the cut must not hurt the next one, and times are not exact.
            until = self.recent[-2:][0]["start"]
        else:
            # Nothing new was heard. A word may have begun all the same, so not all goes.
            kept = self.recent[-2:][0]["start"] if self.recent else self.offset
            until = max(kept, self.end - 4.0)
            if until - self.offset < 4.0:
                return
        if len(self.held) / RATE > LONGEST:
            until = max(until, self.offset + LONGEST / 2)
        drop = min(max(round((until - self.offset) * RATE), 0), len(self.held))
        self.held = self.held[drop:]
        self.offset += drop / RATE


def difference(old, new):
    """How unlike two words are: not at all, one misheard for the other, or two words."""
    if key(old) == key(new):
        return 0
    overlap = min(old["end"], new["end"]) - max(old["start"], new["start"])
    shorter = min(old["end"] - old["start"], new["end"] - new["start"])
    return 0.9 if overlap > shorter / 2 else 2


def key(word):
    """A word as it is compared: case and punctuation may still change."""
    return "".join(c for c in word["text"].casefold() if c.isalnum()) or word["text"]
