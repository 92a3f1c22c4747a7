import AudioStoreClient
import Foundation
import Hashing
import LibCurl
import SharedModels

struct S3MultipartUpload: Sendable {
  let connection: S3Connection
  let file: URL
  let key: String
  let name: String
  let stored: StoredAudio

  private static let partLimit: Int64 = 10_000

  private struct Part {
    let digest: S3Digest
    /// A service that doesn't return checksums of parts rejects them in the final list.
    let isKnownByChecksum: Bool
    let isVerified: Bool
    let tag: String
  }

  /// Returns whether checksums confirm the upload; `nil` if the name was taken.
  func run() async throws -> Bool? {
    let id = try await begin()
    do {
      var parts: [Part] = []
      var offset: Int64 = 0
      while offset < stored.byteCount {
        let count = min(partByteCount, stored.byteCount - offset)
        parts.append(try await send(part: parts.count + 1, from: offset, count, of: id))
        offset += count
      }
      return try await finish(parts, of: id)
    } catch {
      await abort(id)
      throw error
    }
  }

  private var partByteCount: Int64 {
    let least = (stored.byteCount + Self.partLimit - 1) / Self.partLimit
    return max(connection.tuning.partByteCount, least)
  }

  private func begin() async throws -> String {
    var request = S3Request("POST", key)
    request.query = [("uploads", "")]
    request.body = .bytes([])
    request.headers = [
      ("Content-Type", S3Connection.mediaType(of: name)),
      ("x-amz-checksum-algorithm", "SHA256"), ("x-amz-meta-sha256", stored.sha256),
    ]
    let (_, body) = try await connection.perform(request, about: name)
    guard let id = S3Document(body)?["UploadId"], !id.isEmpty
    else { throw connection.refused("it did not start a multipart upload") }
    return id
  }

  private func send(
    part number: Int, from offset: Int64, _ count: Int64, of id: String
  ) async throws -> Part {
    let piece: S3Piece
    do {
      piece = try await S3Piece(of: file, from: offset, byteCount: count)
    } catch {
      throw connection.error(error, about: file.path)
    }
    guard piece.digest.byteCount == count
    else { throw AudioStoreError.changed(name: file.path) }
    var request = S3Request("PUT", key)
    request.body = .file(piece)
    request.headers = piece.digest.headers
    request.timeoutMilliseconds = nil
    request.query = [("partNumber", "\(number)"), ("uploadId", id)]
    let (head, _) = try await connection.perform(request, about: name)
    guard let tag = head["etag"]
    else { throw connection.refused("it did not return the ETag of a part") }
    return Part(
      digest: piece.digest, isKnownByChecksum: head["x-amz-checksum-sha256"] != nil,
      isVerified: piece.digest.isVerified(by: head), tag: tag)
  }

  private func finish(_ parts: [Part], of id: String) async throws -> Bool? {
    let list = parts.enumerated().map { index, part in
      let tag = part.tag.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      let checksum =
        part.isKnownByChecksum
        ? "<ChecksumSHA256>\(part.digest.sha256Base64)</ChecksumSHA256>" : ""
      return """
        <Part>\(checksum)<ETag>\(tag)</ETag><PartNumber>\(index + 1)</PartNumber></Part>
        """
    }.joined()
    var request = S3Request("POST", key)
    request.query = [("uploadId", id)]
    request.body = .bytes(
      Array(
        """
        <CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">\(list)\
        </CompleteMultipartUpload>
        """.utf8))
    request.headers = [("Content-Type", "application/xml"), ("If-None-Match", "*")]
    // Completing a large upload can take minutes.
    request.timeoutMilliseconds = 600_000
    do {
      guard try await connection.putting(request, about: name) != nil
      else {
        await abort(id)
        return nil
      }
    } catch AudioStoreError.missing {
      // A lost response may have reported success.
    }
    guard let object = try await connection.object(name)
    else { throw AudioStoreError.missing(name: name) }
    guard object.entry.byteCount == stored.byteCount
    else { throw AudioStoreError.changed(name: name) }
    return parts.allSatisfy(\.isVerified) && object.entry.sha256 == stored.sha256
  }

  /// Runs even in a canceled task. `removeLeftovers` later removes an upload that can't be aborted.
  private func abort(_ id: String) async {
    var request = S3Request("DELETE", key)
    request.query = [("uploadId", id)]
    await Task { [request] in
      _ = try? await connection.perform(request, about: name)
    }.value
  }
}
