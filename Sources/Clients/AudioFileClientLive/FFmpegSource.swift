import AudioFileClient

final class FFmpegSource: PCMSource {
  private let bytes: UnsafeMutableRawBufferPointer
  private let clock: ContainerClock
  private let failure: AudioFileError
  private var filled = 0
  private var frame = 0
  private var hasProducedSamples = false
  private let process: ChildProcess
  private var silence = 0
  private var skipped: Int
  private let stream: FFmpeg.Stream
  private var used = 0

  init(
    clock: ContainerClock, failure: AudioFileError, process: ChildProcess, skipping: Int,
    stream: FFmpeg.Stream
  ) {
    self.clock = clock
    self.failure = failure
    self.process = process
    self.stream = stream
    skipped = skipping
    let frameSize = 4 * stream.channelCount
    bytes = .allocate(byteCount: max(1, (1 << 16) / frameSize) * frameSize, alignment: 16)
  }

  deinit { bytes.deallocate() }

  var channelCount: Int { stream.channelCount }
  var sampleRate: Int { stream.sampleRate }
  var mayContainInvalidSamples: Bool { true }

  private var frameSize: Int { 4 * channelCount }

  func read(
    _ frameCount: Int, into buffer: UnsafeMutablePointer<Float>,
    _ cancellation: CancellationSignal
  ) throws -> Int {
    while true {
      try cancellation.check()
      if silence == 0, filled - used < frameSize, try !fill(cancellation) { return 0 }
      if silence == 0, let correction = clock.correction(at: frame) {
        silence = max(0, correction.silence)
        skipped += max(0, -correction.silence)
        continue
      }
      let skips = skipped > 0
      let count = min(available, skips ? skipped : frameCount)
      if skips {
        skipped -= count
      } else {
        copy(count, to: buffer)
      }
      if silence > 0 {
        silence -= count
      } else {
        frame += count
        used += count * frameSize
      }
      if !skips { return count }
    }
  }

  private var available: Int {
    if silence > 0 { return silence }
    let decoded = (filled - used) / frameSize
    return clock.nextCorrection.map { min(decoded, $0 - frame) } ?? decoded
  }

  private func copy(_ count: Int, to buffer: UnsafeMutablePointer<Float>) {
    let target = UnsafeMutableRawBufferPointer(start: buffer, count: count * frameSize)
    if silence > 0 {
      target.initializeMemory(as: UInt8.self, repeating: 0)
    } else {
      target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[used..<used + target.count]))
    }
  }

  /// Reads at least one frame, and returns `false` at the end.
  private func fill(_ cancellation: CancellationSignal) throws -> Bool {
    let rest = UnsafeRawBufferPointer(rebasing: bytes[used..<filled])
    bytes.copyMemory(from: rest)
    (used, filled) = (0, rest.count)
    while filled < frameSize {
      let count = try process.read(
        UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]), cancellation)
      if count == 0 {
        let succeeded = try process.finish(cancellation)
        if !succeeded, !hasProducedSamples { throw failure }
        return false
      }
      filled += count
    }
    hasProducedSamples = true
    return true
  }
}
