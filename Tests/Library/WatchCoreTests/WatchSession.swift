import AudioFileClient
import Clocks
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import FolderWatchClient
import Foundation
import LibraryFolder
import SharedModels
import SpeechClient
import WatchCore

/// A watched folder, whose files are real but for the looking, and a library in memory.
final class WatchSession: Sendable {
  let clock = TestClock()
  let database = DatabaseClient.inMemory()
  let events = LockIsolated<[WatchEvent]>([])
  let folders: SimulatedFolders
  let inbox: URL
  let library: LibraryFolder
  let root: URL
  private let time = LockIsolated<Int64>(0)
  private let uuid = UUIDGenerator.incrementing

  init() throws {
    root = FileManager.default.temporaryDirectory
      .appendingPathComponent("watch-core-\(UUID().uuidString)", isDirectory: true)
    inbox = root.appendingPathComponent("inbox", isDirectory: true)
    library = LibraryFolder(root: root.appendingPathComponent("library", isDirectory: true))
    try FileManager.default.createDirectory(at: inbox, withIntermediateDirectories: true)
    folders = SimulatedFolders([inbox])
  }

  deinit {
    try? FileManager.default.removeItem(at: root)
  }

  func url(_ name: String) -> URL { inbox.appendingPathComponent(name) }

  /// Writes a file; "not audio" is none.
  func arrive(_ name: String, _ text: String = "sound", isOpen: Bool = false) throws {
    try FileManager.default.createDirectory(
      at: url(name).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url(name))
    let time = time.withValue { time in
      time += 1
      return time
    }
    folders.put(
      url(name), byteCount: Int64(text.utf8.count), modifiedAt: time, isOpen: isOpen)
  }

  /// Watches until `body` ends, and returns the events.
  @discardableResult
  func watch(
    _ disposal: WatchPlan.Disposal = .keep, rest: Duration = .seconds(2),
    update: (inout DependencyValues) -> Void = { _ in },
    until body: () async throws -> Void
  ) async throws -> [WatchEvent] {
    events.setValue([])
    let watching = withDependencies {
      $0.audioFile = Self.audioFile
      $0.continuousClock = clock
      $0.database = database
      $0.date.now = Date(timeIntervalSince1970: 1_000)
      $0.folderWatch = .simulated(folders)
      $0.libraryFolder = library
      $0.speechClient = .scripted(saying: "Good morning.")
      $0.uuid = uuid
      update(&$0)
    } operation: {
      Task { [events, plan = WatchPlan([inbox], disposal: disposal, rest: rest)] in
        try await FolderWatcher(plan) { event in events.withValue { $0.append(event) } }.run()
      }
    }
    try await body()
    watching.cancel()
    do { try await watching.value } catch is CancellationError {}
    return events.value
  }

  /// Advances the time until a condition is met.
  func pass(
    by step: Duration = .seconds(5), until isSo: () async throws -> Bool
  ) async rethrows {
    while try await !isSo() {
      await clock.advance(by: step)
      await Task.yield()
    }
  }

  /// Advances the time until a number of such events have occurred.
  func pass(
    by step: Duration = .seconds(5), until isWanted: (WatchEvent) -> Bool, count: Int = 1
  ) async {
    await pass(by: step) { events.value.count(where: isWanted) >= count }
  }

  /// Advances the time so that every file would have been checked.
  func passLooks(_ count: Int) async {
    let last = folders.scanCount + count
    await pass { folders.scanCount >= last }
  }

  func memos() async throws -> [Recording] {
    try await database.recordings(matching: RecordingQuery())
  }

  /// A client that copies files, and takes their text for their checksum.
  private static let audioFile: AudioFileClient = {
    var client = AudioFileClient.simulated()
    client.checksum = { source in
      let text = try String(contentsOf: source, encoding: .utf8)
      return StoredAudio(byteCount: Int64(text.utf8.count), sha256: text)
    }
    client.copyIn = { [checksum = client.checksum] source, destination in
      try FileManager.default.copyItem(at: source, to: destination)
      return try await checksum(source)
    }
    client.probe = { url in
      if (try? String(contentsOf: url, encoding: .utf8)) == "not audio" {
        throw AudioFileError.notAudio(path: url.path)
      }
      return AudioFileInfo(
        byteCount: 5, channelCount: 1, duration: .seconds(3), format: .wav, sampleRate: 16_000)
    }
    return client
  }()
}

extension WatchEvent {
  var isFinished: Bool {
    if case .transcription(.finished) = self { true } else { false }
  }

  var isImported: Bool {
    if case .imported = self { true } else { false }
  }

  /// A word as a value.
  var name: String {
    switch self {
    case .deleted: "deleted"
    case .folderFound: "found"
    case .folderMissing: "missing"
    case .imported(.added, let url): "added \(url.lastPathComponent)"
    case .imported(.alreadyExists, let url): "existing \(url.lastPathComponent)"
    case .moved(_, let place): "moved \(place.lastPathComponent)"
    case .postponed: "postponed"
    case .problem: "problem"
    case .refused(let url, _): "refused \(url.lastPathComponent)"
    case .transcription: ""
    case .waiting: "waiting"
    }
  }
}

extension [WatchEvent] {
  /// Operations on files and folders.
  var names: [String] { map(\.name).filter { !$0.isEmpty } }
}
