"""Recognition of a recording, window by window, with times that hold over the whole of it."""

import math
from dataclasses import replace

from audio import RATE, windows
from steps import PROMPT_TOKENS, Place
from wire import Canceled, Failure, field

HOTWORD_TOKENS = 60


class Options:
    """What a request may ask for."""

    def __init__(self, message):
        self.model = field(message, "model", str)
        self.language = field(message, "language", str)
        self.prompt = field(message, "prompt", str, "")
        resume = field(message, "resume", str)
        self.place = None if resume is None else Place.of(resume)
        self.vocabulary = [str(word) for word in field(message, "vocabulary", list, [])]
        self.beam_size = field(message, "beam_size", int, 1)
        self.voice_filter = field(message, "voice_filter", bool, True)
        self.word_times = field(message, "word_times", bool, True)
        self.start = field(message, "start", float, 0.0)
        self.seconds = field(message, "seconds", float)
        self.threads = field(message, "threads", int)
        if not 1 <= self.beam_size <= 20:
            raise Failure("bad-request", "'beam_size' must be from 1 to 20")
        if self.threads is not None and self.threads < 1:
            raise Failure("bad-request", "'threads' must be 1 or more")
        if not 0 <= self.start < math.inf:
            raise Failure("bad-request", "'start' must not be negative")

    def language_for(self, model):
        """The language to recognise in; None where the model is to find out."""
        if self.language is None:
            return None if model.model.is_multilingual else "en"
        if self.language not in model.supported_languages:
            known = model.supported_languages
            raise Failure(
                "language-unsupported",
                f"this model does not know the language '{self.language}'",
                "it knows English only; use a multilingual model" if known == ["en"]
                else "use a two-letter code, such as 'en' or 'de'",
            )
        return self.language

    def hotwords(self, model):
        """The vocabulary as the engine takes it, short enough to leave room for what is said."""
        text, kept = "", []
        for word in self.vocabulary:
            text = ", ".join(kept + [word])
            if len(model.hf_tokenizer.encode(" " + text, add_special_tokens=False)) > HOTWORD_TOKENS:
                break
            kept.append(word)
        return ", ".join(kept) or None


class Clock:
    """Times in the recording: inside it, and never going back, whatever the engine says."""

    # A time that goes back further was wrong, and not only rounded otherwise.
    BACK = 0.5

    def __init__(self, first):
        self.last, self.repairs = first, 0

    def place(self, start, end, limit):
        self.repairs += bool(start < self.last - self.BACK)
        start = min(max(start, self.last), limit)
        self.last = min(max(end, start), limit)
        return round(start, 3), round(self.last, 3)


def words_of(segment, offset, limit, clock):
    words = []
    for word in segment.words or ():
        text = word.word.strip()
        if not text:
            continue
        start, end = clock.place(offset + word.start, offset + word.end, limit)
        words.append({
            "text": text, "start": start, "end": end,
            "probability": round(min(max(float(word.probability), 0.0), 1.0), 4),
        })
    return words


def is_speech(segment):
    """Not so where the engine itself thinks it heard nothing and is not sure of the text."""
    return not (segment.no_speech_prob > 0.6 and segment.avg_logprob < -1.0)


def transcribe(model, options, pieces, window, emit, canceled):
    """Emits `language`, `segment`, `checkpoint` and `progress`; returns what `done` reports."""
    place, prompt = options.place, options.prompt.strip() or None
    if place is None:
        place = Place(language=options.language_for(model), last=options.start)
    else:
        prompt = None
    told = options.place is not None and place.language is not None
    hotwords = options.hotwords(model)
    clock, end = Clock(place.last), options.start
    spoken, model.repairs = 0.0, 0
    for first, samples in windows(pieces, window):
        offset = options.start + first / RATE
        end = offset + len(samples) / RATE
        total = max(options.seconds or 0.0, end)
        if canceled():
            raise Canceled
        samples, spans = model.speech(samples, options.voice_filter)
        spoken += len(samples) / RATE
        segments = ()
        if len(samples):
            segments, info = model.steps(
                samples, spans, place, prompt, language=place.language,
                beam_size=options.beam_size, word_timestamps=options.word_times, hotwords=hotwords)
            place = replace(place, language=info.language)
            if not told:
                told = True
                emit("language", language=info.language,
                     probability=round(info.language_probability, 4))
        del samples
        step, tokens = None, place.tokens
        for segment in segments:
            if canceled():
                raise Canceled
            if segment.seek != step:
                # All steps before this one are done.
                step, tokens = segment.seek, model.place.tokens
                place = replace(model.place, language=place.language, last=clock.last)
                if segment.seek > 0 or first == 0:
                    emit("checkpoint", start=round(offset, 3), state=place.text)
            tokens = tokens + segment.tokens if segment.temperature <= 0.5 else []
            if not is_speech(segment):
                continue
            words = words_of(segment, offset, end, clock)
            if words:
                start, stop = words[0]["start"], words[-1]["end"]
            elif options.word_times:
                continue
            else:
                start, stop = clock.place(offset + segment.start, offset + segment.end, end)
            emit(
                "segment", text=segment.text.strip(), start=start, end=stop,
                words=words, probability=round(math.exp(min(segment.avg_logprob, 0.0)), 4),
            )
            emit("progress", done=stop, total=total)
        # What was said last is the context of what comes, as it is within a window.
        prompt, place = None, Place(
            tokens=tokens[-PROMPT_TOKENS:], language=place.language, last=clock.last)
        emit("checkpoint", start=round(end, 3), state=place.text)
        emit("progress", done=round(end, 3), total=total)
    return {
        "seconds": round(end, 3), "speech_seconds": round(spoken, 3), "language": place.language,
        "repairs": model.repairs + clock.repairs,
    }
