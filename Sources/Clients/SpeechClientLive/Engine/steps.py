"""Transcribes one chunk in steps of at most 30 seconds, each of which may need a second pass."""

import copy
from dataclasses import replace

import faster_whisper
import numpy as np
from faster_whisper.transcribe import get_end, restore_speech_timestamps

import guard
import ways
from audio import RATE
from spoken import among
from ways import Heard, Way

# The encoder's input is 30 seconds, in hundredths. It works with less, at a lower cost; with much
# less, it starts to repeat text.
MOST, LEAST, SPARE = 3000, 1500, 300
# If the last word of a step ends earlier, the next step can't start there.
LEAST_WORDS = 1.0


def short(frames):
    """The encoder frames needed for some audio."""
    return min(max(LEAST, frames + SPARE), MOST)


class StepwiseModel(faster_whisper.WhisperModel):
    """A Whisper model that transcribes bad results again. Each chunk has a copy, which shares
    the weights."""

    # Seconds of audio up to which less than the full encoder is used.
    LONGEST_SHORT = (MOST - SPARE) / 100

    # The languages that may be detected; all if empty.
    allowed = ()
    # The probability from which audio is speech.
    threshold = guard.SPEECH

    seek = next_seek = 0
    samples = features = heard = told = None
    # How often a second pass improved the result, and how often the shortened encoder was not
    # enough.
    repairs = widened = 0

    def steps(self, piece, prompt, **options):
        """The segments of a chunk, in seconds of its window, and its language. `prompt` is the
        text before it."""
        self.samples = piece.samples
        segments, info = self.transcribe(
            piece.samples, initial_prompt=prompt, word_timestamps=True,
            compression_ratio_threshold=guard.COMPRESSION, log_prob_threshold=guard.LIKELY,
            no_speech_threshold=guard.NO_SPEECH, **options)
        spans = [{"start": start, "end": end} for start, end in piece.spans]
        return restore_speech_timestamps(segments, spans, RATE), info

    def encoded(self, features, width=MOST, silence=0.0):
        """The encoder's output for features, padded with silence."""
        padding = ((0, 0), (0, width - features.shape[1]))
        return super().encode(np.pad(features, padding, constant_values=silence))

    def beginning(self, features, is_whole=False):
        """The same with as little of the encoder as possible. Pads with the lowest level in the
        features: the engine's zeros are louder, and confuse a shortened encoder."""
        width = MOST if is_whole else short(features.shape[1])
        return self.encoded(features, width, features.min(initial=0.0))

    def languages(self, features, is_whole=False):
        """The possible languages, most likely first, with their probabilities, and the encoder's
        output for the features."""
        encoded = self.beginning(features[:, :MOST], is_whole)
        found = self.model.detect_language(encoded)[0]
        found = [(token[2:-2], probability) for token, probability in found]
        return among(found, self.allowed), encoded

    # Chooses the language from the model, the features, and the candidates.
    choose = None

    # Called by the engine, in this order.

    def detect_language(self, *, features, **options):
        frames = len(self.samples) * self.frames_per_second // RATE
        features = features[:, : min(MOST, frames)]
        found, self.told = self.languages(features)
        language, probability = self.choose(self, features, found)
        return language, probability, found

    def encode(self, features):
        self.seek = self.next_seek
        frames = min(MOST, len(self.samples) * self.frames_per_second // RATE - self.seek)
        self.next_seek += frames
        # Encoded later, when the text before it is known, and possibly twice.
        self.features = features[:, :frames]
        return self.features

    def get_prompt(self, tokenizer, previous_tokens, *, hotwords=None, **options):
        # A shortened encoder is confused by previous text.
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
                # If nothing follows, the beginning may be usable.
                self.features = whole[:, : heard.head]
                heard = self._hear(self.encoded(self.features), way, prompt, tokenizer, options)
                same = heard if heard.is_fine and heard.words else None
                self.features = whole
        self.heard = same or ways.best(found)
        self._count(found)
        return self.heard.result, self.heard.probability, self.heard.temperature, \
            self.heard.compression

    def _count(self, found):
        """Counts second passes that improved the result. Using the full encoder is not a repair:
        only the shortened one was not enough."""
        usual = next((one for one in found if one.way == Way()), found[0])
        self.repairs += self.heard.tokens not in (found[0].tokens, usual.tokens)
        self.widened += found[0].way.is_short and self.heard.tokens != found[0].tokens

    def _hear(self, encoded, way, prompt, tokenizer, options):
        prompt = prompt[prompt.index(tokenizer.sot) :] if way.is_alone else prompt
        result, probability, _, compression = super().generate_with_fallback(
            encoded, prompt, tokenizer, replace(options, temperatures=[0.0], **way.changes))
        heard = Heard(
            result, probability, compression, way, encoded,
            is_sure=probability >= guard.LIKELY and compression <= guard.COMPRESSION,
            is_silence=guard.is_silence(result.no_speech_prob, probability))
        heard.frames = self.features.shape[1]
        heard.tokens = [token for token in result.sequences_ids[0] if token < tokenizer.eot]
        if heard.is_sure:
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
        """Seconds of speech between two times of the step."""
        first = self.seek / self.frames_per_second
        return guard.speech(self.samples, first + start, first + end, self.threshold)

    def _split_segments_by_timestamps(self, *, seek, **options):
        size = self.heard.frames
        segments, seek, is_over = super()._split_segments_by_timestamps(**dict(
            options, seek=seek, segment_size=size, segment_duration=size / self.frames_per_second))
        if is_over and self.heard.rest >= guard.PASSED:
            # It stopped early: the next step starts after its last word.
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
            if segment["words"] and guard.is_made_up(
                    segment["words"], self.samples, self.threshold):
                segment["tokens"] = []  # which removes its text
                self.repairs += 1
