import SharedModels
import Testing

struct SharedTimesTests {
  @Test("A time is divided in proportion to the lengths, to its very end")
  func shares() {
    let times = sharedTimes(of: [1, 0, 2], from: .seconds(1), to: .milliseconds(1_700))
    #expect(times.map(\.start) == [.seconds(1), times[0].end, times[0].end])
    #expect(times.map(\.end) == [times[1].start, times[1].start, .milliseconds(1_700)])
    #expect(abs(times[0].end / .milliseconds(1) - 1_233.333) < 0.001)
  }

  @Test("Pieces of zero length take no time")
  func nothing() {
    #expect(sharedTimes(of: [], from: .zero, to: .seconds(1)).isEmpty)
    let times = sharedTimes(of: [0, 0], from: .seconds(1), to: .seconds(2))
    #expect(times.allSatisfy { $0.start == .seconds(1) && $0.end == .seconds(1) })
  }
}
