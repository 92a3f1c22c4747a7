import ApiClient
import AudioFileClient
import AudioStoreClient
import Foundation
import HTTPMessages
import POSIX
import ServerRouter
import SharedModels
import SoundCore
import Tagged

final class MemoCache: Sendable {
  private let memos = Mutex<[String: Recording]>([:])

  func insert(_ memos: [Recording]) {
    self.memos.withLock { known in
      for memo in memos { known[memo.audio.fileName] = memo }
    }
  }

  func memo(withFile name: String) -> Recording? { memos.withLock { $0[name] } }
}

extension RemoteAudioSource {
  init(_ server: ServerConnection, _ memos: MemoCache) {
    self.init { name, offset in
      let memo = memos.memo(withFile: name)
      let stem = URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent
      guard let id = memo?.id ?? UUID(uuidString: stem).map({ Recording.ID($0) })
      else { throw AudioFileError.missing(path: name) }
      do {
        return try await server.sound(
          at: .memos(.memo(id, .audio)), byteCount: memo?.audio.knownByteCount,
          sha256: memo?.audio.sha256 ?? "", from: offset)
      } catch let ApiError.problem(_, problem) where problem.status == .notFound {
        throw AudioFileError.missing(path: name)
      }
    }
  }
}

extension ServerConnection {
  /// Streams from `offset`, or from the start if it may have changed. `checksum` may be empty.
  func sound(
    at route: ServerRoute, byteCount: Int64?, sha256 checksum: String, from offset: Int64,
    headers others: HTTPHeaders = [:],
    broken: @escaping @Sendable (ApiError) -> any Error = { $0 }
  ) async throws -> RemoteAudioSource.Part {
    var headers = others
    if offset > 0, !checksum.isEmpty {
      headers["Range"] = "bytes=\(offset)-"
      headers["If-Range"] = "\"\(checksum)\""
    }
    var response: HTTPResponse
    do {
      response = try await content(of: route, headers: headers)
    } catch let ApiError.problem(_, problem) where problem.status == .rangeNotSatisfiable {
      response = try await content(of: route, headers: others)
    }
    // Some stores send ranges with status 200.
    let isPart = response.headers["Content-Range"]?.hasPrefix("bytes \(offset)-") == true
    guard isPart || response.status == .ok
    else {
      guard offset > 0
      else {
        throw ApiError.incompatibleServer(
          server: address.base, reason: "it sent only part of the audio")
      }
      return try await sound(
        at: route, byteCount: byteCount, sha256: checksum, from: 0, headers: others,
        broken: broken)
    }
    let body = try response.body
    return RemoteAudioSource.Part(
      offset: isPart ? offset : 0, byteCount: byteCount, sha256: checksum,
      bytes: AudioStoreBytes {
        do {
          var iterator = body.makeAsyncIterator()
          return try await iterator.next()
        } catch let error as ApiError {
          throw broken(error)
        }
      })
  }
}

extension AudioFile {
  /// `nil` for files of older versions, which stored no size.
  var knownByteCount: Int64? { byteCount > 0 ? byteCount : nil }
}
