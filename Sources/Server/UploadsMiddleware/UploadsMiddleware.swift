import AudioFileClient
import Dependencies
public import Foundation
public import HTTPMessages
import Hashing
import ImportCore
import LibraryFolder
import MiddlewareHelpers
import POSIX
import ServerRouter
import SharedModels

/// Takes sound from clients whose connection may break, piece by piece, and makes memos of it: tus
/// 1.0.0 with creation, creation with upload, deferred length, checksums, termination and expiration.
///
/// It is that and not the IETF's draft, because the draft still changes from one revision to the next
/// in what goes over the line, and has few clients.
public struct UploadsMiddleware: Sendable {
  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.date.now) private var now
  @Dependency(\.uuid) private var uuid

  private let folder: UploadFolder

  public init() {
    @Dependency(\.libraryFolder) var library
    folder = UploadFolder(library)
  }

  static let version = "1.0.0"

  /// What of the protocol can be used here.
  public func options() -> HTTPResponse {
    HTTPResponse(
      .noContent,
      headers: [
        "Tus-Checksum-Algorithm": "sha256",
        "Tus-Extension":
          "creation,creation-with-upload,creation-defer-length,checksum,termination,expiration",
        "Tus-Resumable": Self.version, "Tus-Version": Self.version,
      ])
  }

  /// Begins an upload.
  public func create(_ request: HTTPRequest) async throws -> HTTPResponse {
    try checkVersion(request)
    let length = try number("Upload-Length", in: request)
    guard length != nil || request.headers["Upload-Defer-Length"] == "1"
    else {
      throw ServerProblem(
        .badRequest, "No length", detail: "send 'Upload-Length: …', or 'Upload-Defer-Length: 1'")
    }
    guard let upload = Upload(byteCount: length, metadata: request.headers["Upload-Metadata"])
    else {
      throw ServerProblem(
        .badRequest, "Malformed",
        detail: "'Upload-Metadata' is names with texts in Base64, commas between, dates as ISO 8601"
      )
    }
    folder.removeForgotten(at: now)
    let id = uuid()
    try folder.create(upload, id: id)
    var response: HTTPResponse
    if request.headers["Content-Type"] == Self.mediaType || length == 0 {
      response = try await append(to: id, upload, at: 0, request)
    } else {
      response = reply(.created, upload, offset: 0)
    }
    response.status = .created
    response.headers["Location"] = "/api/uploads/\(id.uuidString.lowercased())"
    return response
  }

  /// How much has come.
  public func status(_ id: UUID) async throws -> HTTPResponse {
    let upload = try known(id)
    let offset = try folder.offset(of: id, upload)
    if upload.memo == nil, offset == upload.byteCount, let file = try folder.lock(id) {
      // All had come when the server ended.
      defer { withExtendedLifetime(file) {} }
      let done = try await finish(id, upload)
      return try reply(.ok, done, offset: offset).with(UploadStatus(done, offset: offset))
    }
    if upload.memo == nil {
      // What is told is acknowledged.
      try Descriptor(folder.sound(of: id).path, O_WRONLY).syncContent()
    }
    return try reply(.ok, upload, offset: offset).with(UploadStatus(upload, offset: offset))
  }

  /// Adds what comes.
  public func append(to id: UUID, _ request: HTTPRequest) async throws -> HTTPResponse {
    try checkVersion(request)
    guard request.headers["Content-Type"] == Self.mediaType
    else {
      throw ServerProblem(
        .unsupportedMediaType, "Another type", detail: "send 'Content-Type: \(Self.mediaType)'")
    }
    guard let offset = try number("Upload-Offset", in: request)
    else {
      throw ServerProblem(.badRequest, "No offset", detail: "send 'Upload-Offset: …'")
    }
    return try await append(to: id, try known(id), at: offset, request)
  }

  /// Gives an upload up. What has become a memo stays one.
  public func remove(_ id: UUID, _ request: HTTPRequest) throws -> HTTPResponse {
    try checkVersion(request)
    _ = try known(id)
    folder.remove(id)
    return HTTPResponse(.noContent, headers: ["Tus-Resumable": Self.version])
  }

  // MARK: - Bytes

  private static let mediaType = "application/offset+octet-stream"

  private func append(
    to id: UUID, _ upload: Upload, at offset: Int64, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    var upload = upload
    let there = try folder.offset(of: id, upload)
    guard offset == there
    else {
      throw ServerProblem(
        .conflict, "Another offset", detail: "\(there) bytes are there: go on behind them")
    }
    if upload.memo != nil { return reply(.noContent, upload, offset: there) }
    guard let file = try folder.lock(id), try Int64(file.status().st_size) == there
    else {
      throw ServerProblem(
        .locked, "In use", detail: "another request adds to this upload: try again in a moment")
    }
    if upload.byteCount == nil, let length = try number("Upload-Length", in: request) {
      upload.byteCount = length
      try folder.keep(upload, id: id)
    }
    let expected = try checksum(request)
    var checksum = Checksum()
    var end = there
    for try await piece in request.body {
      guard end + Int64(piece.count) <= upload.byteCount ?? .max
      else {
        throw ServerProblem(
          .contentTooLarge, "Too large",
          detail: "the upload has \(upload.byteCount ?? 0) bytes, and more than that came")
      }
      try file.write(piece)
      piece.withUnsafeBytes { checksum.update($0) }
      end += Int64(piece.count)
    }
    if let expected, checksum.finish() != expected {
      guard ftruncate(file.number, Int(there)) == 0
      else { throw ServerProblem(.internalServerError, "Failed", detail: "begin the upload anew") }
      throw ServerProblem(
        .checksumMismatch, "Changed on the way",
        detail: "what came has another checksum: send the same bytes again")
    }
    try file.syncContent()
    if end == upload.byteCount { upload = try await finish(id, upload) }
    return reply(.noContent, upload, offset: end)
  }

  /// Makes a memo of what has come. The same bytes are the same memo.
  private func finish(_ id: UUID, _ upload: Upload) async throws -> Upload {
    let sound = folder.sound(of: id)
    do {
      if let expected = upload.sha256 {
        let found = try await audioFile.checksum(sound).sha256
        guard found == expected
        else {
          folder.remove(id)
          throw ServerProblem(
            .unprocessableContent, "Changed on the way",
            detail: "the whole has another checksum than 'sha256' in its metadata: send it anew")
        }
      }
      let outcome = try await Importer()(
        sound, named: upload.fileName,
        details: MemoDetails(title: upload.title, date: upload.date, tags: upload.tags))
      var upload = upload
      switch outcome {
      case .added(let memo, _), .alreadyThere(let memo): upload.memo = memo.id
      }
      try folder.keep(upload, id: id)
      folder.removeSound(id)
      return upload
    } catch let error as AudioFileError {
      let problem = ServerProblem(error, named: upload.fileName)
      // What is no sound will be none at the next try.
      if problem != .noSpace { folder.remove(id) }
      throw problem
    } catch is ImportFailure {
      throw ServerProblem(
        .serviceUnavailable, "Busy", detail: "the library is being mended: ask for the upload again"
      )
    }
  }

  // MARK: - Heads

  private func known(_ id: UUID) throws -> Upload {
    guard let upload = try folder.upload(id)
    else {
      throw ServerProblem(
        .notFound, "Not found", detail: "there is no such upload here, or no longer: begin it anew")
    }
    // The server may have ended between telling of the memo and here.
    if upload.memo != nil { folder.removeSound(id) }
    return upload
  }

  private func reply(_ status: HTTPStatus, _ upload: Upload, offset: Int64) -> HTTPResponse {
    var headers: HTTPHeaders = [
      "Cache-Control": "no-store", "Tus-Resumable": Self.version, "Upload-Offset": "\(offset)",
    ]
    if let length = upload.byteCount {
      headers["Upload-Length"] = "\(length)"
    } else {
      headers["Upload-Defer-Length"] = "1"
    }
    headers["Upload-Memo"] = upload.memo?.rawValue.uuidString.lowercased()
    return HTTPResponse(status, headers: headers)
  }

  private func checkVersion(_ request: HTTPRequest) throws {
    guard let version = request.headers["Tus-Resumable"], version != Self.version
    else { return }
    throw ServerProblem(
      .preconditionFailed, "Another version",
      detail: "this server speaks tus \(Self.version), and not \(version)")
  }

  private func number(_ name: String, in request: HTTPRequest) throws -> Int64? {
    guard let text = request.headers[name]
    else { return nil }
    guard let number = Int64(text), number >= 0,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { throw ServerProblem(.badRequest, "Malformed", detail: "'\(name)' is a number of bytes") }
    return number
  }

  /// What `Upload-Checksum` says, in hexadecimal.
  private func checksum(_ request: HTTPRequest) throws -> String? {
    guard let text = request.headers["Upload-Checksum"]
    else { return nil }
    let parts = text.split(separator: " ")
    guard parts.count == 2, parts[0] == "sha256", let digest = Data(base64Encoded: String(parts[1]))
    else {
      throw ServerProblem(
        .badRequest, "Malformed", detail: "'Upload-Checksum' is 'sha256' and the digest in Base64")
    }
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// How an upload stands, for who reads bodies.
private struct UploadStatus: Encodable {
  let byteCount: Int64?
  let memo: String?
  let offset: Int64

  init(_ upload: Upload, offset: Int64) {
    byteCount = upload.byteCount
    memo = upload.memo?.rawValue.uuidString.lowercased()
    self.offset = offset
  }
}

extension HTTPResponse {
  /// The same head with a value as its body.
  fileprivate func with(_ value: some Encodable) throws -> Self {
    var response = self
    let json = try HTTPResponse.json(value)
    response.content = json.content
    response.headers["Content-Type"] = json.headers["Content-Type"]
    return response
  }
}
