"""The words of a result: whole, and with times at the edges of speech."""

import bisect

import confidence

WITHOUT_SPACES = {"zh", "ja", "th", "lo", "my", "yue"}
# An end that is early by at most this many seconds moves to the end of the speech.
EARLY = 0.5


def joined(found, language):
    """The decoder's words, with fragments such as `cold` and `-hearted` joined."""
    words = []
    for word in found:
        text = word["word"].strip()
        if not text:
            continue
        probability = confidence.of(word["probability"])
        if words and language not in WITHOUT_SPACES and not word["word"].startswith(" "):
            last = words[-1]
            last.update(
                text=last["text"] + text, end=float(word["end"]),
                probability=min(last["probability"], probability))
            continue
        words.append({
            "text": text, "start": float(word["start"]), "end": float(word["end"]),
            "probability": probability,
        })
    return words


def move_to_speech(words, speech):
    """Moves the starts and ends of words that are in silence to the edge of the word's speech, and
    early ends before silence to the end of the speech. `speech` has spans of (start, end), in
    order. Words in order stay in order."""
    starts = [start for start, _ in speech]
    following = float("inf")
    for word in reversed(words):
        start, end = word["start"], word["end"]
        after = bisect.bisect_right(starts, start)
        if (not after or speech[after - 1][1] < start) and after < len(speech):
            word["start"] = start = speech[after][0] if speech[after][0] < end else start
        last = bisect.bisect_right(starts, end) - 1
        if last >= 0:
            edge = speech[last][1]
            is_late, is_early = start < edge < end, end < edge <= min(following, end + EARLY)
            word["end"] = edge if is_late or is_early else end
        following = start
