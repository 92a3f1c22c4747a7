import ApiClient
import AudioFileClient
import AudioStoreClient
import ConcurrencyExtras
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import SoundCore
import Tagged

/// Which file is which memo's, as far as that has been told.
final class KnownMemos: Sendable {
  private let memos = Protected<[String: Recording]>([:])

  func note(_ memos: [Recording]) {
    self.memos.withLock { known in
      for memo in memos { known[memo.audio.fileName] = memo }
    }
  }

  func memo(withFile name: String) -> Recording? { memos.withLock { $0[name] } }
}

extension SoundSource {
  /// The sound of memos behind a server.
  init(_ server: ServerConnection, _ memos: KnownMemos) {
    self.init { name, offset in
      let memo = memos.memo(withFile: name)
      let stem = URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent
      guard let id = memo?.id ?? UUID(uuidString: stem).map({ Recording.ID($0) })
      else { throw AudioFileError.missing(path: name) }
      do {
        return try await server.sound(of: id, memo, from: offset)
      } catch let ApiError.problem(_, problem) where problem.status == .notFound {
        throw AudioFileError.missing(path: name)
      }
    }
  }
}

extension ServerConnection {
  fileprivate func sound(
    of id: Recording.ID, _ memo: Recording?, from offset: Int64
  ) async throws -> SoundSource.Part {
    let checksum = memo?.audio.sha256 ?? ""
    var headers: HTTPHeaders = [:]
    if offset > 0, !checksum.isEmpty {
      headers["Range"] = "bytes=\(offset)-"
      headers["If-Range"] = "\"\(checksum)\""
    }
    var response: HTTPResponse
    do {
      response = try await content(of: .memos(.memo(id, .audio)), headers: headers)
    } catch let ApiError.problem(_, problem) where problem.status == .rangeNotSatisfiable {
      // All of it may be there, or something else.
      response = try await content(of: .memos(.memo(id, .audio)))
    }
    // Some stores send parts with status 200.
    let isPart = response.headers["Content-Range"]?.hasPrefix("bytes \(offset)-") == true
    guard isPart || response.status == .ok
    else {
      guard offset > 0
      else { throw ApiError.notOurs(server: address.base, reason: "it sends a part of a sound") }
      return try await sound(of: id, memo, from: 0)
    }
    let body = try response.body
    return SoundSource.Part(
      offset: isPart ? offset : 0, byteCount: memo.flatMap(\.audio.knownByteCount),
      sha256: checksum,
      bytes: AudioStoreBytes {
        var iterator = body.makeAsyncIterator()
        return try await iterator.next()
      })
  }
}

extension AudioFile {
  /// `nil` for what an older version wrote without it.
  fileprivate var knownByteCount: Int64? { byteCount > 0 ? byteCount : nil }
}
