import AudioFileClient
import DatabaseClient
import Dependencies
import FolderWatchClient
import Foundation
import ImportCore
import LibraryFolder
import POSIX
import SharedModels

struct FileImporter {
  let plan: WatchPlan
  var pendingFiles: PendingFiles
  private let report: FolderWatcher.Report
  private var reported: Set<WatchedFile> = []

  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.database) private var database
  @Dependency(\.folderWatch) private var folderWatch
  @Dependency(\.libraryFolder) private var library

  init(_ plan: WatchPlan, report: @escaping FolderWatcher.Report) {
    self.plan = plan
    self.report = report
    pendingFiles = PendingFiles(rest: plan.rest)
  }

  /// Imports an unchanged file after this time even if a program never closes it.
  static let openFileTimeout: Duration = .seconds(600)
  static let pause: Duration = .seconds(30)

  mutating func importFile(_ file: WatchedFile, at now: Duration) async throws -> Bool {
    // Importing other files may have taken any time.
    guard let current = await folderWatch.file(at: file.url)
    else {
      pendingFiles.remove(file)
      return false
    }
    guard current == file
    else {
      pendingFiles.restart(current, at: now)
      return false
    }
    if await folderWatch.isBeingWritten(file: file.url),
      pendingFiles.age(of: file, at: now) < Self.openFileTimeout
    {
      pendingFiles.postpone(file, until: now + plan.rest)
      return false
    }
    do {
      let outcome = try await Importer()(file.url, job: plan.job)
      reported.remove(file)
      try await report(.imported(outcome, from: file.url))
      try await dispose(of: file, as: outcome, at: now)
      return true
    } catch let error as AudioFileError {
      try await fail(file, error, at: now)
    } catch let error as ImportFailure {
      try await postpone(file, reason: error.description, at: now)
    } catch let error as DatabaseError where error.isTransient {
      try await postpone(file, reason: error.description, at: now)
    }
    return false
  }

  private mutating func fail(
    _ file: WatchedFile, _ error: AudioFileError, at now: Duration
  ) async throws {
    switch error {
    case .changed:
      pendingFiles.restart(file, at: now)
    case .missing:
      pendingFiles.remove(file)
    case .damaged, .empty, .isDirectory, .notAudio, .notRegularFile, .noTrack:
      pendingFiles.markProcessed(file)
      try await report(.refused(file.url, reason: error.description))
      try await remember(file, problem: error.description)
    case .destinationExists, .io, .noSpace, .permissionDenied, .store, .unsupported:
      try await postpone(file, reason: error.description, at: now)
    }
  }

  private mutating func postpone(
    _ file: WatchedFile, reason: String, at now: Duration
  ) async throws {
    pendingFiles.postpone(file, until: now + Self.pause)
    if reported.insert(file).inserted {
      try await report(.postponed(file.url, reason: reason))
    }
  }

  /// If this fails, the next watch finds the file in the library.
  private func remember(_ file: WatchedFile, problem: String? = nil) async throws {
    do {
      try await database.saveProcessedFile(
        ProcessedFile(
          path: file.url.path, byteCount: file.byteCount, modifiedAt: file.modifiedAt,
          problem: problem))
    } catch let error as DatabaseError where error.isTransient {
      try await report(.problem(error.description))
    }
  }

  private mutating func dispose(
    of file: WatchedFile, as outcome: Importer.Outcome, at now: Duration
  ) async throws {
    pendingFiles.markProcessed(file)
    guard plan.disposal != .keep
    else { return try await remember(file) }
    do {
      try await check(outcome)
      guard await folderWatch.file(at: file.url) == file
      else {
        pendingFiles.restart(file, at: now)
        return
      }
      switch plan.disposal {
      case .delete:
        try removeFile(file.url.path)
        try await report(.deleted(file.url))
      case .keep:
        break
      case .move(let folder):
        let place = try await FileRemover().move(file.url, below: root(of: file), to: folder)
        try await report(.moved(file.url, to: place))
      }
    } catch let error as CancellationError {
      throw error
    } catch let error as DatabaseError where !error.isTransient {
      throw error
    } catch {
      // The memo is safe, and the next watch retries.
      try await report(
        .problem("\(file.url.escapedPath) was imported but left in place: \(Self.reason(error))"))
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as AudioFileError: error.description
    case let error as DamagedDuplicate: error.description
    case let error as SystemError: error.reason
    default: error.localizedDescription
    }
  }

  /// The file is only removed if the library's copy of the audio is intact.
  private func check(_ outcome: Importer.Outcome) async throws {
    guard case .alreadyExists(let memo) = outcome
    else { return }
    let kept = try await audioFile.checksum(of: library.audioFile(named: memo.audio.fileName))
    guard kept.sha256 == memo.audio.sha256
    else { throw DamagedDuplicate(title: memo.title) }
  }

  private func root(of file: WatchedFile) -> URL {
    plan.folders.filter { file.url.path.hasPrefix("\($0.path)/") }
      .max { $0.path.count < $1.path.count } ?? file.url.deletingLastPathComponent()
  }

  private struct DamagedDuplicate: Error, CustomStringConvertible {
    let title: String

    var description: String {
      "the memo '\(title)' has the same audio, but its copy is damaged; run 'speechmemo verify' for details"
    }
  }
}

extension WatchedFile {
  init(_ file: ProcessedFile) {
    self.init(
      url: URL(fileURLWithPath: file.path, isDirectory: false), byteCount: file.byteCount,
      modifiedAt: file.modifiedAt)
  }
}
