import DatabaseClient
@testable import DatabaseClientLive
import Foundation
import SQLite
import SharedModels
import Testing

/// A folder that is gone when the test is over.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("speechmemo-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  var database: URL { url.appendingPathComponent("library.sqlite") }

  /// The library in ``database`` as a version had it that did not know something yet.
  ///
  /// - Parameter name: What stands in the step that the version had not taken.
  func olderLibrary(without name: String) throws -> URL {
    let old = url.appendingPathComponent("old.sqlite")
    let steps = Array(Migrations.all.prefix { !$0.sql.contains(name) })
    try #require(steps.count < Migrations.newest)
    let connection = try Connection(path: old.path, busyTimeout: .zero)
    for step in steps { try step.run(connection) }
    try connection.execute("ATTACH '\(database.path)' AS new")
    let tables = [
      "recordings", "texts", "transcriptions", "segments", "jobs", "speakers", "voices",
    ]
    for table in tables {
      let columns = try connection.query(
        "SELECT name FROM pragma_table_info(?, 'main')", [table]
      ) { $0.text(0) }.joined(separator: ", ")
      guard !columns.isEmpty
      else { continue }
      try connection.execute(
        "INSERT INTO main.\(table) (\(columns)) SELECT \(columns) FROM new.\(table)")
    }
    try connection.execute("DETACH new; PRAGMA user_version = \(steps.count)")
    return old
  }
}

extension UUID {
  /// A fixed id that is easily told apart: `00000000-0000-0000-0000-0000000000xx`.
  static func fixed(_ number: UInt8) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
  }
}

extension Recording {
  static func fixed(
    _ number: UInt8, title: String = "Memo", at seconds: Double? = nil, sha256: String? = nil
  ) -> Recording {
    Recording(
      id: ID(.fixed(number)),
      audio: AudioFile(
        byteCount: 1000 + Int64(number), channelCount: 2, fileName: "\(number).flac",
        format: .flac, sampleRate: 44_100, sha256: sha256 ?? "checksum-\(number)"),
      date: Date(timeIntervalSince1970: seconds ?? Double(number) * 1000),
      duration: .milliseconds(12_345),
      isFavorite: number.isMultiple(of: 2),
      provenance: .imported(
        fileName: "Memo \(number).flac", date: Date(timeIntervalSince1970: 17)),
      tags: ["work", "a \"quoted\" tag"],
      title: title)
  }
}

extension TranscriptionCheckpoint {
  static let fixed = Self(maker: "engine 2 1 base", start: .milliseconds(500), state: "{\"a\":1}")
}

extension TranscriptionJob {
  static func fixed(_ number: UInt8) -> TranscriptionJob {
    TranscriptionJob(
      id: ID(.fixed(100 + number)), recordingID: Recording.ID(.fixed(number)),
      createdAt: Date(timeIntervalSince1970: 5), model: "tiny.en",
      settings: TranscriptionSettings(beamSize: 3, vocabulary: "Erewhon"))
  }
}

extension Segment {
  /// Words of half a second, one after the other.
  static func spoken(_ text: String, from start: Duration = .zero) -> Segment {
    Segment(
      words: text.split(separator: " ").enumerated().map { index, word in
        Word(
          text: String(word), start: start + .milliseconds(500) * index,
          end: start + .milliseconds(500) * (index + 1), confidence: 0.875)
      })
  }
}

extension DatabaseClient {
  /// Adds a memo in which `text` is said.
  func addMemo(_ number: UInt8, title: String = "Memo", saying segments: String...) async throws {
    try await addMemo(number, title: title, segments)
  }

  /// Adds a memo of these segments.
  func addMemo(_ number: UInt8, title: String = "Memo", _ segments: [String]) async throws {
    var start = Duration.zero
    let segments = segments.map { text in
      let segment = Segment.spoken(text, from: start)
      start = segment.end
      return segment
    }
    try await insertTranscribed(
      memos: [
        TranscribedMemo(
          recording: .fixed(number, title: title),
          transcription: Transcription(
            id: Transcription.ID(.fixed(200 &+ number)),
            engine: TranscriptionEngine(name: "engine", version: "1"), language: "en",
            model: "tiny.en", segments: segments))
      ])
  }
}
