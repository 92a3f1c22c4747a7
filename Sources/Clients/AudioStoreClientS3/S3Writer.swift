import AudioStoreClient
import Foundation
import Hashing
import LibCurl
import SharedModels

extension S3Connection {
  /// Errors leave the store unchanged, except a late cancellation. Unverified uploads are deleted.
  func put(_ file: URL, _ name: String, _ stored: StoredAudio) async throws {
    let key = try key(of: name)
    if try await isPresent(name, stored) { return }
    let whole: S3Piece
    do {
      whole = try await S3Piece(of: file)
    } catch {
      throw self.error(error, about: file.path)
    }
    guard whole.digest.byteCount == stored.byteCount, whole.digest.sha256 == stored.sha256
    else { throw AudioStoreError.changed(name: file.path) }
    let isVerified =
      if stored.byteCount <= tuning.partByteCount {
        try await send(whole, key: key, name)
      } else {
        try await S3MultipartUpload(
          connection: self, file: file, key: key, name: name, stored: stored
        ).run()
      }
    guard let isVerified
    else {
      // Another writer was faster and may have stored the same bytes.
      guard try await isPresent(name, stored)
      else { throw AudioStoreError.missing(name: name) }
      return
    }
    if !isVerified { try await compare(name, stored) }
  }

  private func isPresent(_ name: String, _ stored: StoredAudio) async throws -> Bool {
    guard let object = try await object(name)
    else { return false }
    guard object.entry.byteCount == stored.byteCount
    else { throw AudioStoreError.exists(name: name) }
    var checksum = object.entry.sha256
    if checksum == nil { checksum = try await self.checksum(name).sha256 }
    guard checksum == stored.sha256
    else { throw AudioStoreError.exists(name: name) }
    return true
  }

  private func send(_ piece: S3Piece, key: String, _ name: String) async throws -> Bool? {
    var request = S3Request("PUT", key)
    request.body = .file(piece)
    request.timeoutMilliseconds = nil
    request.headers =
      piece.digest.headers + [
        ("Content-Type", Self.mediaType(of: name)),
        ("If-None-Match", "*"), ("x-amz-meta-sha256", piece.digest.sha256),
      ]
    let head = try await putting(request, about: name)
    return head.map { piece.digest.isVerified(by: $0) }
  }

  static func mediaType(of name: String) -> String {
    AudioFormat(fileExtension: URL(fileURLWithPath: name).pathExtension).mediaType
  }

  private func compare(_ name: String, _ stored: StoredAudio) async throws {
    guard try await checksum(name) == stored
    else {
      _ = try? await perform(S3Request("DELETE", key(of: name)), about: name)
      throw AudioStoreError.changed(name: name)
    }
  }
}

extension S3Digest {
  var headers: [(name: String, value: String)] {
    [("Content-MD5", md5Base64), ("x-amz-checksum-sha256", sha256Base64)]
  }

  func isVerified(by head: CurlTransfer.Head) -> Bool {
    if let checksum = head["x-amz-checksum-sha256"] { return checksum == sha256Base64 }
    return head.tag == hexadecimal(md5)
  }
}

extension CurlTransfer.Head {
  /// The ETag without quotes, often the MD5 of the bytes.
  var tag: String? { self["etag"].map { $0.replacing("\"", with: "") } }
}

extension S3Connection {
  func putting(_ request: S3Request, about name: String) async throws -> CurlTransfer.Head? {
    var request = request
    let answer: Result<CurlTransfer.Head, S3Problem> = try await retrying(about: name) {
      do {
        let response = try await send(request)
        let body = try await response.bytes(upTo: 1 << 16)
        // Some errors come after a status 200.
        if S3Document(body)?.name == "Error" { throw S3Problem(response.head, body: body) }
        return .success(response.head)
      } catch let problem as S3Problem where problem.status == 412 || problem.isNotImplemented {
        return .failure(problem)
      }
    }
    switch answer {
    case .success(let head): return head
    case .failure(let problem) where problem.status == 412: return nil
    case .failure(let problem):
      guard request.headers.contains(where: { $0.name == "If-None-Match" })
      else { throw error(problem, about: name) }
      // An older service. The name was checked before.
      request.headers.removeAll { $0.name == "If-None-Match" }
      return try await putting(request, about: name)
    }
  }
}
