import Foundation

extension AudioSamples {
  /// Levels speech for engines, within ±1, and from its first word: reads a minute ahead.
  public func leveled() -> AudioSamples {
    AudioSamples {
      var iterator = makeAsyncIterator()
      var leveler = Leveler()
      var failure: (any Error)?
      return {
        while leveler.needsMore {
          do {
            if let chunk = try await iterator.next() {
              leveler.add(chunk)
            } else {
              leveler.end()
            }
          } catch {
            failure = error
            leveler.end()
          }
        }
        if let chunk = leveler.next() { return chunk }
        if let failure { throw failure }
        return nil
      }
    }
  }
}

private struct Leveler {
  private static let aheadCount = 60 * AudioSamples.sampleRate

  private var chunks: [[Float]] = []
  private var isEnded = false
  private var limiter = Limiter()
  private var meter = SpeechMeter()
  private var sampleCount = 0

  var needsMore: Bool { !isEnded && sampleCount <= Self.aheadCount }

  mutating func add(_ chunk: [Float]) {
    chunks.append(chunk)
    meter.add(chunk)
    sampleCount += chunk.count
  }

  mutating func end() { isEnded = true }

  mutating func next() -> [Float]? {
    guard !chunks.isEmpty
    else { return nil }
    let chunk = chunks.removeFirst()
    sampleCount -= chunk.count
    return limiter.apply(meter.gain, to: chunk, followedBy: chunks.first)
  }
}

/// Measures speech by frames that stand out from the quietest, so that steady noise isn't raised.
private struct SpeechMeter {
  private static let frameLength = AudioSamples.sampleRate / 20
  /// In decibels below full scale. The voice activity detector loses words below -50 dB.
  private static let usualLevels: ClosedRange<Float> = -35...(-10)
  private static let levels = -100...100
  private static let mostGain: Float = 60
  /// Half a second, so that a click is not taken for speech.
  private static let leastFrames = 10
  private static let leastDistance = 6

  private var counts = Array(repeating: 0, count: levels.count)
  private var frameCount = 0
  private var power: Float = 0
  private var sampleCount = 0

  mutating func add(_ samples: [Float]) {
    for sample in samples {
      power += sample * sample
      sampleCount += 1
      if sampleCount == Self.frameLength { endFrame() }
    }
  }

  private mutating func endFrame() {
    let decibels = 10 * log10(Double(power) / Double(Self.frameLength) + 1e-10)
    let bin = Int(min(Double(Self.levels.upperBound), decibels.rounded(.down)))
    counts[bin - Self.levels.lowerBound] += 1
    frameCount += 1
    (power, sampleCount) = (0, 0)
  }

  var gain: Float {
    guard let level
    else { return 1 }
    let usual = Self.usualLevels
    let wanted = min(max(level, usual.lowerBound), usual.upperBound)
    return pow(10, min(wanted - level, Self.mostGain) / 20)
  }

  private var level: Float? {
    guard let floor = index(at: frameCount / 10, from: 0)
    else { return nil }
    let first = floor + Self.leastDistance
    let speechCount = counts.dropFirst(first).reduce(0, +)
    guard speechCount >= Self.leastFrames
    else { return nil }
    return index(at: speechCount * 4 / 5, from: first).map { Float($0 + Self.levels.lowerBound) }
  }

  private func index(at rank: Int, from first: Int) -> Int? {
    var rank = rank
    for index in counts.indices.dropFirst(first) {
      if rank < counts[index] { return index }
      rank -= counts[index]
    }
    return nil
  }
}
