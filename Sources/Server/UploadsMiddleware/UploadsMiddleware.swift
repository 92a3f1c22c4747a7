import AudioFileClient
import Dependencies
import Foundation
public import HTTPMessages
import Glibc
import LibraryFolder
import MiddlewareHelpers
import POSIX
public import ServerRouter
import SharedModels
import Sharing
import SpeechClient

/// Resumable uploads by tus 1.0.0. The IETF's draft has incompatible revisions and few clients.
public struct UploadsMiddleware: Sendable {
  @Dependency(\.audioFile) var audioFile
  @Dependency(\.date.now) private var now
  @Dependency(\.logFailure) private var logFailure
  @Dependency(\.soundFiles) var soundFiles
  @Dependency(\.speechClient) var speechClient
  @Dependency(\.uuid) private var uuid

  let folder: UploadFolder
  let library: LibraryFolder

  public init() {
    @Dependency(\.libraryFolder) var library
    folder = UploadFolder(library)
    self.library = library
  }

  public static let version = "1.0.0"

  public func respond(
    to route: UploadsRoute, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    if route != .options { try checkVersion(request) }
    switch route {
    case .append(let id): return try await append(to: id, request)
    case .create: return try await create(request)
    case .finish(let id): return try await finish(id)
    case .link(let id): return try await link(id)
    case .options:
      return HTTPResponse(
        .noContent,
        headers: [
          "Tus-Checksum-Algorithm": UploadChecksum.algorithms.joined(separator: ","),
          "Tus-Extension":
            "checksum,creation,creation-with-upload,creation-defer-length,termination",
          "Tus-Max-Size": "\(ReceivedFile.byteLimit)", "Tus-Version": Self.version,
        ])
    case .remove(let id): return try await remove(id)
    case .status(let id): return try await status(id)
    }
  }

  private func create(_ request: HTTPRequest) async throws -> HTTPResponse {
    let length = try number("Upload-Length", in: request)
    guard length != nil || request.headers["Upload-Defer-Length"] == "1"
    else {
      throw ServerProblem(
        .badRequest, .noLength, detail: "send 'Upload-Length: …' or 'Upload-Defer-Length: 1'")
    }
    guard
      let upload = UploadDetails(byteCount: length, metadata: request.headers["Upload-Metadata"])
    else {
      throw ServerProblem.invalidRequest(
        """
        'Upload-Metadata' must be comma-separated pairs of a key and a value in Base64; dates \
        must be in ISO 8601
        """)
    }
    guard length ?? 0 <= ReceivedFile.byteLimit
    else { throw HTTPBody.TooLarge(limit: Int(ReceivedFile.byteLimit)) }
    _ = try checksum(request)
    folder.removeExpired(at: now)
    let id = uuid()
    try folder.create(upload, id: id)
    var response = reply(.created, upload, offset: 0)
    if request.headers["Content-Type"] == Self.mediaType || length == 0 {
      do {
        response = try await append(to: id, at: 0, request)
      } catch let error where ServerProblem(error).status == .serviceUnavailable {
        logFailure(ServerProblem(error).cause ?? String(describing: error))
        // All bytes have arrived; the client can send the last one again to the new address.
        response = reply(.created, upload, offset: upload.offset(ofStored: length ?? 0))
      } catch {
        // The client never received its address.
        folder.remove(id)
        throw error
      }
    }
    response.status = .created
    let target = "/api/uploads/\(id.text)"
    response.headers["Location"] = target
    if try await link(to: id, upload) != nil { response.headers["Upload-Link"] = "\(target)/link" }
    return response
  }

  private func status(_ id: UUID) async throws -> HTTPResponse {
    let (upload, offset) = try await state(id)
    var response = reply(.ok, upload, offset: offset)
    let json = try HTTPResponse.json(UploadStatus(upload, offset: offset))
    response.content = json.content
    response.headers["Content-Type"] = json.headers["Content-Type"]
    return response
  }

  /// The returned offset is on disk.
  private func state(_ id: UUID) async throws -> (UploadDetails, offset: Int64) {
    var upload = try known(id)
    if upload.memo == nil, let file = try folder.lock(id) {
      defer { file.unlock() }
      upload = try known(id)
      try folder.discardUnverified(of: &upload, id: id, file)
      return (upload, upload.offset(ofStored: try await sync(id)))
    }
    if upload.memo == nil { upload = try known(id) }
    guard upload.memo == nil
    else { return (upload, upload.byteCount ?? 0) }
    do {
      // Bytes with a checksum count once they are verified.
      let offset = try await sync(id)
      return (upload, upload.offset(ofStored: upload.checkedByteCount ?? offset))
    } catch let error as SystemError where error.code == ENOENT {
      upload = try known(id)
      guard upload.memo != nil
      else { throw error }
      return (upload, upload.byteCount ?? 0)
    }
  }

  /// Syncs on a separate thread, because it may take long, and returns the file's length.
  @discardableResult
  private func sync(_ id: UUID) async throws -> Int64 {
    let path = folder.sound(of: id).path
    return try await onOwnThread("upload sync") {
      let file = try Descriptor(path, O_WRONLY)
      let byteCount = Int64(try file.status().st_size)
      try file.syncContent()
      return byteCount
    }
  }

  private func append(to id: UUID, _ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.headers["Content-Type"] == Self.mediaType
    else {
      throw ServerProblem(
        .unsupportedMediaType, .wrongType, detail: "send 'Content-Type: \(Self.mediaType)'")
    }
    guard let offset = try number("Upload-Offset", in: request)
    else {
      throw ServerProblem(.badRequest, .noOffset, detail: "send 'Upload-Offset: …'")
    }
    return try await append(to: id, at: offset, request)
  }

  private func remove(_ id: UUID) async throws -> HTTPResponse {
    let upload = try known(id)
    if upload.memo == nil {
      guard let file = try folder.lock(id)
      else { throw ServerProblem.inUse }
      defer { file.unlock() }
      if upload.hasLink == true { await soundFiles.delete(linked(id)) }
      folder.remove(id)
    } else {
      folder.remove(id)
    }
    return .noContent
  }

  private static let mediaType = "application/offset+octet-stream"

  private func append(
    to id: UUID, at offset: Int64, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    var upload = try known(id)
    if upload.memo != nil {
      let byteCount = upload.byteCount ?? 0
      // The client may have asked for the offset before the memo existed.
      if offset != byteCount - 1 { try require(offset, toBe: byteCount) }
      return reply(.noContent, upload, offset: byteCount)
    }
    guard let file = try folder.lock(id)
    else { throw ServerProblem.inUse }
    defer { file.unlock() }
    upload = try known(id)
    try folder.discardUnverified(of: &upload, id: id, file)
    let storedByteCount = Int64(try file.status().st_size)
    if offset < storedByteCount, offset == upload.offset(ofStored: storedByteCount) {
      try SystemError.check { ftruncate(file.number, Int(offset)) }
    } else {
      try require(offset, toBe: storedByteCount)
    }
    if let length = try number("Upload-Length", in: request) {
      guard length == upload.byteCount ?? length, (offset...ReceivedFile.byteLimit).contains(length)
      else {
        throw ServerProblem(
          .badRequest, .wrongLength,
          detail: """
            'Upload-Length' differs from the one sent before, is less than the upload's offset, or \
            exceeds the limit
            """)
      }
      if upload.byteCount == nil {
        upload.byteCount = length
        try folder.keep(upload, id: id)
      }
    }
    let expected = try checksum(request)
    if expected != nil {
      upload.checkedByteCount = offset
      try folder.keep(upload, id: id)
    }
    let end = try await write(request, to: file, from: offset, upload, expected)
    try await sync(id)
    if expected != nil {
      upload.checkedByteCount = nil
      try folder.keep(upload, id: id)
    }
    if end == upload.byteCount { upload = try await finish(id, upload, at: folder.sound(of: id)) }
    return reply(.noContent, upload, offset: end)
  }

  private func write(
    _ request: HTTPRequest, to file: borrowing Descriptor, from offset: Int64,
    _ upload: UploadDetails, _ expected: UploadChecksum?
  ) async throws -> Int64 {
    let limit = upload.byteCount ?? ReceivedFile.byteLimit
    var check = UploadChecksum.Check(expected)
    var end = offset
    do {
      for try await piece in request.body {
        guard end + Int64(piece.count) <= limit
        else {
          throw ServerProblem(
            .contentTooLarge, .tooLarge,
            detail: "the upload is limited to \(limit) bytes, but more were sent")
        }
        try file.write(piece)
        check.update(piece)
        end += Int64(piece.count)
      }
      guard check.finish()
      else {
        throw ServerProblem(
          .checksumMismatch, .checksumMismatch,
          detail: "the data does not match 'Upload-Checksum': send the same bytes again")
      }
    } catch {
      if expected != nil { _ = ftruncate(file.number, Int(offset)) }
      throw error
    }
    return end
  }

  private func require(_ offset: Int64, toBe there: Int64) throws {
    guard offset == there
    else {
      throw ServerProblem(
        .conflict, .anotherOffset, detail: "the upload's offset is \(there): resume there")
    }
  }
}
