"""The words of a result: whole, and with times at the edges of speech."""

import bisect
import math

import confidence

WITHOUT_SPACES = {"zh", "ja", "th", "lo", "my", "yue"}
# Starts that are late and ends that are early by at most this many seconds move to the edge of the
# speech, and words in silence to speech that is as near. These then have at most LONGEST seconds.
NEAR, LONGEST = 0.5, 1.0


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
    late starts after silence and early ends before silence to the edge of the speech around them. A
    word in silence just before speech becomes the speech's first. `speech` has spans of (start, end),
    in order. Words in order stay in order."""
    starts = [start for start, _ in speech]
    following = math.inf
    for number, word in reversed(list(enumerate(words))):
        start, end = word["start"], word["end"]
        after = bisect.bisect_right(starts, start)
        if after and start <= speech[after - 1][1]:
            edge, silence = speech[after - 1][0], speech[after - 2][1] if after > 1 else -math.inf
            before = words[number - 1] if number else {"start": silence, "end": silence}
            if before["start"] <= silence and before["end"] <= edge and start <= edge + NEAR:
                start = edge
        elif after < len(speech):
            edge, last = speech[after]
            last = min(following, last)
            if edge < end:
                start = edge
            elif edge <= min(following, end + NEAR) and last <= edge + LONGEST:
                start, end = edge, last
        last = bisect.bisect_right(starts, end) - 1
        if last >= 0:
            edge = speech[last][1]
            is_late, is_early = start < edge < end, end < edge <= min(following, end + NEAR)
            end = edge if is_late or is_early else end
        word["start"], word["end"] = start, end
        following = start
