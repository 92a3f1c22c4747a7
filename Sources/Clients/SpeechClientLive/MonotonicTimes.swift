import SharedModels

/// Keeps the times of a recording's segments from going back, whatever the engine says.
struct MonotonicTimes {
  private var last: Duration

  init(from start: Duration) {
    last = start
  }

  /// The segment with its times put in order after those of the segments before it.
  mutating func ordered(_ segment: Segment) -> Segment {
    var segment = segment
    for index in segment.words.indices {
      segment.words[index].start = next(segment.words[index].start)
      segment.words[index].end = next(segment.words[index].end)
    }
    segment.start = segment.words.first?.start ?? next(segment.start)
    segment.end = segment.words.isEmpty ? next(segment.end) : last
    return segment
  }

  private mutating func next(_ time: Duration) -> Duration {
    last = max(last, time)
    return last
  }
}
