import AudioFileClient
import AudioFileClientLive
import ConcurrencyExtras
import DatabaseClient
import DatabaseClientLive
import Dependencies
import Foundation
import ImportCore
import LibraryFolder
import POSIX
import RecordingCore
import SharedModels
import SoundCore
import Testing

/// The order of durable writes before a memo is confirmed: the bytes, their name, its folder, and
/// the row. Audio files and database are real.
struct SavedOrderTests {
  private let scratch: URL
  private let library: LibraryFolder
  private let log: SavedOrder

  init() throws {
    scratch = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(component: "saved-order-\(UUID())")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    library = LibraryFolder(root: scratch.appending(component: "library"))
    log = SavedOrder(library)
  }

  private func withLibrary(_ work: @Sendable () async throws -> Void) async throws {
    defer { try? FileManager.default.removeItem(at: scratch) }
    let log = log
    try await withDependencies {
      $0.audioFile = .live()
      $0.database = .live(at: library.database)
      let insert = $0.database.insert
      $0.database.insert = { recording, job in
        try await insert(recording, job)
        log.note("row committed")
      }
      $0.continuousClock = ContinuousClock()
      $0.date = .constant(Date(timeIntervalSince1970: 5))
      $0.libraryFolder = library
      $0.uuid = .incrementing
    } operation: {
      try await work()
    }
  }

  /// A tenth of a second of a WAV file.
  private func sound() throws -> URL {
    var data = Data("RIFF".utf8)
    func append(_ number: UInt32, _ count: Int = 4) {
      data += withUnsafeBytes(of: number.littleEndian) { Data($0.prefix(count)) }
    }
    append(36 + 1600)
    data += Data("WAVEfmt ".utf8)
    append(16)
    append(1, 2)
    append(1, 2)
    append(8000)
    append(16000)
    append(2, 2)
    append(16, 2)
    data += Data("data".utf8)
    append(1600)
    for index in 0..<800 { append(UInt32(index % 50 * 100), 2) }
    let url = scratch.appending(component: "sound.wav")
    try data.write(to: url)
    return url
  }

  private static let first = "00000000-0000-0000-0000-000000000000"
  private static let second = "00000000-0000-0000-0000-000000000001"

  @Test("An import to a new library: each folder, the bytes, their name, the folder, the row")
  func imported() async throws {
    try await withLibrary {
      let file = try sound()
      try await log.watch {
        _ = try await Importer()(file, job: nil)
        log.note("told")
      }
      #expect(
        log.steps == [
          "made the library", "synced the folder that it is in",
          "made audio", "synced the library",
          "synced audio/\(Self.first).wav", "named audio/\(Self.first).wav", "synced audio",
          "row committed", "told",
        ])
    }
  }

  @Test("Replacement audio is moved into place, and the folder is synced")
  func restored() async throws {
    try await withLibrary {
      let file = try sound()
      _ = try await Importer()(file, job: nil)
      try FileManager.default.removeItem(at: library.audioFile(named: "\(Self.first).wav"))
      try await log.watch {
        let outcome = try await Importer()(file, job: nil)
        guard case .alreadyExists = outcome
        else { throw Unexpected() }
        log.note("told")
      }
      let (memo, copy) = ("audio/\(Self.first).wav", "audio/\(Self.second).wav")
      #expect(
        log.steps == [
          "synced \(memo)", "named \(copy)", "synced audio",
          "synced \(memo)", "moved \(copy) to \(memo)",
          "synced audio", "told",
        ])
    }
  }

  @Test("A recording: its bytes are on the disk as a draft, then moved, then both folders synced")
  func recorded() async throws {
    try await withLibrary {
      let source = try sound()
      try await log.watch {
        let saver = RecordingSaver()
        let file = try saver.newFile()
        // As the recorder does when it ends.
        @Dependency(\.audioFile) var audioFile
        _ = try await audioFile.encode(from: source, to: file, comment: nil)
        _ = try await saver.save(
          RecordedAudio(date: Date(), file: file, title: "Memo"), job: nil)
        log.note("told")
      }
      let (draft, memo) = ("drafts/recording-\(Self.first).flac", "audio/\(Self.second).flac")
      #expect(
        log.steps == [
          "made the library", "synced the folder that it is in",
          "made drafts", "synced the library",
          "synced \(memo)", "named \(draft)", "synced drafts",
          "made audio", "synced the library",
          "synced \(memo)", "moved \(draft) to \(memo)", "synced audio", "synced drafts",
          "row committed", "told",
        ])
    }
  }

  @Test("Audio moved to another disk is copied, then deleted at its source")
  func otherDisk() async throws {
    let isHereInMemory = FileManager.default.temporaryDirectory.path.hasPrefix("/dev/shm")
    let other = URL(fileURLWithPath: isHereInMemory ? "/var/tmp" : "/dev/shm")
      .appending(component: "saved-order-\(UUID())")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: other) }
    try await withLibrary {
      let file = try sound()
      let bytes = try Data(contentsOf: file)
      try await SoundFiles.onDisk.move(file, other.appending(component: "moved.wav"))
      #expect(try Data(contentsOf: other.appending(component: "moved.wav")) == bytes)
      #expect(!FileManager.default.fileExists(atPath: file.path))
      // Nothing gives way to it.
      let again = try sound()
      await #expect(throws: AudioFileError.self) {
        try await SoundFiles.onDisk.move(again, other.appending(component: "moved.wav"))
      }
      #expect(FileManager.default.fileExists(atPath: again.path))
    }
  }

  private struct Unexpected: Error {}
}

/// The file operations of a library, and its messages, in order.
private final class SavedOrder: Sendable {
  private enum Step {
    case call(SystemCall)
    case note(String)
  }

  private let seen = Mutex<[Step]>([])
  private let library: LibraryFolder

  init(_ library: LibraryFolder) { self.library = library }

  func note(_ text: String) { seen.withLock { $0.append(.note(text)) } }

  /// Starts a new record with this work.
  func watch(_ work: () async throws -> Void) async throws {
    seen.withLock { $0 = [] }
    try await SystemCall.$observer.withValue(
      .init { call in self.seen.withLock { $0.append(.call(call)) }
      }
    ) {
      try await work()
    }
  }

  /// A file that was synced before it had a name is called by the name that it has now.
  var steps: [String] {
    var names: [UInt64: String] = [:]
    for name in FileManager.default.enumerator(atPath: library.root.path)?.compactMap({
      $0 as? String
    }) ?? [] {
      let path = library.root.appending(path: name).path
      let number = try? FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber]
      if let number = number as? UInt64 { names[number] = name }
    }
    return seen.withLock { $0 }.map { step in
      switch step {
      case .note(let text): text
      case .call(.made(let folder)): "made \(short(folder))"
      case .call(.moved(let old, let new)): "moved \(short(old)) to \(short(new))"
      case .call(.named(let path)): "named \(short(path))"
      case .call(.synced(let path, let inode)): "synced \(names[inode] ?? short(path))"
      }
    }
  }

  private func short(_ path: String) -> String {
    if path == library.root.path { return "the library" }
    if path == library.root.deletingLastPathComponent().path { return "the folder that it is in" }
    return path.replacingOccurrences(of: library.root.path + "/", with: "")
  }
}
