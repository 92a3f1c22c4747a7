"""Recognition in steps of at most half a minute, each of which can be begun anew.

What a step gives is determined by the sound of its window and by its `Place`, and by nothing else:
who goes on from a place gets what would have come without a break."""

import copy
import json
from dataclasses import asdict, dataclass, field, replace

import faster_whisper
import numpy as np
from faster_whisper.transcribe import get_end, restore_speech_timestamps
from faster_whisper.vad import VadOptions, collect_chunks, get_speech_timestamps

import guard
from audio import RATE
from wire import Failure

# The form of what `Place.text` gives, and the way from it to words. With another one, no work that
# was begun goes on from its place.
FORM = "2"
PROMPT_TOKENS = 223
# The encoder takes half a minute of hundredths of a second. It is content with less, and then has
# less to do; with much less it begins to repeat itself.
MOST, LEAST, SPARE = 3000, 1500, 300
# A step whose last word ends before this has nothing to go on from.
LEAST_WORDS = 1.0


@dataclass
class Place:
    """Where in a window a step begins, and what it takes over from those before it."""

    seek: int = 0  # in hundredths of a second, without what is not speech
    tokens: list = field(default_factory=list)
    spoken_until: float = 0.0  # in seconds, without what is not speech
    language: str | None = None
    last: float | None = None  # the time that words do not go back behind

    @property
    def text(self):
        return json.dumps(asdict(self), separators=(",", ":"))

    @staticmethod
    def of(text):
        try:
            place = Place(**json.loads(text))
            is_one = (
                type(place.seek) is int and place.seek >= 0
                and all(type(token) is int for token in place.tokens)
                and all(type(time) in (int, float) for time in (place.spoken_until, place.last))
                and isinstance(place.language, str | None)
            )
        except (TypeError, ValueError):
            is_one = False
        if not is_one:
            raise Failure("bad-request", "'resume' is not a state that this engine has given")
        return place


@dataclass
class Way:
    """A way of decoding, and the temperature that it counts as."""

    temperature: float = 0.0
    is_short: bool = False
    is_alone: bool = False  # without the text before
    changes: dict = field(default_factory=dict)


@dataclass
class Heard:
    """What one way gives."""

    result: object
    probability: float
    compression: float
    temperature: float
    encoded: object
    is_sure: bool  # and does not repeat itself
    is_silence: bool
    tokens: list = field(default_factory=list)
    words: list = field(default_factory=list)  # as they are aligned, from the step's beginning on
    is_odd: bool = False  # it goes round in a circle, or says more than can be said
    passed: float = 0.0  # seconds of speech between words that have none
    rest: float = 0.0  # and behind the last one
    frames: int = 0  # how much of the step it is of
    head: int = 0  # and how much of that goes before its first word, where that is speech
    is_fine: bool = True

    def says_the_same(self, other):
        return self.is_sure and other.is_sure and self.text == other.text

    @property
    def text(self):
        return [word["word"].strip().casefold() for word in self.words]

    @property
    def times(self):
        return [(float(word["start"]), float(word["end"])) for word in self.words]


def short(frames):
    """How much of the encoder so much sound needs."""
    return min(max(LEAST, frames + SPARE), MOST)


class StepwiseModel(faster_whisper.WhisperModel):
    """Whisper that knows the place of the step that it takes, and hears again what it has not heard
    well."""

    # What it tries where it is not sure of what it heard, repeats itself, or has passed speech over.
    # faster-whisper would draw lots, and not the same ones again.
    OTHERWISE = (
        Way(0.4, is_alone=True, changes={"beam_size": 5}),
        Way(1.0, is_alone=True, changes={"beam_size": 5, "no_repeat_ngram_size": 3}),
    )

    # Seconds of sound up to which a beginning is heard with less than the whole encoder.
    LONGEST_SHORT = (MOST - SPARE) / 100

    place = Place()
    spoken_before = 0.0
    samples = features = None
    # How often it has put right what a first hearing gave.
    repairs = 0

    def speech(self, samples, is_filtered):
        """A window's sound without what is not speech, and where that was; None for all of it."""
        if not is_filtered:
            return samples, None
        spans = get_speech_timestamps(samples, VadOptions())
        return np.concatenate(collect_chunks(samples, spans)[0]), spans

    def steps(self, samples, spans, place, prompt, **options):
        """The segments from a place on, and what is known of the language. `prompt` is what was said
        before, where the place does not tell."""
        self.place, self.spoken_before = place, place.spoken_until
        self.samples, self.next_seek = samples, place.seek
        segments, info = self.transcribe(
            samples, clip_timestamps=[place.seek / self.frames_per_second],
            initial_prompt=place.tokens or prompt, **options)
        segments = self._until_the_end(segments)
        return restore_speech_timestamps(segments, spans, RATE) if spans else segments, info

    def _until_the_end(self, segments):
        try:
            yield from segments
        finally:
            self.samples = self.features = None

    def encoded(self, features, width=MOST, silence=0.0):
        """What the encoder makes of features, and of silence behind them."""
        padding = ((0, 0), (0, width - features.shape[1]))
        return super().encode(np.pad(features, padding, constant_values=silence))

    def beginning(self, features):
        """The same with less than the whole encoder. It knows silence as the least that there is: the
        engine's zeros, which are louder, mislead it when there are few of them."""
        return self.encoded(features, short(features.shape[1]), features.min(initial=0.0))

    def detect_language(self, *, features, **options):
        found = self.model.detect_language(self.encoded(features[:, :MOST]))[0]
        languages = [(token[2:-2], probability) for token, probability in found]
        return *languages[0], languages

    # What the engine calls on its way, in this order.

    def encode(self, features):
        self.seek = self.next_seek
        frames = min(MOST, len(self.samples) * self.frames_per_second // RATE - self.seek)
        self.next_seek += frames
        # It is encoded when it is known what goes before it, and perhaps twice.
        self.features = features[:, :frames]
        return self.features

    def get_prompt(self, tokenizer, previous_tokens, *, hotwords=None, **options):
        self.place = replace(self.place, tokens=previous_tokens[-PROMPT_TOKENS:])
        # With less than it was made for, the encoder is misled by what goes before.
        self.is_short = self._end < self.LONGEST_SHORT and not (
            self.seek or previous_tokens or hotwords)
        return super().get_prompt(tokenizer, previous_tokens, hotwords=hotwords, **options)

    def generate_with_fallback(self, features, prompt, tokenizer, options):
        whole = self.features
        ways = [Way(is_short=True)] * self.is_short + [Way(), *self.OTHERWISE]
        found, encoded, same = [], {}, None
        while ways and not same:
            way = ways.pop(0)
            if way.is_short not in encoded:
                encode = self.beginning if way.is_short else self.encoded
                encoded[way.is_short] = encode(whole)
            heard = self._hear(encoded[way.is_short], way, prompt, tokenizer, options)
            same = heard if heard.is_fine else next(
                (one for one in found if heard.says_the_same(one)), None)
            found.append(heard)
            if heard.head and way == Way():
                # What it began with may be heard if nothing follows.
                self.features = whole[:, : heard.head]
                heard = self._hear(self.encoded(self.features), way, prompt, tokenizer, options)
                same = heard if heard.is_fine and heard.words else None
                self.features = whole
        self.heard = same or self._best(found, options)
        self.repairs += self.heard.tokens != found[0].tokens
        return self.heard.result, self.heard.probability, self.heard.temperature, \
            self.heard.compression

    def _hear(self, encoded, way, prompt, tokenizer, options):
        prompt = prompt[prompt.index(tokenizer.sot) :] if way.is_alone else prompt
        result, probability, _, compression = super().generate_with_fallback(
            encoded, prompt, tokenizer, replace(options, temperatures=[0.0], **way.changes))
        is_likely = probability >= options.log_prob_threshold
        heard = Heard(
            result, probability, compression, way.temperature, encoded,
            is_sure=is_likely and compression <= options.compression_ratio_threshold,
            is_silence=not is_likely and result.no_speech_prob > options.no_speech_threshold)
        heard.frames = self.features.shape[1]
        heard.tokens = [token for token in result.sequences_ids[0] if token < tokenizer.eot]
        if heard.is_sure and options.word_timestamps:
            self._judge(heard, way, tokenizer)
        else:
            heard.is_fine = heard.is_sure or (
                heard.is_silence and self._passed(0.0, self._end) < guard.WORDLESS)
        return heard

    def _judge(self, heard, way, tokenizer):
        """Whether what was heard can be what was said."""
        if heard.tokens:
            heard.words = super().find_alignment(
                tokenizer, [heard.tokens], heard.encoded, heard.frames)[0]
        heard.is_odd = guard.loops(heard.text) or guard.crowds(heard.times)
        if not heard.words:
            heard.passed = self._passed(0.0, self._end)
        for start, end in guard.gaps(heard.times, self._end) if heard.words else ():
            passed = self._passed(start, end)
            if end == self._end and start >= LEAST_WORDS and not way.is_short:
                heard.rest = passed
            else:
                heard.passed = max(heard.passed, passed)
                if start <= guard.LONGEST_WORD and end < self._end and passed >= guard.PASSED:
                    # Its first word may be stretched over the beginning: it is said at its end.
                    end -= guard.LONGEST_WORD * (start > 0.0)
                    heard.head = round(end * self.frames_per_second)
        limit = guard.PASSED if heard.words else guard.WORDLESS
        heard.is_fine = not heard.is_odd and heard.passed < limit

    @staticmethod
    def _best(found, options):
        """The least bad one of several."""
        sure = [one for one in found if one.is_sure]
        if sure:
            return min(sure, key=lambda one: (one.is_odd, int(one.passed)))
        limit = options.compression_ratio_threshold
        rest = [one for one in found if one.compression <= limit] or found
        return replace(
            max(rest, key=lambda one: one.probability), temperature=found[-1].temperature)

    @property
    def _end(self):
        return self.features.shape[1] / self.frames_per_second

    def _passed(self, start, end):
        """How many seconds of speech there are between two times of the step."""
        first = self.seek / self.frames_per_second
        return guard.speech(self.samples, first + start, first + end)

    def _split_segments_by_timestamps(self, *, seek, **options):
        self.place = replace(self.place, seek=seek)
        size = self.heard.frames
        segments, seek, is_over = super()._split_segments_by_timestamps(**dict(
            options, seek=seek, segment_size=size, segment_duration=size / self.frames_per_second))
        if is_over and self.heard.rest >= guard.PASSED:
            # It has stopped early: the next step begins behind its last word.
            is_over = False
            self.repairs += 1
        self.next_seek, self.is_over = seek, is_over
        return segments, seek, is_over

    def find_alignment(self, tokenizer, tokens, encoded, frames, **options):
        if encoded is not self.features:
            return super().find_alignment(tokenizer, tokens, encoded, frames, **options)
        if tokens == [self.heard.tokens] and self.heard.words:
            return [copy.deepcopy(self.heard.words)]
        return super().find_alignment(
            tokenizer, tokens, self.heard.encoded, self.heard.frames, **options)

    def add_word_timestamps(self, segments, *arguments, last_speech_timestamp):
        # It knows of none before the first word that it hears.
        last_speech_timestamp = last_speech_timestamp or self.spoken_before
        self.place = replace(self.place, spoken_until=last_speech_timestamp)
        super().add_word_timestamps(
            segments, *arguments, last_speech_timestamp=last_speech_timestamp)
        end = get_end(segments[0])
        if not self.is_over and end is not None and end > self.seek / self.frames_per_second:
            self.next_seek = round(end * self.frames_per_second)
        for segment in segments[0]:
            if segment["words"] and guard.is_made_up(segment["words"], self.samples):
                segment["tokens"] = []  # it has no text then
                self.repairs += 1
