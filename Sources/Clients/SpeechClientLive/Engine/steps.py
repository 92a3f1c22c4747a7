"""Recognition in steps of at most half a minute, each of which can be begun anew.

What a step gives is determined by the sound of its window and by its `Place`, and by nothing else:
who goes on from a place gets what would have come without a break."""

import json
from dataclasses import asdict, dataclass, field, replace

import faster_whisper
import numpy as np
from faster_whisper.transcribe import restore_speech_timestamps
from faster_whisper.vad import VadOptions, collect_chunks, get_speech_timestamps

from audio import RATE
from wire import Failure

# The form of what `Place.text` gives, and the way from it to words. With another one, no work that
# was begun goes on from its place.
FORM = "1"
PROMPT_TOKENS = 223


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


class StepwiseModel(faster_whisper.WhisperModel):
    """Whisper that knows the place of the step that it takes."""

    # What the engine tries where it is not sure of what it heard, or repeats itself: how it decodes,
    # and the temperature that this counts as. It would draw lots, and not the same ones again.
    OTHERWISE = ({"beam_size": 5}, 0.4), ({"beam_size": 5, "no_repeat_ngram_size": 3}, 1.0)

    place = Place()
    spoken_before = 0.0

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
        segments, info = self.transcribe(
            samples, clip_timestamps=[place.seek / self.frames_per_second],
            initial_prompt=place.tokens or prompt, **options)
        return restore_speech_timestamps(segments, spans, RATE) if spans else segments, info

    # What the engine calls on its way, in this order.

    def get_prompt(self, tokenizer, previous_tokens, **options):
        self.place = replace(self.place, tokens=previous_tokens[-PROMPT_TOKENS:])
        return super().get_prompt(tokenizer, previous_tokens, **options)

    def generate_with_fallback(self, encoded, prompt, tokenizer, options):
        found = []
        for changes, temperature in ({}, 0.0), *self.OTHERWISE:
            result, probability, _, compression = super().generate_with_fallback(
                encoded, prompt, tokenizer, replace(options, temperatures=[0.0], **changes))
            found.append((result, probability, temperature, compression))
            is_sure = probability >= options.log_prob_threshold
            is_silence = not is_sure and result.no_speech_prob > options.no_speech_threshold
            if is_silence or is_sure and compression <= options.compression_ratio_threshold:
                return found[-1]
            # The text before may be what it repeats.
            prompt = prompt[prompt.index(tokenizer.sot) :]
        rest = [one for one in found if one[3] <= options.compression_ratio_threshold] or found
        best = max(rest, key=lambda one: one[1])
        return best[0], best[1], found[-1][2], best[3]

    def _split_segments_by_timestamps(self, *, seek, **options):
        self.place = replace(self.place, seek=seek)
        return super()._split_segments_by_timestamps(seek=seek, **options)

    def add_word_timestamps(self, *arguments, last_speech_timestamp):
        # It knows of none before the first word that it hears.
        last_speech_timestamp = last_speech_timestamp or self.spoken_before
        self.place = replace(self.place, spoken_until=last_speech_timestamp)
        return super().add_word_timestamps(
            *arguments, last_speech_timestamp=last_speech_timestamp)
