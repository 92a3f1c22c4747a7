public import AudioFileClient
public import Dependencies
import Foundation
import POSIX

extension AudioFileClient: DependencyKey {
  /// Finds the ffmpeg programs by the `PATH` of the environment.
  public static let liveValue = live()
}

extension AudioFileClient {
  /// The client over libsndfile and libmpg123, and over the ffmpeg programs for what these do not
  /// read.
  ///
  /// - Parameter searchPath: the folders in which `ffmpeg` and `ffprobe` are looked for when they
  ///   are needed, separated by colons. By default those of the environment's `PATH`.
  public static func live(searchPath: String? = nil) -> Self {
    let searchPath: @Sendable () -> String = {
      searchPath ?? ProcessText.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    }
    return Self(
      checksum: { url in
        try await blocking(url.displayPath) { try AudioFileClientLive.checksum(of: url, $0) }
      },
      copyIn: { source, destination in
        try await blocking(destination.displayPath) { try store(source, at: destination, $0) }
      },
      copyOut: { source, destination, replacing in
        try await blocking(destination.displayPath) {
          Leftover.removeAll(in: destination.deletingLastPathComponent())
          return try store(source, at: destination, replacing: replacing, $0)
        }
      },
      copyStreamIn: { stream, destination in
        try await blocking(destination.displayPath) { cancellation in
          // A second one, which its owner cannot close meanwhile.
          let descriptor = try Descriptor(borrowing: stream.fileDescriptor).duplicate()
          return try storeStream(descriptor, at: destination, cancellation)
        }
      },
      decode: { url, start in
        AudioSamples {
          let reader = SampleReader(url, startingAt: start, searchPath: searchPath())
          return { try await blocking(url.displayPath) { try reader.next($0) } }
        }
      },
      encode: { source, destination, comment in
        try await blocking(destination.displayPath) { cancellation in
          let media = try Media(source, searchPath: searchPath(), cancellation)
          return try media.encode(to: destination, comment: comment, cancellation)
        }
      },
      listen: { url, start in
        let reader = try await blocking(url.displayPath) { cancellation in
          try SoundReader(url, startingAt: start, searchPath: searchPath(), cancellation)
        }
        return AudibleSound(
          channelCount: reader.channelCount,
          chunks: AsyncThrowingStream {
            try await blocking(url.displayPath) { try reader.next($0) }
          },
          sampleRate: reader.sampleRate)
      },
      peaks: { url, count in
        try await blocking(url.displayPath) { cancellation in
          let media = try Media(url, searchPath: searchPath(), cancellation)
          return try media.peaks(count, cancellation)
        }
      },
      probe: { url in
        try await blocking(url.displayPath) { cancellation in
          let media = try Media(url, searchPath: searchPath(), cancellation)
          return try media.info(cancellation)
        }
      })
  }
}
