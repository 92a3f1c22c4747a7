extension Transcription {
  /// Orders times within `duration`, and words within their segments, with the smallest changes.
  public mutating func repairTimes(within duration: Duration? = nil) {
    var repaired = segments
    var now = Duration.zero
    func next(_ time: Duration) -> Duration {
      now = max(now, duration.map { min(time, max($0, .zero)) } ?? time)
      return now
    }
    for segment in repaired.indices {
      let firstWord = repaired[segment].words.first?.start ?? repaired[segment].start
      repaired[segment].start = next(min(repaired[segment].start, firstWord))
      for word in repaired[segment].words.indices {
        repaired[segment].words[word].start = next(repaired[segment].words[word].start)
        repaired[segment].words[word].end = next(repaired[segment].words[word].end)
      }
      repaired[segment].end = next(repaired[segment].end)
    }
    segments = repaired
  }
}
