public import AudioFileClient
import DatabaseClient
import Dependencies
public import Foundation
public import ImportCore
import LibraryFolder
import POSIX
import SharedModels
import SoundCore

/// Audio without a memo: left by a crash, recorded but not saved, or complete standard input.
public struct OrphanedAudio: Sendable {
  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.database) private var database
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.soundFiles) private var soundFiles

  public init() {}

  /// - Throws: `DatabaseError`, and `AudioFileError` if the audio can't be listed.
  public func files() async throws -> [URL] {
    // Listed first: files that arrive later have a row by the time names are read.
    let stored = try await soundFiles.files(folder.audio)
    let known = try await database.audioFileNames()
    return stored.filter {
      !$0.name.hasPrefix(".") && !$0.mayBeArriving && !known.contains($0.name)
    }
    .map { folder.audioFile(named: $0.name) } + DraftFiles().all()
  }

  /// Deletes audio whose bytes a memo has, left by a killed import. Does nothing during an import.
  public func deleteDuplicates() async throws {
    guard let lock = try ImportLock(.exclusive, in: folder.root)
    else { return }
    defer { withExtendedLifetime(lock) {} }
    let stored = try await soundFiles.files(folder.audio)
    let known = try await database.audioFileNames()
    for file in stored where !known.contains(file.name) && !file.mayBeArriving {
      let name = file.name
      let file = folder.audioFile(named: name)
      if [".new-", AudioFileClient.temporaryNamePrefix].contains(where: { name.hasPrefix($0) }) {
        // A partial copy, on file systems without unnamed temporary files.
        await soundFiles.delete(file)
        continue
      }
      guard !name.hasPrefix("."), let bytes = try? await audioFile.checksum(of: file),
        let twin = try await database.recordingWithChecksum(bytes.sha256),
        let kept = try? await audioFile.checksum(of: folder.audioFile(named: twin.audio.fileName)),
        kept == bytes
      else {
        try Task.checkCancellation()
        continue
      }
      await soundFiles.delete(file)
    }
  }

  /// Makes memos with transcription jobs, with the details in `MemoFiles` if they are there, unless
  /// they were deleted; `title` is for others. Then repairs `MemoFiles`. Throws `DatabaseError`,
  /// `ImportFailure.importing`, `LibraryFolderError`, `AudioFileError`, and errors of `report`.
  public func adopt(
    title: String, job: JobRequest,
    report: (URL, Result<Importer.Outcome, AudioFileError>) throws -> Void
  ) async throws {
    guard let lock = try ImportLock(.exclusive, in: folder.root)
    else { throw ImportFailure.importing }
    defer { withExtendedLifetime(lock) {} }
    let drafts = DraftFiles()
    var deleted = DeletionList.names(in: folder)
    // If the database is gone, so is the reason for a deletion.
    if !deleted.isEmpty, try await database.audioFileNames().isEmpty { deleted = [] }
    for file in try await files() {
      try Task.checkCancellation()
      if try await deleteAgain(file, deleted, report: report) { continue }
      do {
        if let outcome = try await adoptWithDetails(file, job: job) {
          try report(file, .success(outcome))
          continue
        }
        let outcome = try await Importer().importFile(
          file, named: nil, details: MemoDetails(title: drafts.title(of: file) ?? title), job: job)
        // The library has the bytes under another name now.
        await soundFiles.delete(file)
        drafts.deleteTitle(of: file)
        try report(file, .success(outcome))
      } catch let error as AudioFileError {
        try report(file, .failure(error))
      }
    }
    try await completeMemoFiles()
    DeletionList.removeAll(in: folder)
  }

  /// Returns `false` unless the file is the audio of a deleted memo.
  private func deleteAgain(
    _ file: URL, _ deleted: Set<String>,
    report: (URL, Result<Importer.Outcome, AudioFileError>) throws -> Void
  ) async throws -> Bool {
    guard file.deletingLastPathComponent().path == folder.audio.path,
      case let name = file.lastPathComponent,
      deleted.contains(name) || MemoFiles(folder).isDeleted(audio: name)
    else { return false }
    if case .failed(let reason) = await soundFiles.delete(file) {
      _ = MemoFiles(folder).markDeleted(audio: name)
      try report(file, .failure(.io(path: file.path, reason: reason)))
    }
    return true
  }

  private func adoptWithDetails(_ file: URL, job: JobRequest) async throws -> Importer.Outcome? {
    guard
      file.deletingLastPathComponent().path == folder.audio.path,
      var recording = MemoFiles(folder).recording(forAudio: file.lastPathComponent),
      try await database.archive.memos(ids: [recording.id]).isEmpty
    else { return nil }
    let info = try await audioFile.probe(url: file)
    let stored = try await audioFile.checksum(of: file)
    recording.audio.byteCount = stored.byteCount
    recording.audio.sha256 = stored.sha256
    recording.duration = info.duration
    recording.transcription = .queued
    return try await Importer().add(recording, job: job)
  }

  private func completeMemoFiles() async throws {
    let files = MemoFiles(folder)
    for recording in try await database.recordings(matching: RecordingQuery(place: nil)) {
      try Task.checkCancellation()
      _ = try? files.write(recording)
      DraftFiles().deleteTitle(of: folder.audioFile(named: recording.audio.fileName))
    }
    let audioNames = Set(try await soundFiles.files(folder.audio).map(\.name))
      .union(try await database.audioFileNames())
    let stems = Set(audioNames.map(\.stem))
    for name in folder.memos.fileNames where !name.hasPrefix(".") && !stems.contains(name.stem) {
      files.delete(forAudio: name)
    }
  }
}

extension String {
  fileprivate var stem: String {
    URL(fileURLWithPath: self).deletingPathExtension().lastPathComponent
  }
}
