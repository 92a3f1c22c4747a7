public import AudioFileClient
public import Dependencies
import Foundation
import POSIX

extension AudioFileClient: DependencyKey {
  public static let liveValue = live()
}

extension AudioFileClient {
  /// `searchPath` lists the folders of ffmpeg's programs, separated by colons; `PATH` by default.
  public static func live(searchPath: String? = nil) -> Self {
    let searchPath: @Sendable () -> String = {
      searchPath ?? ProcessText.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    }
    let searchedFolders = SearchedFolders()
    return Self(
      checksum: { url in
        try await blocking(url.displayPath) { try AudioFileClientLive.checksum(of: url, $0) }
      },
      copyIn: { source, destination in
        try await blocking(destination.displayPath) { try store(source, at: destination, $0) }
      },
      copyOut: { source, destination, replacing in
        try await blocking(destination.displayPath) {
          searchedFolders.removeLeftovers(in: destination.deletingLastPathComponent())
          return try store(source, at: destination, replacing: replacing, $0)
        }
      },
      copyStreamIn: { stream, destination in
        try await blocking(destination.displayPath) { cancellation in
          // Duplicated because the owner may close the original.
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
        return DecodedAudio(
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
