import ConcurrencyExtras
import Foundation
import SharedModels

extension AudioFileClient {
  public static func simulated() -> Self {
    let files = SimulatedFiles()
    return Self(
      checksum: { files.memo(at: $0).stored },
      copyIn: { try files.add(files.memo(at: $0), at: $1) },
      copyOut: { try files.add(files.memo(at: $0), at: $1, replacing: $2) },
      copyStreamIn: { try files.add(SimulatedMemo(name: "stream"), at: $1) },
      decode: { url, start in
        let memo = files.memo(at: url)
        return AudioSamples {
          var second = Int(Swift.max(.zero, start) / .seconds(1))
          return {
            guard second < memo.seconds
            else { return nil }
            defer { second += 1 }
            return memo.samples(second: second)
          }
        }
      },
      encode: { source, destination, _ in try files.add(files.memo(at: source), at: destination) },
      listen: { url, start in
        let memo = files.memo(at: url)
        let second = LockIsolated(Int(Swift.max(.zero, start) / .seconds(1)))
        return DecodedAudio(
          channelCount: 1,
          chunks: AsyncThrowingStream {
            let next = second.withLock { second in
              defer { second += 1 }
              return second
            }
            return next < memo.seconds ? memo.samples(second: next) : nil
          },
          sampleRate: AudioSamples.sampleRate)
      },
      peaks: { url, count in
        let memo = files.memo(at: url)
        return (0..<Swift.max(0, count)).map { column in
          let level = memo.level(at: Double(column) / Double(count))
          return Peak(max: level, min: -level, rms: level * Float(0.5).squareRoot())
        }
      },
      probe: { url in
        let memo = files.memo(at: url)
        return AudioFileInfo(
          byteCount: memo.stored.byteCount,
          channelCount: 1,
          duration: .seconds(memo.seconds),
          format: .wav,
          sampleRate: AudioSamples.sampleRate)
      })
  }
}

private final class SimulatedFiles: Sendable {
  private let added = LockIsolated<[URL: SimulatedMemo]>([:])

  func memo(at url: URL) -> SimulatedMemo {
    added.withLock { $0[url.audioTrack(nil)] } ?? SimulatedMemo(name: url.lastPathComponent)
  }

  func add(
    _ memo: SimulatedMemo, at url: URL, replacing: Bool = false
  ) throws -> StoredAudio {
    try added.withLock { added in
      guard replacing || added[url] == nil
      else { throw AudioFileError.destinationExists(path: url.path(percentEncoded: false)) }
      added[url] = memo
    }
    return memo.stored
  }
}

private struct SimulatedMemo {
  let hash: UInt64

  init(name: String) {
    // FNV-1a: the same in each run, unlike Swift's hashes.
    hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  var seconds: Int { 5 + Int(hash % 26) }

  var stored: StoredAudio {
    let digits = String(hash, radix: 16)
    let padded = String(repeating: "0", count: 16 - digits.count) + digits
    return StoredAudio(
      byteCount: Int64(44 + 2 * AudioSamples.sampleRate * seconds),
      sha256: String(repeating: padded, count: 4))
  }

  func level(at place: Double) -> Float {
    let phase = place * Double(seconds) / 2
    return Float(0.05 + 0.75 * abs(sin(.pi * phase)))
  }

  func samples(second: Int) -> [Float] {
    (0..<AudioSamples.sampleRate).map { index in
      let time = Double(second) + Double(index) / Double(AudioSamples.sampleRate)
      return level(at: time / Double(seconds)) * Float(sin(2 * .pi * 220 * time))
    }
  }
}
