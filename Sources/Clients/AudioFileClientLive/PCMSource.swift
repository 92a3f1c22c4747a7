import SharedModels

/// Where samples come from, at the rate and with the channels that the file has.
protocol PCMSource: AnyObject {
  var channelCount: Int { get }
  var sampleRate: Int { get }

  /// Whether a sample may be something other than a number in range.
  var mayHoldWildSamples: Bool { get }

  /// Reads up to `frameCount` interleaved frames to `buffer`, which has room for them, and returns
  /// how many: 0 at the end.
  func read(
    _ frameCount: Int, into buffer: UnsafeMutablePointer<Float>, _ cancellation: CancellationSignal
  ) throws -> Int
}

/// A source that lies in an open file, so that one can move in it.
protocol FileSource: PCMSource {
  var format: AudioFormat { get }

  /// The number of frames that the header tells, if it does.
  var declaredFrameCount: Int? { get }

  /// Moves to a frame. Returns whether there is one.
  func seek(toFrame frame: Int) -> Bool
}

/// Reads a source as one channel: the mean of all, with what is not a sample made silence.
final class MonoReader {
  let source: any PCMSource
  private let interleaved: UnsafeMutableBufferPointer<Float>
  /// How many frames one read gives at the most.
  let capacity: Int

  init(_ source: any PCMSource) {
    self.source = source
    capacity = max(1_024, (1 << 16) / source.channelCount)
    interleaved = .allocate(capacity: source.channelCount == 1 ? 0 : capacity * source.channelCount)
  }

  deinit { interleaved.deallocate() }

  /// Reads up to `frameCount` samples to `mono` and returns how many: 0 at the end.
  func read(
    _ frameCount: Int, into mono: UnsafeMutablePointer<Float>, _ cancellation: CancellationSignal
  ) throws -> Int {
    try cancellation.check()
    let wanted = min(frameCount, capacity)
    guard source.channelCount > 1, let frames = interleaved.baseAddress
    else {
      let count = try source.read(wanted, into: mono, cancellation)
      if source.mayHoldWildSamples { silenceWildSamples(mono, count) }
      return count
    }
    let channelCount = source.channelCount
    let count = try source.read(wanted, into: frames, cancellation)
    if source.mayHoldWildSamples { silenceWildSamples(frames, count * channelCount) }
    if channelCount == 2 {
      for i in 0..<count { mono[i] = (frames[2 &* i] + frames[2 &* i &+ 1]) * 0.5 }
    } else {
      let scale = 1 / Float(channelCount)
      for i in 0..<count {
        var sum: Float = 0
        for channel in 0..<channelCount { sum += frames[i &* channelCount &+ channel] }
        mono[i] = sum * scale
      }
    }
    return count
  }
}

/// Float files can hold infinities, NaN and garbage of any size, of which one would spoil all that
/// a filter gives after it. Full scale is 1; integers stored as floats reach 32,768.
private func silenceWildSamples(_ samples: UnsafeMutablePointer<Float>, _ count: Int) {
  for i in 0..<count {
    samples[i] = samples[i].magnitude <= 65_536 ? samples[i] : 0
  }
}
