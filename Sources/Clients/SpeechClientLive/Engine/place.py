"""Where work that was broken off goes on."""

import json
from dataclasses import asdict, dataclass

from wire import Failure

# The form of what `Place.text` gives, and the way from it to words. With another one, no work that
# was begun goes on from its place.
FORM = "3"


@dataclass
class Place:
    """Which piece of a window is the next one, and what it takes over from those before it."""

    piece: int = 0
    language: str | None = None  # of the recording; None where nothing was heard of it yet
    spoken: str | None = None  # the one that was spoken last
    is_given: bool = False  # whether the request has named it
    last: float = 0.0  # the time that words do not go back behind

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
                and isinstance(place.language, str | None) and isinstance(place.spoken, str | None)
            )
        except (TypeError, ValueError):
            is_one = False
        if not is_one:
            raise Failure("bad-request", "'resume' is not a state from this engine")
        return place
