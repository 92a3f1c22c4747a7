import Csonic

final class Stretcher {
  private let channelCount: Int
  private let stream: sonicStream
  /// Frames that Sonic buffers until it has two periods of the deepest voice.
  private let latency: Int
  private(set) var inputFrames = 0
  private(set) var outputFrames = 0
  let speed: Double

  init?(sampleRate: Int, channelCount: Int, speed: Double) {
    guard let stream = sonicCreateStream(Int32(sampleRate), Int32(channelCount))
    else { return nil }
    sonicSetSpeed(stream, Float(speed))
    self.channelCount = channelCount
    self.speed = speed
    self.stream = stream
    latency = 2 * sampleRate / Int(SONIC_MIN_PITCH)
  }

  deinit { sonicDestroyStream(stream) }

  var inputFrameOfOutput: Double {
    max(Double(inputFrames) - Double(latency) * 0.75, 0)
  }

  func output(after samples: [Float]) -> [Float] {
    var samples = samples
    let frames = samples.count / channelCount
    guard sonicWriteFloatToStream(stream, &samples, Int32(frames)) != 0
    else { return [] }
    inputFrames += frames
    return available()
  }

  func finish() -> [Float] {
    sonicFlushStream(stream)
    let expected = Int((Double(inputFrames) / speed).rounded()) - outputFrames
    let rest = available()
    // Flushing adds silence.
    return Array(rest.prefix(max(0, expected) * channelCount))
  }

  private func available() -> [Float] {
    let frames = Int(sonicSamplesAvailable(stream))
    guard frames > 0
    else { return [] }
    var output = [Float](repeating: 0, count: frames * channelCount)
    let count = sonicReadFloatFromStream(stream, &output, Int32(frames))
    outputFrames += Int(count)
    return Array(output.prefix(Int(count) * channelCount))
  }
}
