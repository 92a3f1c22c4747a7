import DatabaseClient
import DatabaseSQL
import Dispatch
import Foundation
import POSIX
import SharedModels
import Tagged

extension PostgresLibrary {
  private static let batchSize = 16

  /// Writes an SQLite library, which can be opened without a server.
  func snapshot(to url: URL) async throws {
    let folder = url.deletingLastPathComponent()
      .appendingPathComponent(".snapshot-\(UUID().uuidString)", isDirectory: true)
    defer { removeFiles(in: folder.path) }
    let copy = libraries.files.library(at: folder.appendingPathComponent("library.sqlite"))
    try await read(for: .snapshot) { session in
      var ids: [Recording.ID] = []
      func hand(_ memos: [ArchivedMemo]) throws {
        try runBlocking { _ = try await copy.archive.adopt(memos: memos) }
      }
      try session.forEachRow(of: "SELECT id FROM recordings WHERE library = $1 ORDER BY row") {
        ids.append(try $0.id("id"))
        guard ids.count == Self.batchSize
        else { return }
        try hand(session.archived(ids))
        ids = []
      }
      if !ids.isEmpty { try hand(session.archived(ids)) }
      try session.copyAccess(to: copy)
    }
    try await copy.archive.snapshot(to: url)
    await copy.close()
  }
}

extension LibrarySession {
  fileprivate func copyAccess(to copy: DatabaseClient) throws {
    let checksums = Dictionary(
      try query("SELECT name, sha256 FROM access_tokens WHERE library = $1") {
        ($0.text("name"), $0.text("sha256"))
      }
    ) { $1 }
    for (_, token) in TokenTree(try accessTokens()).rows {
      guard let sha256 = checksums[token.name]
      else { continue }
      try runBlocking { _ = try await copy.access.addToken(token: token, sha256: sha256) }
    }
    let links = try query(
      """
      SELECT \(ShareLink.columns), share_links.sha256 FROM \(ShareLink.tables)
      WHERE share_links.library = $1 ORDER BY share_links.created_at, share_links.id
      """
    ) { (try ShareLink(row: $0), $0.text("sha256")) }
    let (voices, processedFiles, url) = (try voices(), try processedFiles(), try webhook()?.url)
    try runBlocking {
      for (link, sha256) in links { _ = try await copy.access.addLink(link: link, sha256: sha256) }
      try await copy.remember(voices)
      for file in processedFiles { try await copy.saveProcessedFile(file: file) }
      // Last, so that the copied memos add no events.
      if let url { try await copy.webhookEvents.setWebhook(url: url) }
    }
  }
}

extension DatabaseClient {
  /// A library remembers only voices of its own speakers, so these get a temporary memo.
  fileprivate func remember(_ voices: [RememberedVoice]) async throws {
    guard !voices.isEmpty
    else { return }
    // A fixed id, so that two snapshots of the same library are equal.
    let id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    let (date, transcription) = (Date(timeIntervalSince1970: 0), Transcription.ID(id))
    let memo = ArchivedMemo(
      recording: Recording(
        id: Recording.ID(id),
        audio: AudioFile(
          byteCount: 0, channelCount: 1, fileName: "", format: .flac, sampleRate: 1, sha256: ""),
        date: date, duration: .zero,
        provenance: Provenance(
          device: nil, kind: .recorded, originalDate: nil, originalFileName: nil),
        title: "", transcription: .done),
      transcriptions: [
        Transcription(
          id: transcription, segments: [],
          speakers: voices.enumerated().map { index, voice in
            Speaker(id: Speaker.ID(index), voice: voice.voice)
          })
      ],
      currentTranscription: transcription, job: nil, keptSegments: [])
    _ = try await archive.adopt(memos: [memo])
    for (index, voice) in voices.enumerated() {
      _ = try await self.voices.remember(
        of: Speaker.ID(index), in: transcription, name: voice.name, at: voice.createdAt)
    }
    for memo in try await archive.memos(ids: [memo.recording.id]) {
      try await archive.remove(memo: memo)
    }
  }
}

private func removeFiles(in folder: String) {
  for name in (try? names(in: folder)) ?? [] { try? removeFile("\(folder)/\(name)") }
  rmdir(folder)
}

/// Blocks the calling thread, which must not belong to Swift's cooperative pool.
private func runBlocking(_ work: @escaping @Sendable () async throws -> Void) throws {
  let isOver = DispatchSemaphore(value: 0)
  let result = Mutex<Result<Void, any Error>?>(nil)
  Task {
    let value = await Result { try await work() }
    result.withLock { $0 = value }
    isOver.signal()
  }
  isOver.wait()
  try result.withLock(\.self)?.get()
}
