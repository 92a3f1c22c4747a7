import ApiClient
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import LibraryFolder
import POSIX
import ServerRouter
import SharedModels
import Tagged

/// Uploads a memo's audio with tus 1.0.0, so that a broken upload can be resumed.
struct RemoteUpload: Sendable {
  @Dependency(\.continuousClock) private var clock
  private let library: RemoteLibrary
  private var server: ServerConnection { library.connection }

  /// Attempts without progress.
  private static let attempts = 5

  init(_ library: RemoteLibrary) {
    self.library = library
  }

  /// On return, the server has the memo. A duplicate throws `DatabaseError.alreadyExists`.
  func send(_ recording: Recording, job: TranscriptionJob?) async throws {
    let file = library.folder.audioFile(named: recording.audio.fileName)
    let memoFiles = MemoFiles(library.folder)
    // The upload can succeed even if the local disk is full.
    _ = try? memoFiles.write(recording)
    let byteCount = recording.audio.byteCount
    let (target, hasLink) = try await begin(recording, job: job)
    var memo = hasLink ? try await sendToStore(of: file, byteCount: byteCount, for: target) : nil
    if memo == nil { memo = try await sendAll(of: file, byteCount: byteCount, to: target) }
    memoFiles.delete(forAudio: recording.audio.fileName)
    guard memo == recording.id
    else { throw DatabaseError.alreadyExists(sha256: recording.audio.sha256) }
    library.memos.insert([recording])
    library.sounds.keep(file, named: recording.audio.fileName)
  }

  private func begin(
    _ recording: Recording, job: TranscriptionJob?
  ) async throws -> (target: String, hasLink: Bool) {
    let metadata = UploadMetadata(recording, job: job)
    let response = try await server.response(
      to: .uploads(.create),
      headers: [
        "Tus-Resumable": "1.0.0", "Upload-Length": "\(recording.audio.byteCount)",
        "Upload-Metadata": metadata.field,
      ])
    guard let location = response.headers["Location"],
      let path = URLComponents(string: location)?.path, path.hasPrefix("/")
    else {
      throw ApiError.incompatibleServer(
        server: server.address.base, reason: "it does not accept uploads")
    }
    return (path, response.headers["Upload-Link"] != nil)
  }

  /// Sends the audio directly to the server's store. Returns `nil` if the server has to receive it.
  private func sendToStore(
    of file: URL, byteCount: Int64, for target: String
  ) async throws -> Recording.ID? {
    do {
      let answer = try await server.response(to: HTTPRequest(.post, "\(target)/link"))
      let link = try JSONDecoder.speechMemo.decode(
        UploadLink.self, from: Data(try await answer.body.bytes(upTo: 1 << 16)))
      let source = FilePieces(try Descriptor(file.path, O_RDONLY | O_CLOEXEC), from: 0)
      try await server.send(
        HTTPBody(byteCount: byteCount) { try await source.next() }, by: link)
      return try await server.response(to: HTTPRequest(.post, "\(target)/finish")).memo
    } catch let error as CancellationError {
      throw error
    } catch let error as SystemError {
      throw error
    } catch {
      return nil
    }
  }

  private func sendAll(
    of file: URL, byteCount: Int64, to target: String
  ) async throws -> Recording.ID {
    var offset: Int64 = 0
    var failures = 0
    while true {
      do {
        if failures > 0 {
          let state = try await state(of: target)
          if let memo = state.memo { return memo }
          guard state.offset >= 0, state.offset <= byteCount
          else {
            throw ApiError.incompatibleServer(
              server: server.address.base, reason: "its upload offset is out of range")
          }
          if state.offset > offset { failures = 1 }
          offset = state.offset
        }
        if let memo = try await send(file, from: offset, byteCount: byteCount, to: target) {
          return memo
        }
        throw ApiError.incompatibleServer(
          server: server.address.base, reason: "it received the whole upload but created no memo")
      } catch let error as ApiError where error.isTransient || error.isOtherOffset {
        failures += 1
        guard failures < Self.attempts
        else { throw error }
        try await clock.sleep(for: .seconds(1 << (failures - 1)))
      }
    }
  }

  private func state(of target: String) async throws -> (offset: Int64, memo: Recording.ID?) {
    let response = try await server.response(
      to: HTTPRequest(.get, target, headers: ["Tus-Resumable": "1.0.0"]))
    guard let offset = response.headers["Upload-Offset"].flatMap({ Int64($0) })
    else {
      throw ApiError.incompatibleServer(
        server: server.address.base, reason: "it returned no offset")
    }
    return (offset, response.memo)
  }

  private func send(
    _ file: URL, from offset: Int64, byteCount: Int64, to target: String
  ) async throws -> Recording.ID? {
    let source = FilePieces(try Descriptor(file.path, O_RDONLY | O_CLOEXEC), from: offset)
    let request = HTTPRequest(
      .patch, target,
      headers: [
        "Content-Type": "application/offset+octet-stream", "Tus-Resumable": "1.0.0",
        "Upload-Offset": "\(offset)",
      ],
      body: HTTPBody(byteCount: byteCount - offset) { try await source.next() })
    return try await server.response(to: request).memo
  }
}

extension HTTPResponse {
  fileprivate var memo: Recording.ID? {
    headers["Upload-Memo"].flatMap { UUID(uuidString: $0) }.map { Recording.ID($0) }
  }
}

extension ApiError {
  fileprivate var isOtherOffset: Bool {
    guard case .problem(_, let problem) = self
    else { return false }
    return problem.code == ProblemCode.anotherOffset.rawValue
  }
}

private actor FilePieces {
  private static let size = 1 << 18
  private let file: Descriptor
  private var offset: Int64

  init(_ file: consuming Descriptor, from offset: Int64) {
    self.file = file
    self.offset = offset
  }

  func next() throws -> ArraySlice<UInt8>? {
    let bytes = try file.read(upTo: Self.size, at: Int(offset))
    offset += Int64(bytes.count)
    return bytes.isEmpty ? nil : bytes[...]
  }
}

private struct UploadMetadata {
  private var values: [(String, String)] = []

  init(_ recording: Recording, job: TranscriptionJob?) {
    add("id", recording.id.text)
    add("filename", recording.provenance.originalFileName ?? recording.audio.fileName)
    add("title", recording.title)
    add("date", recording.date.iso8601)
    add("sha256", recording.audio.sha256)
    if !recording.tags.isEmpty { add("tag", recording.tags.joined(separator: ",")) }
    if recording.isFavorite { add("favorite", "true") }
    if recording.provenance.kind == .recorded { add("device", recording.provenance.device ?? "") }
    if let date = recording.provenance.originalDate { add("original-date", date.iso8601) }
    add("transcript", job == nil ? "false" : "true")
    if let model = job?.model { add("model", model) }
    if let language = job?.settings.language { add("language", language) }
    if let channels = job?.settings.channels { add("channels", String(channels)) }
    if let speakers = job?.settings.speakers { add("speakers", speakers.text) }
    if let quality = job?.settings.quality { add("quality", quality.rawValue) }
    if let track = job?.settings.track { add("track", String(track)) }
    if let vocabulary = job?.settings.vocabulary {
      add("vocabulary", Self.beginning(of: vocabulary))
    }
    if let filter = job?.settings.voiceFilter { add("voice-filter", filter.rawValue) }
  }

  private static func beginning(of vocabulary: String) -> String {
    let limit = 2_000
    guard vocabulary.utf8.count > limit
    else { return vocabulary }
    var terms: [Substring] = []
    var byteCount = 0
    for term in vocabulary.split(separator: ",") {
      byteCount += term.utf8.count + 1
      guard byteCount <= limit
      else { break }
      terms.append(term)
    }
    return terms.joined(separator: ",")
  }

  private mutating func add(_ name: String, _ text: String) {
    values.append((name, Data(text.utf8).base64EncodedString()))
  }

  var field: String {
    values.map { $1.isEmpty ? $0 : "\($0) \($1)" }.joined(separator: ",")
  }
}
