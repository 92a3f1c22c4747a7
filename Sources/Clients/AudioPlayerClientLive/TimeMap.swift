/// Maps output times to recording times by linear segments, dropped once played.
struct TimeMap: Sendable {
  private struct Mark: Sendable {
    var output: Double
    var source: Double
    var rate: Double
  }

  private var marks: [Mark] = []

  mutating func mark(output: Double, source: Double, rate: Double) {
    if let last = marks.last, last.rate == rate,
      abs(last.source + (output - last.output) * rate - source) < 0.0005
    {
      return
    }
    marks.append(Mark(output: output, source: source, rate: rate))
  }

  mutating func source(at output: Double) -> Double? {
    while marks.count > 1, marks[1].output <= output { marks.removeFirst() }
    guard let mark = marks.first
    else { return nil }
    let time = mark.source + max(0, output - mark.output) * mark.rate
    // The next mark can lie slightly earlier: never pass it, and never go back.
    guard marks.count > 1, marks[1].source >= mark.source
    else { return time }
    return min(time, marks[1].source)
  }
}
