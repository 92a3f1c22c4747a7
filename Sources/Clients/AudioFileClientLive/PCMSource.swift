protocol PCMSource: AnyObject {
  var channelCount: Int { get }
  var sampleRate: Int { get }

  var mayContainInvalidSamples: Bool { get }

  func read(
    _ frameCount: Int, into buffer: UnsafeMutablePointer<Float>, _ cancellation: CancellationSignal
  ) throws -> Int
}

protocol FileSource: PCMSource {
  var declaredFrameCount: Int? { get }

  /// The declared length, or an estimate.
  var expectedFrameCount: Int? { get }

  func seek(toFrame frame: Int) -> Bool
}

extension PCMSource {
  /// In frames.
  var chunkCapacity: Int { max(1_024, (1 << 16) / channelCount) }

  /// Reads to the end, and returns the number of frames.
  func readAll(
    _ cancellation: CancellationSignal,
    _ take: (UnsafeBufferPointer<Float>) throws -> Void = { _ in }
  ) throws -> Int {
    let buffer = UnsafeMutablePointer<Float>.allocate(capacity: chunkCapacity * channelCount)
    defer { buffer.deallocate() }
    var frames = 0
    while true {
      let count = try read(chunkCapacity, into: buffer, cancellation)
      if count == 0 { return frames }
      try take(UnsafeBufferPointer(start: buffer, count: count * channelCount))
      frames += count
    }
  }
}

final class MonoReader {
  let source: any PCMSource
  private let interleaved: UnsafeMutableBufferPointer<Float>
  let capacity: Int

  init(_ source: any PCMSource) {
    self.source = source
    capacity = source.chunkCapacity
    interleaved = .allocate(capacity: source.channelCount == 1 ? 0 : capacity * source.channelCount)
  }

  deinit { interleaved.deallocate() }

  func read(
    _ frameCount: Int, into mono: UnsafeMutablePointer<Float>, _ cancellation: CancellationSignal
  ) throws -> Int {
    try cancellation.check()
    let wanted = min(frameCount, capacity)
    guard source.channelCount > 1, let frames = interleaved.baseAddress
    else {
      let count = try source.read(wanted, into: mono, cancellation)
      if source.mayContainInvalidSamples { zeroInvalidSamples(mono, count) }
      return count
    }
    let channelCount = source.channelCount
    let count = try source.read(wanted, into: frames, cancellation)
    if source.mayContainInvalidSamples { zeroInvalidSamples(frames, count * channelCount) }
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

/// One NaN or infinity would spoil all of a filter's later output. Integers stored as floats
/// reach 32,768.
private func zeroInvalidSamples(_ samples: UnsafeMutablePointer<Float>, _ count: Int) {
  for i in 0..<count {
    samples[i] = samples[i].magnitude <= 65_536 ? samples[i] : 0
  }
}
