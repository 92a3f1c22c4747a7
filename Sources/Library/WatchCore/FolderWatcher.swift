import AudioFileClient
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import FolderWatchClient
import LibraryFolder
import POSIX
import RecordingCore
import SharedModels
import TranscriptionCore

/// Imports and transcribes files that arrive in folders, once: the library remembers them.
public struct FolderWatcher: Sendable {
  /// Calls come from several tasks.
  public typealias Report = @Sendable (WatchEvent) async throws -> Void

  private let transcripts = LockIsolated(Transcripts())
  let plan: WatchPlan
  private let report: Report

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.database) private var database
  @Dependency(\.folderWatch) private var folderWatch
  @Dependency(\.libraryFolder) private var library

  public init(_ plan: WatchPlan, report: @escaping Report) {
    self.plan = plan
    self.report = report
  }

  static let gathering: Duration = .milliseconds(100)
  static let missingInterval: Duration = .seconds(5)

  /// Watches until the task is canceled. Also throws ``WatchPlanProblem``, a permanent
  /// `DatabaseError`, `LibraryFolderError`, and errors of the report.
  public func run() async throws {
    try check()
    let (arrived, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    continuation.yield()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await watch { continuation.yield() } }
      group.addTask { try await transcribe(whenever: arrived) }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func check() throws(WatchPlanProblem) {
    let root = Self.realPath(library.root)
    for folder in plan.folders {
      let path = Self.realPath(folder)
      if path == root || path.hasPrefix("\(root)/") { throw .library(folder) }
      if case .move(let place) = plan.disposal, Self.realPath(place) == path {
        throw .moveIntoItself(place)
      }
    }
  }

  private static func realPath(_ url: URL) -> String { POSIX.realPath(of: url.path) ?? url.path }

  private func watch(onImport: @Sendable () -> Void) async throws {
    var importer = FileImporter(plan) { [transcripts, report] event in
      if case .imported(let outcome, _) = event, outcome.recording.transcription.isPending {
        transcripts.withValue { $0.expect(outcome.recording.id) }
      }
      try await report(event)
    }
    let taken = try await retried { try await database.processedFiles() }
    for file in taken { importer.pendingFiles.markProcessed(WatchedFile(file)) }
    let elapsed = clock.stopwatch()
    var missing: Set<URL> = []
    var reported: Set<String> = []
    var isWaiting = false
    while true {
      for folder in plan.folders {
        do {
          let look = try await folderWatch.files(below: folder, where: wanted(below: folder))
          if missing.remove(folder) != nil { try await report(.folderFound(folder)) }
          importer.pendingFiles.update(with: look.files, below: folder, at: elapsed())
          for problem in look.problems where reported.insert(problem).inserted {
            try await report(.problem(problem))
          }
        } catch let error as FolderWatchError {
          if missing.insert(folder).inserted {
            try await report(.folderMissing(folder, reason: error.description))
          }
        }
      }
      for file in importer.pendingFiles.ready(at: elapsed()) {
        try Task.checkCancellation()
        if try await importer.importFile(file, at: elapsed()) { onImport() }
      }
      if !isWaiting, importer.pendingFiles.isEmpty {
        isWaiting = true
        // By now, an import killed before its row was written has been repeated.
        try? await OrphanedAudio().deleteDuplicates()
        try await report(.waiting)
      }
      var limit = missing.isEmpty ? plan.interval : min(plan.interval, Self.missingInterval)
      if let due = importer.pendingFiles.nextDue {
        limit = min(limit, max(due - elapsed(), .milliseconds(1)))
      }
      try await pause(atMost: limit)
      onImport()
    }
  }

  private func wanted(below folder: URL) -> @Sendable (String, Bool) -> Bool {
    let base = folder.path
    let real = Self.realPath(folder)
    var excluded = [Self.realPath(library.root)]
    if case .move(let place) = plan.disposal { excluded.append(Self.realPath(place)) }
    return { [excluded] path, isFolder in
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      guard isFolder
      else { return WatchFilter.includes(file: name) }
      return WatchFilter.includes(folder: name)
        && !excluded.contains(real + path.dropFirst(base.count))
    }
  }

  private func pause(atMost limit: Duration) async throws {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await folderWatch.change()
        try? await clock.sleep(for: Self.gathering)
      }
      group.addTask { try? await clock.sleep(for: limit) }
      await group.next()
      group.cancelAll()
    }
    try Task.checkCancellation()
  }

  private func transcribe(whenever arrived: AsyncStream<Void>) async throws {
    let report: @Sendable (TranscriptionQueue.Event) async -> Void = {
      [transcripts, report] event in
      switch event {
      case .failed(let id, _), .finished(let id, _): transcripts.withValue { $0.end(id) }
      case .began, .progressed, .speakersFailed: break
      }
      // A broken output is reported with the next file.
      try? await report(.transcription(event))
    }
    var lastProblem: String?
    for await _ in arrived {
      do {
        try await TranscriptionQueue().run(width: plan.width, report: report)
        try await reportTranscriptsOfOthers(report)
        lastProblem = nil
      } catch let error
        where (error as? DatabaseError)?.isTransient == true || error is AudioFileError
      {
        let problem = String(describing: error)
        if lastProblem != problem { try await self.report(.problem(problem)) }
        lastProblem = problem
      }
    }
    try Task.checkCancellation()
  }

  /// A server or the app may have claimed jobs.
  private func reportTranscriptsOfOthers(
    _ report: @Sendable (TranscriptionQueue.Event) async -> Void
  ) async throws {
    let ids = transcripts.value.awaited
    guard !ids.isEmpty
    else { return }
    let waiting = try await TranscriptionFollower().waitingMemos(among: ids, report: report)
    transcripts.withValue { $0.awaited.subtract(ids.subtracting(waiting.map(\.id))) }
  }

  private func retried<Value: Sendable>(
    _ work: @Sendable () async throws -> Value
  ) async throws -> Value {
    var isReported = false
    while true {
      do {
        return try await work()
      } catch let error as DatabaseError where error.isTransient {
        if !isReported { try await report(.problem(error.description)) }
        isReported = true
        try await clock.sleep(for: Self.missingInterval)
      }
    }
  }
}

private struct Transcripts: Sendable {
  var awaited: Set<Recording.ID> = []
  /// A short transcription may end before the import is reported.
  private var early: Set<Recording.ID> = []

  mutating func expect(_ id: Recording.ID) {
    if early.remove(id) == nil { awaited.insert(id) }
  }

  mutating func end(_ id: Recording.ID) {
    if awaited.remove(id) == nil { early.insert(id) }
  }
}

extension DatabaseError {
  var isTransient: Bool {
    switch self {
    case .busy, .diskFull, .unreachable: true
    default: false
    }
  }
}
