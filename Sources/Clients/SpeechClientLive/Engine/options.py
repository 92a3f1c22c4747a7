"""The options of a transcription request, and the limits of its results."""

import math

import guard
from place import Place
from wire import Failure, field

HOTWORD_TOKENS = 60


class Options:
    """The options of a request."""

    def __init__(self, message):
        self.model = field(message, "model", str)
        self.language = field(message, "language", str)
        self.languages = [str(code) for code in field(message, "languages", list, [])]
        if self.language is None and len(self.languages) == 1:
            self.language = self.languages[0]
        self.preferred = [str(code) for code in field(message, "preferred", list, [])]
        self.prompt = field(message, "prompt", str, "")
        resume = field(message, "resume", str)
        self.place = None if resume is None else Place.of(resume)
        self.vocabulary = [str(word) for word in field(message, "vocabulary", list, [])]
        self.beam_size = field(message, "beam_size", int, 1)
        self.voice_filter = field(message, "voice_filter", bool, True)
        self.threshold = guard.FAINT if field(message, "faint", bool, False) else guard.SPEECH
        self.start = field(message, "start", float, 0.0)
        self.seconds = field(message, "seconds", float)
        self.known = [
            {"text": field(word, "text", str, ""), "start": field(word, "start", float, self.start),
             "end": field(word, "end", float, self.start)}
            for word in field(message, "known", list, []) if isinstance(word, dict)]
        self.threads = field(message, "threads", int)
        if not 1 <= self.beam_size <= 20:
            raise Failure("bad-request", "'beam_size' must be from 1 to 20")
        if self.threads is not None and self.threads < 1:
            raise Failure("bad-request", "'threads' must be 1 or more")
        if not 0 <= self.start < math.inf:
            raise Failure("bad-request", "'start' must not be negative")

    def language_for(self, model):
        """The language to transcribe, or None to detect it."""
        if self.language is None:
            return None if model.model.is_multilingual else "en"
        if self.language not in model.supported_languages:
            known = model.supported_languages
            raise Failure(
                "language-unsupported",
                f"this model does not support the language '{self.language}'",
                "it supports English only; select a multilingual model with 'speechmemo models use "
                "base', then run 'speechmemo retry ID'" if known == ["en"]
                else "use a two-letter code, such as 'en' or 'de'",
            )
        return self.language

    def hotwords(self, model):
        """The vocabulary for the engine, shortened to leave room for the text."""
        text, kept = "", []
        for word in self.vocabulary:
            text = ", ".join(kept + [word])
            if len(model.hf_tokenizer.encode(" " + text, add_special_tokens=False)) > HOTWORD_TOKENS:
                break
            kept.append(word)
        return ", ".join(kept) or None


class Clock:
    """Times within the recording that never go back, whatever the engine returns."""

    # A larger step back is an error and not a rounding difference.
    BACK = 0.5

    def __init__(self, first):
        self.last, self.repairs = first, 0

    def place(self, start, end, limit):
        self.repairs += bool(start < self.last - self.BACK)
        start = min(max(start, self.last), limit)
        self.last = min(max(end, start), limit)
        return round(start, 3), round(self.last, 3)
