"""What makes a hearing suspect: words that go round in a circle or back in time, more of them than can
be said, and speech that has none."""

from faster_whisper.vad import VadOptions, get_speech_timestamps

from audio import RATE

# So much speech without a word is not taken for a pause; less where nothing was heard at all.
PASSED, WORDLESS = 3.0, 0.5
# A word that lasts longer says nothing of the sound behind it: it is stretched over what was left
# out.
LONGEST_WORD = 1.0
# How often something is said in a row before it counts as a loop: one word, two, and longer phrases.
# Numbers are read out with the same digit many times, so what two ways hear is believed.
TURNS = {1: 6, 2: 4}
LONGER, PHRASE = 3, 12
# So many words in a row at a place where one could be said are not in the sound.
CROWD, CROWDED = 8, 0.4
# Seconds that a word may begin before the one before it has ended: times are rounded.
BACK = 0.5
# Words less likely than this are made up where there is no more speech than this around them: their
# own times may be wrong by a second.
UNLIKELY, LEAST_SPEECH, AROUND = 0.5, 0.1, 1.0
# Sound before a place from which the voice activity detector learns what it listens to.
LEAD = 1.0


def loops(words):
    """Whether a word or a phrase comes again and again."""
    for length in range(1, min(PHRASE, len(words) // 2) + 1):
        turns, run = TURNS.get(length, LONGER), 0
        for one, other in zip(words, words[length:]):
            run = run + 1 if one == other else 0
            if run >= length * (turns - 1):
                return True
    return False


def crowds(times):
    """Whether there are more words at a place than can be said there."""
    return any(
        last[1] - first[0] < CROWDED for first, last in zip(times, times[CROWD - 1 :]))


def goes_back(times):
    """Whether a word begins before one that was said before it has, or ends before it begins."""
    last = 0.0
    for start, end in times:
        if start < last - BACK or end < start:
            return True
        last = max(last, end)
    return False


def gaps(times, end):
    """Where there is no word for longer than a pause, up to the `end`: (start, end)."""
    last, found = 0.0, []
    for start, stop in [*times, (end, end)]:
        if start - last >= PASSED:
            found.append((last, start))
        last = max(last, min(stop, start + LONGEST_WORD))
    return found


def speech(samples, start, end):
    """How many seconds of speech there are between two times."""
    first = max(0, round((start - LEAD) * RATE))
    spans = get_speech_timestamps(
        samples[first : round(end * RATE)],
        VadOptions(min_silence_duration_ms=100, speech_pad_ms=0))
    start -= first / RATE
    return sum(max(0.0, span["end"] / RATE - max(start, span["start"] / RATE)) for span in spans)


def is_made_up(words, samples):
    """Whether unlikely words stand where nobody speaks."""
    likely = sum(word["probability"] for word in words) / len(words)
    return likely < UNLIKELY and speech(
        samples, words[0]["start"] - AROUND, words[-1]["end"] + AROUND) < LEAST_SPEECH
