/// Which moment of the recording each moment of the output is.
///
/// It is a row of marks, between which time passes evenly. They are made as sound is written and
/// dropped as it is heard.
struct TimeMap: Sendable {
  private struct Mark: Sendable {
    /// Seconds of output.
    var output: Double
    /// Seconds of the recording.
    var source: Double
    /// Seconds of the recording for each of output, until the next mark.
    var rate: Double
  }

  private var marks: [Mark] = []

  /// From `output` on, the recording goes on at `source`, at `rate` times its own speed.
  mutating func mark(output: Double, source: Double, rate: Double) {
    if let last = marks.last, last.rate == rate,
      abs(last.source + (output - last.output) * rate - source) < 0.0005
    {
      return
    }
    marks.append(Mark(output: output, source: source, rate: rate))
  }

  /// The moment of the recording that is heard; forgets what is before.
  mutating func source(at output: Double) -> Double? {
    while marks.count > 1, marks[1].output <= output { marks.removeFirst() }
    guard let mark = marks.first
    else { return nil }
    let time = mark.source + max(0, output - mark.output) * mark.rate
    // What is marked next may lie a little before: time does not go beyond it, and not back.
    guard marks.count > 1, marks[1].source >= mark.source
    else { return time }
    return min(time, marks[1].source)
  }
}
