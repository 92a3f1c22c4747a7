import AudioFileClient
import Foundation

struct ChannelLevels {
  /// Decibels relative to the loud speech of the channel, or ``silence``.
  private let levels: [[Float]]

  private static let framesPerSecond = 20
  private static let silence: Float = -40
  /// Quieter sound is the other speaker in the background.
  private static let leastLevel: Float = -20
  /// A channel that is louder by this many decibels speaks alone.
  private static let leastDistance: Float = 10
  /// Conversations overlap in up to a tenth of their speech; music and rooms almost always.
  private static let mostOverlap = 0.15

  init?(_ audio: DecodedAudio) async throws {
    guard audio.channelCount == 2
    else { return nil }
    var meters = [Meter(sampleRate: audio.sampleRate), Meter(sampleRate: audio.sampleRate)]
    for try await chunk in audio.chunks {
      for index in chunk.indices { meters[index % 2].add(chunk[index]) }
    }
    levels = meters.map { Self.relative($0.levels) }
  }

  var areSpeakers: Bool {
    var counts = [0, 0]
    var overlap = 0
    for (left, right) in zip(levels[0], levels[1]) where max(left, right) > Self.silence {
      if abs(left - right) < Self.leastDistance {
        overlap += 1
      } else {
        counts[left > right ? 0 : 1] += 1
      }
    }
    let total = counts[0] + counts[1] + overlap
    let least = max(Self.framesPerSecond, total / 50)
    return Double(overlap) <= Self.mostOverlap * Double(total) && counts.allSatisfy { $0 >= least }
  }

  /// Returns the channel of each word. Silent words belong to the channel of the words before them.
  func channels(of words: [Range<Duration>]) -> [Int] {
    let found = words.map(channel)
    var last = found.lazy.compactMap(\.self).first ?? 0
    return found.map { channel in
      last = channel ?? last
      return last
    }
  }

  private func channel(during time: Range<Duration>) -> Int? {
    let count = levels[0].count
    func frame(_ time: Duration) -> Int {
      Int(min(max(0, time / .seconds(1) * Double(Self.framesPerSecond)), Double(count)))
    }
    let first = frame(time.lowerBound)
    let range = first..<min(count, max(first + 1, frame(time.upperBound)))
    guard !range.isEmpty
    else { return nil }
    let distance = range.reduce(0) { $0 + levels[0][$1] - levels[1][$1] }
    return distance == 0 ? nil : distance > 0 ? 0 : 1
  }

  private static func relative(_ levels: [Float]) -> [Float] {
    let sorted = levels.sorted()
    guard let floor = sorted.dropFirst(sorted.count / 10).first
    else { return [] }
    // Speech stands out from the noise of its channel.
    let least = max(floor + 6, -80)
    let speech = sorted.drop { $0 < least }
    guard speech.count > framesPerSecond / 2,
      let loud = speech.dropFirst(speech.count * 19 / 20).first
    else { return levels.map { _ in silence } }
    return levels.map { level in
      level >= least && level - loud >= leastLevel ? level - loud : silence
    }
  }
}

private struct Meter {
  private let frameLength: Int
  private var count = 0
  private(set) var levels: [Float] = []
  private var power: Float = 0

  init(sampleRate: Int) {
    frameLength = max(1, sampleRate / 20)
  }

  mutating func add(_ sample: Float) {
    power += sample * sample
    count += 1
    guard count == frameLength
    else { return }
    levels.append(10 * log10(power / Float(count) + 1e-10))
    (count, power) = (0, 0)
  }
}
