import AudioFileClient
import AudioFileClientLive
import DatabaseClient
import DatabaseClientLive
import Dependencies
import Foundation
import LibraryFolder
import SharedModels

/// A library of real files, a folder for its backup, and another library.
final class Libraries: Sendable {
  let root = FileManager.default.temporaryDirectory.appending(component: "backup-\(UUID())")
  let here: LibraryFolder
  let there: LibraryFolder
  let place: URL

  init() throws {
    here = LibraryFolder(root: root.appending(component: "here"))
    there = LibraryFolder(root: root.appending(component: "there"))
    place = root.appending(component: "backup")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  /// Works with a library as a program does that is then over.
  func with<Value>(
    _ library: LibraryFolder, update: (inout DependencyValues) -> Void = { _ in },
    _ work: (DatabaseClient) async throws -> Value
  ) async throws -> Value {
    try await withDependencies {
      $0.audioFile = .live()
      $0.database = .live(at: library.database)
      $0.date = .constant(Date(timeIntervalSince1970: 1000))
      $0.libraryFolder = library
      $0.uuid = UUIDGenerator { UUID() }
      update(&$0)
    } operation: {
      @Dependency(\.database) var database
      let value = try await work(database)
      await database.close()
      return value
    }
  }

  /// Adds a memo with audio, and a transcript with word times.
  func add(
    _ number: UInt8, to library: LibraryFolder, sound: String? = nil,
    saying text: String? = "hello there"
  ) async throws {
    try await with(library) { database in
      try LibraryFolder.make(library.audio)
      let file = library.audioFile(named: "\(number).flac")
      try Data((sound ?? "sound \(number)").utf8).write(to: file)
      @Dependency(\.audioFile) var audioFile
      let stored = try await audioFile.checksum(of: file)
      let recording = Recording(
        id: .number(number),
        audio: AudioFile(
          byteCount: stored.byteCount, fileName: "\(number).flac", format: .flac,
          sha256: stored.sha256),
        date: Date(timeIntervalSince1970: Double(number)), duration: .seconds(2),
        tags: ["tag \(number)"], title: "Memo \(number)",
        transcription: text == nil ? .none : .done)
      guard let text
      else { return try await database.insert(recording: recording, job: nil) }
      let words = text.split(separator: " ").enumerated().map { index, word in
        Word(
          text: String(word), start: .seconds(index), end: .seconds(index + 1), confidence: 0.5)
      }
      try await database.insertTranscribed(
        memos: [
          TranscribedMemo(
            recording: recording,
            transcription: Transcription(
              id: Transcription.ID(UUID()),
              engine: TranscriptionEngine(name: "engine", version: "1"), model: "tiny",
              segments: [Segment(words: words)]))
        ])
    }
  }

  /// The contents of a library's database.
  func memos(in library: LibraryFolder) async throws -> [ArchivedMemo] {
    try await with(library) { database in
      let ids = try await database.recordings(matching: RecordingQuery(place: nil)).map(\.id)
      return try await database.archive.memos(ids: ids)
    }
  }

  /// The files of a folder, with their content, hidden ones included.
  func files(_ folder: URL) throws -> [String: Data] {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    var files: [String: Data] = [:]
    for name in names ?? [] {
      let url = folder.appending(path: name)
      if !url.hasDirectoryPath, let data = try? Data(contentsOf: url) { files[name] = data }
    }
    return files
  }
}

extension Recording.ID {
  static func number(_ number: UInt8) -> Self {
    Self(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)))
  }
}
