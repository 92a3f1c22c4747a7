public import AudioStoreClient
import ConcurrencyExtras
import Dependencies
import Foundation
import SharedModels

extension AudioStoreClient {
  /// Stores audio in an S3 service. A put ends once a checksum or the bytes, read back, match.
  public static func s3(_ config: S3Config, tuning: S3Tuning = S3Tuning()) -> Self {
    let connection = S3Connection(config, tuning)
    let presigner = config.publicEndpoint.map {
      S3Presigner(
        address: S3Address($0, config), credentials: config.credentials, region: config.region)
    }
    @Dependency(\.date) var date
    return Self(
      address: { config.address },
      checksum: { try await connection.checksum($0) },
      delete: { names in try await connection.delete(names) },
      downloadLink: { [date] name, request in
        guard let presigner
        else { return nil }
        var query: [(name: String, value: String)] = []
        if let type = request.mediaType { query.append(("response-content-type", type)) }
        if let name = request.fileName {
          query.append(("response-content-disposition", disposition(of: name)))
        }
        let (now, seconds) = (date.now, Int(request.lifetime / .seconds(1)))
        return AudioStoreLink(
          url: presigner.url(
            "GET", of: try connection.key(of: name), query: query, date: now, lifetime: seconds),
          expiresAt: now.addingTimeInterval(Double(seconds)))
      },
      entry: { try await connection.object($0)?.entry },
      get: { try await connection.read($0, $1) },
      linkOrigin: { presigner?.address.origin },
      list: {
        let lister = S3Lister(connection)
        return AudioStorePages { try await lister.page() }
      },
      put: { try await connection.put($0, $1, $2) },
      removeLeftovers: { try await connection.removeLeftovers(before: $0) },
      uploadLink: { [date] name, stored, lifetime in
        guard let presigner, let checksum = base64(ofHexadecimal: stored.sha256)
        else { return nil }
        let (now, seconds) = (date.now, Int(lifetime / .seconds(1)))
        let headers = [
          "x-amz-checksum-sha256": checksum, "x-amz-meta-sha256": stored.sha256,
        ]
        return AudioStoreLink(
          url: presigner.url(
            "PUT", of: try connection.key(of: name), headers: headers, date: now,
            lifetime: seconds),
          headers: headers, expiresAt: now.addingTimeInterval(Double(seconds)))
      })
  }

  /// RFC 6266.
  private static func disposition(of name: String) -> String {
    "attachment; filename*=UTF-8''\(S3Text.escaped(name))"
  }

  private static func base64(ofHexadecimal text: String) -> String? {
    let digits = Array(text.utf8)
    guard digits.count == 64
    else { return nil }
    let bytes = stride(from: 0, to: 64, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    return bytes.count == 32 ? Data(bytes).base64EncodedString() : nil
  }
}

extension S3Connection {
  private static let width = 8

  fileprivate func delete(_ names: [String]) async throws -> [String: AudioStoreError] {
    let rest = LockIsolated(names[...])
    return try await withThrowingTaskGroup { group in
      for _ in 0..<min(Self.width, names.count) {
        group.addTask {
          var failures: [String: AudioStoreError] = [:]
          while let name = rest.withLock({ $0.popFirst() }) {
            do {
              _ = try await perform(S3Request("DELETE", key(of: name)), about: name)
            } catch AudioStoreError.missing {
              // Already deleted.
            } catch let error as AudioStoreError {
              failures[name] = error
            }
          }
          return failures
        }
      }
      return try await group.reduce(into: [:]) { $0.merge($1) { $1 } }
    }
  }
}
