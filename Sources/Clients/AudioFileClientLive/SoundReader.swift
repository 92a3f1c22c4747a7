import AudioFileClient
import Foundation
import POSIX

final class SoundReader: Sendable {
  let channelCount: Int
  let sampleRate: Int
  private let reader: Mutex<Reader?>

  private struct Reader {
    let source: any PCMSource
    let mono: MonoReader?
    var limiter: Limiter
  }

  init(
    _ url: URL, startingAt start: Duration, searchPath: String, _ cancellation: CancellationSignal
  ) throws {
    let media = try Media(url, searchPath: searchPath, cancellation)
    guard let source = try media.source(startingAt: max(.zero, start))
    else {
      (channelCount, sampleRate) = (1, AudioSamples.sampleRate)
      reader = Mutex(nil)
      return
    }
    channelCount = source.channelCount == 2 ? 2 : 1
    sampleRate = source.sampleRate
    let isStereo = source.channelCount == 2
    reader = Mutex(
      Reader(
        source: source, mono: isStereo ? nil : MonoReader(source),
        limiter: Limiter(channelCount: channelCount, sampleRate: sampleRate)))
  }

  func next(_ cancellation: CancellationSignal) throws -> [Float]? {
    try reader.withLock { reader in
      guard let current = reader
      else { return nil }
      let frames = max(1024, sampleRate / 5)
      let chunk = try [Float](unsafeUninitializedCapacity: frames * channelCount) { chunk, count in
        guard let base = chunk.baseAddress
        else { return }
        if let mono = current.mono {
          count = try mono.read(frames, into: base, cancellation)
        } else {
          count = try 2 * current.source.read(frames, into: base, cancellation)
        }
      }
      if chunk.isEmpty { reader = nil }
      return chunk.isEmpty ? nil : reader?.limiter.apply(to: chunk.map { $0.isFinite ? $0 : 0 })
    }
  }
}
