"""Recognition of one piece, in steps of at most half a minute, each of which can be heard again."""

import copy
from dataclasses import replace

import faster_whisper
import numpy as np
from faster_whisper.transcribe import get_end, restore_speech_timestamps

import guard
import ways
from audio import RATE
from ways import Heard, Way

# The encoder takes half a minute of hundredths of a second. It is content with less, and then has
# less to do; with much less it begins to repeat itself.
MOST, LEAST, SPARE = 3000, 1500, 300
# A step whose last word ends before this has nothing to go on from.
LEAST_WORDS = 1.0


def short(frames):
    """How much of the encoder so much sound needs."""
    return min(max(LEAST, frames + SPARE), MOST)


class StepwiseModel(faster_whisper.WhisperModel):
    """Whisper that hears again what it has not heard well. Each piece has a copy of it, of which all
    have the same weights."""

    # Seconds of sound up to which a beginning is heard with less than the whole encoder.
    LONGEST_SHORT = (MOST - SPARE) / 100

    seek = next_seek = 0
    samples = features = heard = told = None
    # How often it has put right what a first hearing gave, and how often less than the whole encoder
    # was too little.
    repairs = widened = 0

    def steps(self, piece, prompt, **options):
        """The segments of a piece, in its window's seconds, and what is known of its language.
        `prompt` is what was said before it."""
        self.samples = piece.samples
        segments, info = self.transcribe(piece.samples, initial_prompt=prompt, **options)
        spans = [{"start": start, "end": end} for start, end in piece.spans]
        return restore_speech_timestamps(segments, spans, RATE), info

    def encoded(self, features, width=MOST, silence=0.0):
        """What the encoder makes of features, and of silence behind them."""
        padding = ((0, 0), (0, width - features.shape[1]))
        return super().encode(np.pad(features, padding, constant_values=silence))

    def beginning(self, features, is_whole=False):
        """The same with no more of the encoder than is needed. It knows silence as the least that there
        is: the engine's zeros, which are louder, mislead it when there are few of them."""
        width = MOST if is_whole else short(features.shape[1])
        return self.encoded(features, width, features.min(initial=0.0))

    def languages(self, features, is_whole=False):
        """The languages that it may be, the likeliest first, each with how likely it is; and what the
        encoder made of the features."""
        encoded = self.beginning(features[:, :MOST], is_whole)
        found = self.model.detect_language(encoded)[0]
        return [(token[2:-2], probability) for token, probability in found], encoded

    # What tells which language it is, by the features and by those that it may be.
    choose = None

    # What the engine calls on its way, in this order.

    def detect_language(self, *, features, **options):
        frames = len(self.samples) * self.frames_per_second // RATE
        features = features[:, : min(MOST, frames)]
        found, self.told = self.languages(features)
        language, probability = self.choose(features, found)
        return language, probability, found

    def encode(self, features):
        self.seek = self.next_seek
        frames = min(MOST, len(self.samples) * self.frames_per_second // RATE - self.seek)
        self.next_seek += frames
        # It is encoded when it is known what goes before it, and perhaps twice.
        self.features = features[:, :frames]
        return self.features

    def get_prompt(self, tokenizer, previous_tokens, *, hotwords=None, **options):
        # With less than it was made for, the encoder is misled by what goes before.
        self.is_short = self._end < self.LONGEST_SHORT and not (
            self.seek or previous_tokens or hotwords)
        return super().get_prompt(tokenizer, previous_tokens, hotwords=hotwords, **options)

    def generate_with_fallback(self, features, prompt, tokenizer, options):
        whole, told = self.features, self.told
        left = [Way(is_short=True)] * self.is_short + [Way(), *ways.OTHERWISE]
        found, same, self.told = [], None, None
        encoded = {True: told} if told is not None and self.is_short else {}
        while left and not same:
            way = left.pop(0)
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
        self.heard = same or ways.best(found, options)
        self._count(found)
        return self.heard.result, self.heard.probability, self.heard.temperature, \
            self.heard.compression

    def _count(self, found):
        """Counts what had to be heard again to be heard well. To take the whole encoder is no repair:
        there was only too little of it."""
        usual = next((one for one in found if one.way == Way()), found[0])
        self.repairs += self.heard.tokens not in (found[0].tokens, usual.tokens)
        self.widened += found[0].way.is_short and self.heard.tokens != found[0].tokens

    def _hear(self, encoded, way, prompt, tokenizer, options):
        prompt = prompt[prompt.index(tokenizer.sot) :] if way.is_alone else prompt
        result, probability, _, compression = super().generate_with_fallback(
            encoded, prompt, tokenizer, replace(options, temperatures=[0.0], **way.changes))
        is_likely = probability >= options.log_prob_threshold
        heard = Heard(
            result, probability, compression, way, encoded,
            is_sure=is_likely and compression <= options.compression_ratio_threshold,
            is_silence=not is_likely and result.no_speech_prob > options.no_speech_threshold)
        heard.frames = self.features.shape[1]
        heard.tokens = [token for token in result.sequences_ids[0] if token < tokenizer.eot]
        if heard.is_sure and options.word_timestamps:
            if heard.tokens:
                heard.words = super().find_alignment(
                    tokenizer, [heard.tokens], encoded, heard.frames)[0]
            ways.judge(heard, self._end, self._passed, LEAST_WORDS)
        else:
            heard.is_fine = heard.is_sure or (
                heard.is_silence and self._passed(0.0, self._end) < guard.WORDLESS)
        return heard

    @property
    def _end(self):
        return self.features.shape[1] / self.frames_per_second

    def _passed(self, start, end):
        """How many seconds of speech there are between two times of the step."""
        first = self.seek / self.frames_per_second
        return guard.speech(self.samples, first + start, first + end)

    def _split_segments_by_timestamps(self, *, seek, **options):
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

    def add_word_timestamps(self, segments, *arguments, **options):
        super().add_word_timestamps(segments, *arguments, **options)
        end = get_end(segments[0])
        if not self.is_over and end is not None and end > self.seek / self.frames_per_second:
            self.next_seek = round(end * self.frames_per_second)
        for segment in segments[0]:
            if segment["words"] and guard.is_made_up(segment["words"], self.samples):
                segment["tokens"] = []  # it has no text then
                self.repairs += 1
