"""Signs of a bad result: repeated words, words that go back in time, more words than can be
said, and speech without words."""

from faster_whisper.vad import VadOptions, get_speech_timestamps

from audio import RATE

# Seconds of speech without a word that are not a pause; less if there are no words at all.
PASSED, WORDLESS = 3.0, 0.5
# A longer word is ignored as evidence of speech: it was stretched over skipped audio.
LONGEST_WORD = 1.0
# Repetitions that count as a loop: of one word, of two, and of longer phrases. Spoken numbers may
# repeat digits, so repetitions in the results of two ways are accepted.
TURNS = {1: 6, 2: 4}
LONGER, PHRASE = 3, 12
# This many words in a row within the time of one are invented.
CROWD, CROWDED = 8, 0.4
# Seconds that a word may start before the previous one ends, since times are rounded.
BACK = 0.5
# Words below this probability are invented if there is less speech than this around them. Their
# times may be off by a second.
UNLIKELY, LEAST_SPEECH, AROUND = 0.5, 0.1, 1.0
# Audio before a position with which the voice activity detector adapts.
LEAD = 1.0
# The probability from which audio is speech, and from which it may be faint speech.
SPEECH, FAINT = 0.5, 0.2
# Whisper's own limits: a text that compresses better repeats itself; its tokens have a mean log
# probability of at least this; more than this probability of no speech may mean silence.
COMPRESSION, LIKELY, NO_SPEECH = 2.4, -1.0, 0.6


def is_silence(no_speech, likelihood):
    """True if the decoder considers audio silent and its text unlikely."""
    return no_speech > NO_SPEECH and likelihood < LIKELY


def loops(words):
    """Whether a word or a phrase repeats in a loop."""
    for length in range(1, min(PHRASE, len(words) // 2) + 1):
        turns, run = TURNS.get(length, LONGER), 0
        for one, other in zip(words, words[length:]):
            run = run + 1 if one == other else 0
            if run >= length * (turns - 1):
                return True
    return False


def crowds(times):
    """Whether more words share a time than can be said in it."""
    return any(
        last[1] - first[0] < CROWDED for first, last in zip(times, times[CROWD - 1 :]))


def goes_back(times):
    """Whether a word starts before its predecessor, or ends before it starts."""
    last = 0.0
    for start, end in times:
        if start < last - BACK or end < start:
            return True
        last = max(last, end)
    return False


def gaps(times, end):
    """Gaps between words that are longer than a pause, up to `end`: (start, end)."""
    last, found = 0.0, []
    for start, stop in [*times, (end, end)]:
        if start - last >= PASSED:
            found.append((last, start))
        last = max(last, min(stop, start + LONGEST_WORD))
    return found


def speech_in(samples, threshold=SPEECH):
    """Spans of speech: (first sample, end)."""
    if not len(samples):
        return []
    options = VadOptions(threshold=threshold, min_silence_duration_ms=100, speech_pad_ms=0)
    return [(span["start"], span["end"]) for span in get_speech_timestamps(samples, options)]


def speech(samples, start, end, threshold=SPEECH):
    """Seconds of speech between two times."""
    first = max(0, round((start - LEAD) * RATE))
    spans = speech_in(samples[first : round(end * RATE)], threshold)
    start -= first / RATE
    return sum(max(0.0, last / RATE - max(start, begin / RATE)) for begin, last in spans)


def is_made_up(words, samples, threshold=SPEECH):
    """Whether unlikely words are where there is no speech."""
    likely = sum(word["probability"] for word in words) / len(words)
    around = words[0]["start"] - AROUND, words[-1]["end"] + AROUND
    return likely < UNLIKELY and speech(samples, *around, threshold) < LEAST_SPEECH
