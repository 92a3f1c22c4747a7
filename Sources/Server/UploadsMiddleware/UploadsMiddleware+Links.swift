import AudioFileClient
import AudioStoreClient
import Foundation
import HTTPMessages
import LibraryFolder
import MiddlewareHelpers
import ServerRouter
import SharedModels
import SoundCore

extension UploadsMiddleware {
  /// The store's limit for one request, in bytes.
  private static let linkLimit: Int64 = 5 << 30
  private static let shortestLifetime: Duration = .seconds(3_600)
  /// Bytes per second. Slower clients should rather use a resumable upload.
  private static let slowestLine: Int64 = 250_000

  func link(_ id: UUID) async throws -> HTTPResponse {
    var upload = try known(id)
    guard upload.memo == nil
    else {
      throw ServerProblem(
        .conflict, .alreadyComplete,
        detail: "the upload has become a memo: 'GET' returns its id")
    }
    guard let link = try await failing({ try await link(to: id, upload) })
    else {
      throw ServerProblem(
        .notFound, .noLink,
        detail: """
          there is no link for this upload (a link needs 'Upload-Length', 'sha256', and a size of \
          at most 5 GiB): send the data here with PATCH
          """)
    }
    upload.hasLink = true
    try folder.keep(upload, id: id)
    var response = try HTTPResponse.json(
      UploadLink("PUT", link.url, headers: link.headers, expiresAt: link.expiresAt))
    response.headers["Cache-Control"] = "no-store"
    return response
  }

  func finish(_ id: UUID) async throws -> HTTPResponse {
    var upload = try known(id)
    if upload.memo == nil {
      guard let file = try folder.lock(id)
      else { throw ServerProblem.inUse }
      defer { file.unlock() }
      upload = try known(id)
      if upload.memo == nil { upload = try await failing { try await finishLinked(id, upload) } }
    }
    return reply(.noContent, upload, offset: upload.byteCount ?? 0)
  }

  private func finishLinked(_ id: UUID, _ upload: UploadDetails) async throws -> UploadDetails {
    let place = linked(id)
    guard upload.hasLink == true, let stored = try await soundFiles.file(place)
    else {
      throw ServerProblem(
        .conflict, .nothingUploaded, detail: "upload the data to the link first, then try again")
    }
    guard stored.byteCount == upload.byteCount
    else {
      await soundFiles.delete(place)
      throw ServerProblem(
        .unprocessableContent, .wrongLength,
        detail: """
          the uploaded data has the wrong length (\(stored.byteCount)): upload all of it to the \
          link again
          """)
    }
    do {
      let copy = try await soundFiles.local(place)
      let finished = try await finish(id, upload, at: place, copy: copy)
      await soundFiles.delete(place)
      return finished
    } catch let problem as ServerProblem where problem.status == .unprocessableContent {
      await soundFiles.delete(place)
      throw problem
    } catch let error as AudioFileError where error.isChecksumMismatch {
      // Some stores ignore the checksum that is sent along.
      await soundFiles.delete(place)
      throw ServerProblem(
        .unprocessableContent, .checksumMismatch,
        detail: "the uploaded data does not match its checksum: upload all of it to the link again")
    }
  }

  func link(to id: UUID, _ upload: UploadDetails) async throws -> AudioStoreLink? {
    guard upload.memo == nil, let byteCount = upload.byteCount, byteCount <= Self.linkLimit,
      let sha256 = upload.sha256
    else { return nil }
    return try await soundFiles.uploadLink(
      linked(id), StoredAudio(byteCount: byteCount, sha256: sha256),
      Self.shortestLifetime + .seconds(byteCount / Self.slowestLine))
  }

  /// Hidden, so that it isn't taken for audio that has lost its memo.
  func linked(_ id: UUID) -> URL {
    library.audioFile(named: ".upload-\(id.text)")
  }

  private func failing<Value>(_ work: () async throws -> Value) async throws -> Value {
    do {
      return try await work()
    } catch let error as AudioFileError {
      throw ServerProblem(error, named: "the upload")
    }
  }
}
