"""The position from which an interrupted transcription resumes."""

import json
from dataclasses import asdict, dataclass

from wire import Failure

# The version of the format of `Place.text`, and of the transcription. Transcriptions of another
# version do not resume from their position.
FORM = "6"


@dataclass
class Place:
    """The next chunk of a window, and the state from previous ones."""

    piece: int = 0
    language: str | None = None  # of the recording; None if unknown
    spoken: str | None = None  # of the previous chunk
    is_given: bool = False  # whether the request set the language
    last: float = 0.0  # the end of the last word
    words: int = 0  # the words so far, and the sum of their segments' probabilities
    likely: float = 0.0
    wordless: float = 0.0  # seconds of speech and faint speech; counted until there should be words

    @property
    def text(self):
        return json.dumps(asdict(self), separators=(",", ":"))

    @staticmethod
    def of(text):
        try:
            place = Place(**json.loads(text))
            is_one = (
                type(place.piece) is int and place.piece >= 0
                and type(place.last) in (int, float) and type(place.is_given) is bool
                and type(place.wordless) in (int, float) and type(place.words) is int
                and type(place.likely) in (int, float)
                and isinstance(place.language, str | None) and isinstance(place.spoken, str | None)
            )
        except (TypeError, ValueError):
            is_one = False
        if not is_one:
            raise Failure("bad-request", "'resume' is not a state from this engine")
        return place
