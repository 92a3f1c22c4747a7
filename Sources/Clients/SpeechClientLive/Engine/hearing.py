"""One transcription of the last seconds of speech: the words after the settled ones.

The decoder is given the settled words whose audio is still held as a prefix. Its output starts
where they end, so that no word is repeated or lost."""

from faster_whisper.tokenizer import Tokenizer
from faster_whisper.transcribe import get_compression_ratio, get_suppressed_tokens
from faster_whisper.transcribe import merge_punctuations
from faster_whisper.vad import VadOptions, get_speech_timestamps

import guard
from audio import RATE
from spoken import SURE, among, expected
from steps import MOST, short
from words import joined

CONTEXT_TOKENS = 60
# Seconds of audio that identify the language. With less, it is detected again.
TELLING = 3.0
OPENING, CLOSING = "\"'“¿([{-", "\"'.。,，!！?？:：”)]}、"


class Hearing:
    def __init__(self, model, options):
        self.model, self.options = model, options
        self.language = options.language_for(model)
        self.probability = None
        self.is_sure = self.language is not None
        self.tokenizer = self._tokenizer() if self.is_sure else None

    def _tokenizer(self):
        model = self.model
        tokenizer = Tokenizer(
            model.hf_tokenizer, model.model.is_multilingual, task="transcribe",
            language=self.language)
        self.suppressed = list(get_suppressed_tokens(tokenizer, [-1]))
        return tokenizer

    def words(self, samples, known, before):
        """The words after the `known` ones, in seconds from the first sample. `before` is the
        text before those."""
        encoded, frames = self._encode(samples)
        if not self.is_sure:
            found = self.model.model.detect_language(encoded)[0]
            found = [(token[2:-2], probability) for token, probability in found]
            found = among(found, self.options.languages)
            self.language, self.probability = found[0]
            self.is_sure = len(samples) >= TELLING * RATE
            if not self.is_sure or self.probability < SURE:
                self.language, self.probability = expected(found, self.options.preferred)
            self.tokenizer = self._tokenizer()
        tokenizer = self.tokenizer
        first = tokenizer.encode(" " + known.strip()) if known.strip() else []
        prompt = self._context(before) + tokenizer.sot_sequence + [tokenizer.no_timestamps] + first
        result = self.model.model.generate(
            encoded, [prompt], beam_size=self.options.beam_size, return_scores=True,
            return_no_speech_prob=True, suppress_blank=not first,
            suppress_tokens=self.suppressed,
            max_length=min(len(prompt) + 20 + 8 * len(samples) // RATE, self.model.max_length),
        )[0]
        # The result includes the prefix.
        new = [token for token in result.sequences_ids[0][len(first) :] if token < tokenizer.eot]
        if not new or get_compression_ratio(tokenizer.decode(new)) > guard.COMPRESSION:
            return []
        if guard.is_silence(result.no_speech_prob, result.scores[0]):
            return []
        return self._timed(encoded, frames, first, new)

    def _encode(self, samples):
        features = self.model.feature_extractor(samples)[:, :-1][:, :MOST]
        frames = features.shape[1]
        # Without silence after the audio, unlike a chunk: given the previous text, the decoder is
        # not confused by the engine's zero padding, and invents fewer words.
        return self.model.encoded(features, short(frames)), frames

    def _context(self, before):
        tokens = []
        hotwords = self.options.hotwords(self.model)
        if hotwords:
            tokens += self.tokenizer.encode(" " + hotwords)
        if before.strip():
            tokens += self.tokenizer.encode(" " + before.strip())[-CONTEXT_TOKENS:]
        return [self.tokenizer.sot_prev] + tokens if tokens else []

    def _timed(self, encoded, frames, first, new):
        found = self.model.find_alignment(self.tokenizer, [first + new], encoded, frames)[0]
        count, rest = 0, []
        for word in found:
            if count >= len(first):
                rest.append(word)
            count += len(word["tokens"])
        merge_punctuations(rest, OPENING, CLOSING)
        while rest and all(c in CLOSING for c in rest[0]["word"].strip()):
            del rest[0]
        return joined(rest, self.language)


def speech(samples, offset):
    """Spans of speech in seconds; the first sample is at `offset`."""
    spans = get_speech_timestamps(
        samples, VadOptions(min_silence_duration_ms=400, speech_pad_ms=200))
    return [(offset + span["start"] / RATE, offset + span["end"] / RATE) for span in spans]
