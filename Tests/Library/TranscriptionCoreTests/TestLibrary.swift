import AudioFileClient
import Clocks
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import SharedModels
import SpeechClient
import TranscriptionCore

/// A library with a folder for one test.
final class TestLibrary: Sendable {
  static let now = Date(timeIntervalSince1970: 1_000)

  let clock = TestClock()
  let database: DatabaseClient
  let folder: LibraryFolder
  /// Another program's client of the same library.
  let otherDatabase: DatabaseClient
  /// The clock of the library's leases. It continues when ``wait(_:)`` is called.
  private let time = LockIsolated(TestLibrary.now)

  init() throws {
    let shelf = DatabaseClient.inMemory(now: { [time] in time.value })
    database = shelf.library(at: URL(fileURLWithPath: "/library"))
    otherDatabase = shelf.library(at: URL(fileURLWithPath: "/library"))
    folder = LibraryFolder(
      root: FileManager.default.temporaryDirectory
        .appendingPathComponent("transcription-core-\(UUID().uuidString)", isDirectory: true))
    try FileManager.default.createDirectory(at: folder.audio, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder.root)
  }

  static func id(_ number: Int) -> Recording.ID { Recording.ID(UUID(number)) }

  /// Advances the time.
  ///
  /// - Parameter isAsleep: Whether the machine sleeps, so that no program notices before it ends.
  func wait(_ duration: Duration, isAsleep: Bool = false) async {
    if isAsleep { time.withValue { $0 += duration / .seconds(1) } }
    for _ in 0..<(isAsleep ? 0 : Int(duration / .seconds(1))) {
      time.withValue { $0 += 1 }
      await clock.advance(by: .seconds(1))
    }
  }

  /// A memo of ten seconds that waits for its transcript.
  func addMemo(
    _ number: Int, title: String? = nil, attempts: Int = 0, transcribedUntil: Duration = .zero,
    settings: TranscriptionSettings = TranscriptionSettings()
  ) async throws {
    var recording = Recording.preview(
      id: Self.id(number), duration: .seconds(10), transcription: .queued)
    recording.audio.fileName = "\(number).wav"
    if let title {
      recording.provenance = .imported(fileName: title + ".wav")
      recording.title = title
    }
    recording.date = Date(timeIntervalSince1970: Double(number))
    try Data("sound".utf8).write(to: folder.audioFile(named: recording.audio.fileName))
    try await database.insert(
      recording,
      TranscriptionJob(
        id: TranscriptionJob.ID(UUID(100 + number)), recordingID: recording.id,
        attempts: attempts, createdAt: recording.date, settings: settings,
        transcribedUntil: transcribedUntil))
  }

  /// Runs the queue to its end, or completes the given memos, and returns its events.
  @discardableResult
  func run(
    _ speech: SpeechClient, among ids: Set<Recording.ID>? = nil,
    completing completed: Set<Recording.ID>? = nil, width: Int = 1,
    _ update: (inout DependencyValues) -> Void = { _ in },
    onEvent: @escaping @Sendable (TranscriptionQueue.Event) -> Void = { _ in }
  ) async throws -> [TranscriptionQueue.Event] {
    let events = LockIsolated<[TranscriptionQueue.Event]>([])
    try await withDependencies {
      $0.audioFile = .simulated()
      $0.continuousClock = clock
      $0.database = database
      $0.date.now = Self.now
      $0.libraryFolder = folder
      $0.speechClient = speech
      update(&$0)
    } operation: {
      let report: @Sendable (TranscriptionQueue.Event) async -> Void = { event in
        events.withValue { $0.append(event) }
        onEvent(event)
      }
      if let completed {
        try await TranscriptionQueue().complete(completed, width: width, report: report)
      } else {
        try await TranscriptionQueue().run(among: ids, width: width, report: report)
      }
    }
    return events.value
  }

  func transcription(_ number: Int) async throws -> Transcription? {
    try await database.transcription(of: Self.id(number))
  }

  /// The memos' states, oldest memo first.
  func states() async throws -> [TranscriptionState] {
    try await database.recordings(matching: RecordingQuery()).reversed().map(\.transcription)
  }
}

extension [TranscriptionQueue.Event] {
  /// The memos whose transcription began, in that order.
  var begun: [Recording.ID] {
    compactMap { if case .began(let id) = $0 { id } else { nil } }
  }

  var ended: Self {
    filter {
      switch $0 {
      case .failed, .finished: true
      case .began, .progressed, .speakersFailed: false
      }
    }
  }
}
