import Testing

@testable import AudioFileClientLive

@Suite struct ContainerClockTests {
  /// One frame is a millisecond.
  private func clock(origin: Double = 0, longestGap: Double = 3_600) -> ContainerClock {
    ContainerClock(sampleRate: 1_000, origin: origin, longestGap: longestGap)
  }

  private func line(_ time: String, _ count: Int = 100) -> String {
    "[Parsed_ashowinfo_2 @ 0x55ef] n:0 pts:\(time) pts_time:0 pos:-1 fmt:flt channels:1 "
      + "chlayout:mono rate:1000 nb_samples:\(count) checksum:F09E8080\n"
  }

  /// The places and lengths of the corrections.
  private func corrections(_ times: [Int], _ clock: ContainerClock) -> [[Int]] {
    clock.add(Array(times.map { line("\($0)") }.joined().utf8))
    return corrections(of: clock)
  }

  private func corrections(of clock: ContainerClock) -> [[Int]] {
    var found: [[Int]] = []
    while let next = clock.nextCorrection, let correction = clock.correction(at: next) {
      found.append([correction.frame, correction.silence])
    }
    return found
  }

  @Test("audio that starts after its container follows silence")
  func lateStart() {
    #expect(corrections([6_200, 6_300], clock(origin: 5)) == [[0, 1_200]])
    #expect(corrections([1_200], clock(origin: -0.007)) == [[0, 1_207]])
    #expect(corrections([20_000], clock(longestGap: 10)) == [[0, 20_000]])
  }

  @Test("a gap becomes silence at its place")
  func gap() {
    let clock = clock()
    clock.add(Array((line("0") + line("100") + line("1700")).utf8))
    #expect(clock.correction(at: 199) == nil)
    #expect(clock.correction(at: 200)?.silence == 1_500)
    #expect(clock.nextCorrection == nil)
  }

  @Test("rounded times do not add up")
  func rounding() {
    let errors = [0, 9, -9, 20, -20]
    let times = (0..<1_000).map { $0 * 100 + errors[$0 % 5] }
    #expect(corrections(times, clock()).isEmpty)
  }

  @Test("audio that gets ahead of a slower clock is skipped")
  func overlap() {
    #expect(corrections((0..<5).map { $0 * 90 }, clock()) == [[400, -40]])
  }

  @Test("no audio is lost if the clock starts again or stands still")
  func restart() {
    #expect(corrections([0, 100, 200, 0, 100, 200], clock()).isEmpty)
    #expect(corrections([0, 100, 0, 100, 700], clock()) == [[400, 500]])
    #expect(corrections(Array(repeating: 0, count: 50), clock()).isEmpty)
    #expect(corrections([100], clock(origin: 9)).isEmpty)
  }

  @Test("a clock that is set far ahead is not a gap, and later gaps are found")
  func longestGap() {
    #expect(corrections([0, 20_000, 20_600], clock(longestGap: 10)) == [[200, 500]])
  }

  @Test("audio without a time follows the audio before it")
  func noTime() {
    let clock = clock()
    clock.add(Array((line("0") + line("NOPTS") + line("200") + line("900")).utf8))
    #expect(corrections(of: clock) == [[300, 600]])
  }

  @Test("lines may arrive in any parts, and other output is ignored")
  func parts() {
    let clock = clock()
    let noise = "    title: [Parsed_ashowinfo_2 @ 0] pts:9000 nb_samples:100\nError\n"
    let text = line("0") + noise + line("900") + String(repeating: "x", count: 5_000) + "\n"
    for byte in text.utf8 { clock.add([byte]) }
    clock.add(Array((line("99999999999999999999") + line("1100") + line("1800", 0)).utf8))
    #expect(corrections(of: clock) == [[100, 800]])
  }
}
