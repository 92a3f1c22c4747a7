"""Transcribes a recording chunk by chunk, with times of the whole recording."""

import copy
import math
from dataclasses import asdict, dataclass, replace

import numpy as np

import guard
import pieces
from ahead import in_order
from audio import RATE, windows
from options import Clock
from guard import speech_in
from pieces import pieces_of
from place import Place
from spoken import Spoken
from wire import Canceled
from words import joined, move_to_speech

# Seconds of audio read at once; longer audio is cut at its quietest half second.
WINDOW = 120.0
# A model of one language is unsure of another: the mean probability of segments with this many words
# was 0.56 to 0.83 for 15 recordings of English, also with noise, and 0.25 to 0.36 for six others.
FOREIGN, FOREIGN_WORDS = 0.45, 8
# Seconds of speech or faint speech that should have words. Shorter spans may be noise.
LEAST_WORDLESS, LEAST_SPAN = 1.0, 0.25


@dataclass
class Part:
    """A chunk, the start of its window in seconds, and the start of the next. The chunk is None
    if a window has no speech."""

    piece: pieces.Piece | None
    prompt: str | None
    around: np.ndarray | None  # more audio to detect the language, for the first chunk
    window: float
    end: float  # of the window
    next: tuple  # the start of the next chunk's window, and its number there
    spoken: Spoken | None = None
    speech: tuple | list = ()  # the spans of speech in the window, in seconds
    wordless: float = 0.0  # as in `Place`


class Recognition:
    """The transcription of a recording, from a position on."""

    def __init__(self, model, options, emit, canceled):
        self.model, self.options, self.emit, self.canceled = model, options, emit, canceled
        self.place = options.place or Place(
            language=options.language_for(model), is_given=options.language is not None,
            last=options.start)
        self.has_reported_language = options.place is not None and self.place.language is not None
        self.hotwords = options.hotwords(model)
        self.clock = Clock(self.place.last)
        self.end = options.start
        self.repairs = self.widened = 0
        self.finds_out = model.model.is_multilingual and not self.place.is_given

    @property
    def is_foreign(self):
        """Whether the speech is probably not in the only language of the model."""
        place = self.place
        return (
            not self.model.model.is_multilingual and place.words >= FOREIGN_WORDS
            and place.likely < FOREIGN * place.words)

    def run(self, sound):
        """Emits `language`, `segment`, `checkpoint`, and `progress`; returns the fields of
        `done`."""
        for part, heard in in_order(self.hear, self.parts(sound), self.model.workers):
            self.tell(part, heard)
        return {
            "seconds": round(self.end, 3), "language": self.place.language,
            "repairs": self.repairs + self.clock.repairs, "widened": self.widened,
            "foreign": self.is_foreign or None,
            "faint": self.place.last == 0 and self.place.wordless >= LEAST_WORDLESS or None,
        }

    def parts(self, sound):
        options, spoken = self.options, Spoken(self.place.spoken or self.place.language)
        longest = pieces.LONGEST_WHOLE if self.hotwords else pieces.LONGEST
        prompt = None if options.place is not None else options.prompt.strip() or None
        first_piece, wordless = self.place.piece, self.place.wordless
        for first, samples in windows(sound, WINDOW):
            offset = options.start + first / RATE
            end = offset + len(samples) / RATE
            if self.canceled():
                raise Canceled
            speech = speech_in(samples, options.threshold)
            if first_piece == 0 and wordless < LEAST_WORDLESS:
                spans = speech or speech_in(samples, guard.FAINT)
                lengths = [(end - start) / RATE for start, end in spans]
                wordless += sum(length for length in lengths if length >= LEAST_SPAN)
            found = pieces_of(samples, speech, options.voice_filter, longest)
            speech = [(start / RATE, end / RATE) for start, end in speech]
            for number, piece in list(enumerate(found))[first_piece:]:
                is_last = number == len(found) - 1
                spoken = Spoken(None, spoken) if self.finds_out else spoken
                if spoken.is_first:
                    spoken.preferred = options.preferred
                    spoken.heard = sum(end - start for start, end in speech)
                around = np.concatenate([each.samples for each in found[number : number + 4]])
                yield Part(
                    piece, prompt, around if spoken.is_first else None, offset, end,
                    (end, 0) if is_last else (offset, number + 1), spoken, speech, wordless)
                prompt = None
            if len(found) <= first_piece:
                yield Part(None, None, None, offset, end, (end, 0), wordless=wordless)
            first_piece = 0

    # On several threads at once

    def hear(self, part):
        """The segments of a chunk, and the copy of the model that transcribed it."""
        if part.piece is None:
            return [], None
        model = copy.copy(self.model)
        model.allowed, model.threshold = self.options.languages, self.options.threshold
        # Without a reference to the model, which would keep its encoded audio until a rare collection.
        model.choose = lambda model, *found: part.spoken.choose(model, *found, part.around)
        try:
            if self.canceled():
                raise Canceled
            segments, info = model.steps(
                part.piece, part.prompt,
                language=None if self.finds_out else part.spoken.language,
                beam_size=self.options.beam_size, hotwords=self.hotwords)
            part.spoken.settle()
            found = []
            for segment in segments:
                if self.canceled():
                    raise Canceled
                found.append(segment)
            return found, model
        finally:
            part.spoken.settle()

    # In order

    def tell(self, part, heard):
        if self.canceled():
            raise Canceled
        segments, model = heard
        total = max(self.options.seconds or 0.0, part.end)
        if model is not None:
            self.repairs += model.repairs
            self.widened += model.widened
            self.tell_language(part.spoken)
        told = [
            (segment, joined(map(asdict, segment.words or ()), self.place.spoken))
            for segment in segments]
        move_to_speech([word for _, words in told for word in words], part.speech)
        for segment, words in told:
            self.tell_segment(segment, words, part)
        self.end, (start, number) = part.end, part.next
        self.place = replace(
            self.place, piece=number, last=self.clock.last, wordless=part.wordless)
        self.emit("checkpoint", start=round(start, 3), state=self.place.text)
        done = part.end if number == 0 else part.window + part.piece.spans[-1][1] / RATE
        self.emit("progress", done=round(done, 3), total=round(total, 3))

    def tell_language(self, spoken):
        if self.place.language is None:
            self.place = replace(self.place, language=spoken.language)
        self.place = replace(self.place, spoken=spoken.language)
        if not self.has_reported_language:
            self.has_reported_language = True
            self.emit("language", language=spoken.language,
                      probability=round(spoken.probability, 4))

    def tell_segment(self, segment, words, part):
        for word in words:
            word["start"], word["end"] = self.clock.place(
                part.window + word["start"], part.window + word["end"], part.end)
        if not words:
            return
        language = self.place.spoken
        probability = math.exp(min(segment.avg_logprob, 0.0))
        self.place = replace(
            self.place, words=self.place.words + len(words),
            likely=round(self.place.likely + probability * len(words), 4))
        self.emit(
            "segment", text=segment.text.strip(), start=words[0]["start"], end=words[-1]["end"],
            words=words,
            language=language if language != self.place.language else None,
            probability=round(probability, 4))


def transcribe(model, options, sound, emit, canceled):
    """Emits the events of a request; returns the fields of `done`."""
    return Recognition(model, options, emit, canceled).run(sound)
