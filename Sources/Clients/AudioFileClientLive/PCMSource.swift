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

  var expectedFrameCount: Int? { get }

  func seek(toFrame frame: Int) -> Bool
}

extension PCMSource {
  /// In frames.
  var chunkCapacity: Int { max(1_024, (1 << 16) / channelCount) }

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
  private var mixer: ChannelMixer
  let capacity: Int

  init(_ source: any PCMSource) {
    self.source = source
    capacity = source.chunkCapacity
    mixer = ChannelMixer(channelCount: source.channelCount, sampleRate: source.sampleRate)
    interleaved = .allocate(capacity: source.channelCount == 1 ? 0 : capacity * source.channelCount)
  }

  deinit { interleaved.deallocate() }

  func read(
    _ frameCount: Int, into mono: UnsafeMutablePointer<Float>, _ cancellation: CancellationSignal
  ) throws -> Int {
    try cancellation.check()
    guard source.channelCount > 1, let frames = interleaved.baseAddress
    else {
      let count = try source.read(min(frameCount, capacity), into: mono, cancellation)
      if source.mayContainInvalidSamples { zeroInvalidSamples(mono, count) }
      return count
    }
    let channelCount = source.channelCount
    let wanted = min(frameCount, capacity, mixer.blockLength)
    var count = 0
    // Blocks are full, so that the mix doesn't depend on the pace of ffmpeg.
    while count < wanted {
      let place = frames + count * channelCount
      let read = try source.read(wanted - count, into: place, cancellation)
      if read == 0 { break }
      count += read
    }
    if source.mayContainInvalidSamples { zeroInvalidSamples(frames, count * channelCount) }
    mixer.mix(frames, count, into: mono)
    return count
  }
}

/// One NaN or infinity would spoil a filter's later output. Integers stored as floats reach 32,768.
private func zeroInvalidSamples(_ samples: UnsafeMutablePointer<Float>, _ count: Int) {
  for i in 0..<count {
    samples[i] = samples[i].magnitude <= 65_536 ? samples[i] : 0
  }
}
