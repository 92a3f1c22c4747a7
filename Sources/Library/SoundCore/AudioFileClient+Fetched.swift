public import AudioFileClient
public import Foundation

extension AudioFileClient {
  public static func fetched(
    _ file: @escaping @Sendable (URL) async throws -> URL, local: AudioFileClient
  ) -> Self {
    let file: @Sendable (URL) async throws -> URL = { url in
      try await file(url.audioTrack(nil)).audioTrack(url.audioTrack)
    }
    /// The cache may evict a file before it is opened.
    @Sendable func reading<Value: Sendable>(
      _ url: URL, _ work: @Sendable (URL) async throws -> Value
    ) async throws -> Value {
      let here = try await file(url)
      do {
        return try await work(here)
      } catch AudioFileError.missing(here.path) where here != url {
        return try await work(try await file(url))
      }
    }
    return Self(
      checksum: { try await reading($0) { try await local.checksum(of: $0) } },
      copyIn: { source, place in
        try await reading(source) { try await local.copyIn(from: $0, to: place) }
      },
      copyOut: { source, place, replacing in
        try await reading(source) {
          try await local.copyOut(from: $0, to: place, replacing: replacing)
        }
      },
      copyStreamIn: local.copyStreamIn,
      decode: { url, start in
        AudioSamples {
          var iterator: AudioSamples.Iterator?
          return {
            if iterator == nil {
              iterator = local.decode(url: try await file(url), startingAt: start)
                .makeAsyncIterator()
            }
            return try await iterator?.next()
          }
        }
      },
      encode: { source, place, comment in
        try await reading(source) { try await local.encode(from: $0, to: place, comment: comment) }
      },
      listen: { url, start in
        try await reading(url) { try await local.listen(url: $0, startingAt: start) }
      },
      peaks: { url, count in try await reading(url) { try await local.peaks(of: $0, count: count) }
      },
      probe: { try await reading($0) { try await local.probe(url: $0) } })
  }
}
