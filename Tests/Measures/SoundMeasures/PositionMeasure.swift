import AudioFileClientLive
import AudioPlayerClient
import AudioPlayerClientLive
import ConcurrencyExtras
import Dependencies
import Foundation
import TestSoundServer

/// The difference between the player's position and the audible one.
///
/// Records the output of the sink. For each quarter of a second of speech in it, searches the memo for
/// the same loudness near the position reported at that time.
struct PositionMeasure {
  let memo: Memo
  let speeds: [Double]

  /// A second of loudness is unique in its vicinity.
  private static let hop = 0.02
  private static let hopCount = 50
  private static let reach = 0.3

  func run() async throws {
    print("a memo of \(Int(memo.seconds)) s; milliseconds of the memo's time")
    for speed in speeds {
      let (heard, marks) = try await play(at: speed)
      let errors = errors(Loudness(heard, rate: Double(SinkRecorder.rate)), marks, speed)
      guard !errors.isEmpty
      else {
        print("speed \(speed): no audio was recorded")
        continue
      }
      let sizes = errors.map(abs).sorted()
      let signed = errors.sorted()
      func milliseconds(_ value: Double) -> String { String(format: "%.1f", value * 1_000) }
      print(
        """
        speed \(speed): \(errors.count) positions; error: median \
        \(milliseconds(sizes[sizes.count / 2])), 95 % within \
        \(milliseconds(sizes[sizes.count * 95 / 100])), at most \(milliseconds(sizes.last ?? 0)); \
        reported minus audible: median \(milliseconds(signed[signed.count / 2]))
        """)
    }
  }

  private func play(
    at speed: Double
  ) async throws -> (heard: [Float], marks: [(probe: Double, heard: Double)]) {
    let server = try await TestSoundServer.start()
    let client = AudioPlayerClient.live(server: server.address)
    let position = LockIsolated<Double?>(nil)
    let recorder = try SinkRecorder(server, warmUp: 1.5) { position.value }
    let poll = Task {
      while !Task.isCancelled {
        let time = await client.currentTime()
        position.setValue(time)
        try await Task.sleep(for: .milliseconds(2))
      }
    }
    try await withDependencies {
      $0.audioFile = .live()
    } operation: {
      await client.setSpeed(speed: speed)
      _ = try await client.play(url: memo.url)
    }
    poll.cancel()
    return (recorder.stop(), recorder.marks)
  }

  private func errors(
    _ heard: Loudness, _ marks: [(probe: Double, heard: Double)], _ speed: Double
  ) -> [Double] {
    var errors: [Double] = []
    var next = marks.startIndex
    let half = Self.hop * Double(Self.hopCount) / 2
    for time in stride(from: half, to: heard.seconds - half, by: 0.25) {
      while next < marks.endIndex, marks[next].heard < time { next += 1 }
      guard next < marks.endIndex, marks[next].heard - time < 0.02
      else { continue }
      let told = marks[next].probe
      let there = marks[next].heard
      let course = heard.course(from: there - half, width: Self.hop, count: Self.hopCount)
      guard course.reduce(0, +) / Double(course.count) > 0.01,
        let place = place(of: course, near: told, speed)
      else { continue }
      errors.append(told - place)
    }
    return errors
  }

  /// The position of the middle of that loudness curve in the memo.
  private func place(of course: [Double], near told: Double, _ speed: Double) -> Double? {
    let width = Self.hop * speed
    let half = width * Double(Self.hopCount) / 2
    let best = stride(from: -Self.reach, through: Self.reach, by: 0.001).map { shift in
      let other = memo.loudness.course(
        from: told + shift - half, width: width, count: Self.hopCount)
      return (place: told + shift, likeness: likeness(course, other))
    }.max { $0.likeness < $1.likeness }
    return best.flatMap { $0.likeness > 0.9 ? $0.place : nil }
  }

  private func likeness(_ a: [Double], _ b: [Double]) -> Double {
    let (middleA, middleB) = (a.reduce(0, +) / Double(a.count), b.reduce(0, +) / Double(b.count))
    var (ab, aa, bb) = (0.0, 0.0, 0.0)
    for (x, y) in zip(a, b) {
      ab += (x - middleA) * (y - middleB)
      aa += (x - middleA) * (x - middleA)
      bb += (y - middleB) * (y - middleB)
    }
    return aa > 0 && bb > 0 ? ab / (aa * bb).squareRoot() : 0
  }
}
