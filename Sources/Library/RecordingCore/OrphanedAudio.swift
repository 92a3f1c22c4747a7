public import AudioFileClient
import DatabaseClient
import Dependencies
public import Foundation
public import ImportCore
import LibraryFolder
import POSIX
import SharedModels
import SoundCore

/// Sound in the library's folders that no memo refers to: the files in the audio folder that a
/// crash left without a row, whole recordings that could not be saved, and what came in by standard
/// input to its end but did not become a memo.
public struct OrphanedAudio: Sendable {
  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.soundFiles) private var soundFiles
  @Dependency(\.uuid) private var uuid

  public init() {}

  /// - Throws: `DatabaseError`, and `AudioFileError` where it is not known what sound there is.
  public func files() async throws -> [URL] {
    // Listed first: what is imported meanwhile has a row by then.
    let stored = try await soundFiles.files(folder.audio)
    let known = try await database.audioFileNames()
    return stored.filter {
      !$0.name.hasPrefix(".") && !$0.mayBeArriving && !known.contains($0.name)
    }
    .map { folder.audioFile(named: $0.name) } + DraftFiles().all()
  }

  /// Deletes those in the audio folder whose bytes are a memo's: what an import has left that was
  /// killed, and was made again. Does nothing while something is being imported.
  ///
  /// - Throws: `LibraryFolderError`, `DatabaseError`, `AudioFileError` where it is not known what sound
  ///   there is, `CancellationError`.
  public func deleteTwins() async throws {
    guard let lock = try ImportLock(.alone, in: folder.root)
    else { return }
    defer { withExtendedLifetime(lock) {} }
    let stored = try await soundFiles.files(folder.audio)
    let known = try await database.audioFileNames()
    for file in stored where !known.contains(file.name) && !file.mayBeArriving {
      let name = file.name
      let file = folder.audioFile(named: name)
      if [".new-", AudioFileClient.temporaryNamePrefix].contains(where: { name.hasPrefix($0) }) {
        // A copy that was begun, where the file system cannot make files without a name.
        await soundFiles.delete(file)
        continue
      }
      // One that cannot be read stays where it is, and so does what is no sound of ours.
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

  /// Makes memos of them, and jobs to transcribe these. Sound in the audio folder becomes the memo
  /// again that it was, with its id, title, date, tags and mark, if its `MemoFiles` has a file of it.
  ///
  /// Then that folder is put in order: a memo that has no file gets one, and files that belong to
  /// nothing any more go.
  ///
  /// - Parameters:
  ///   - title: The title of memos of which nothing is known.
  ///   - job: What to ask of the speech engine.
  ///   - report: Gets each file, and what became of it: a file that cannot be read stays where it
  ///     is.
  /// - Throws: `ImportFailure.importing` while something is being imported, `LibraryFolderError`,
  ///   `DatabaseError`, `AudioFileError` where it is not known what sound there is,
  ///   `CancellationError`, and what `report` throws.
  public func adopt(
    title: String, job: JobRequest,
    report: (URL, Result<Importer.Outcome, AudioFileError>) throws -> Void
  ) async throws {
    guard let lock = try ImportLock(.alone, in: folder.root)
    else { throw ImportFailure.importing }
    defer { withExtendedLifetime(lock) {} }
    for file in try await files() {
      try Task.checkCancellation()
      do {
        if let outcome = try await adoptAgain(file, job: job) {
          try report(file, .success(outcome))
          continue
        }
        let outcome = try await Importer().importFile(
          file, named: nil, details: MemoDetails(title: title), job: job)
        // Its bytes are in the library under another name now.
        await soundFiles.delete(file)
        try report(file, .success(outcome))
      } catch let error as AudioFileError {
        try report(file, .failure(error))
      }
    }
    try await completeMemoFiles()
  }

  /// Makes a memo of sound that was one, where it lies; `nil` where nothing is known of it.
  private func adoptAgain(_ file: URL, job: JobRequest) async throws -> Importer.Outcome? {
    guard
      file.deletingLastPathComponent().path == folder.audio.path,
      var recording = MemoFiles(folder).recording(forSound: file.lastPathComponent),
      try await database.archived(ids: [recording.id]).isEmpty
    else { return nil }
    let info = try await audioFile.probe(url: file)
    let stored = try await audioFile.checksum(of: file)
    recording.audio.byteCount = stored.byteCount
    recording.audio.sha256 = stored.sha256
    recording.duration = info.duration
    recording.transcription = .queued
    do {
      try await database.insert(recording, job.job(for: recording.id, id: uuid(), at: now))
      return .added(recording)
    } catch DatabaseError.alreadyThere(let sha256) {
      guard let twin = try await database.recordingWithChecksum(sha256)
      else { throw DatabaseError.alreadyThere(sha256: sha256) }
      await soundFiles.delete(file)
      return .alreadyThere(twin)
    }
  }

  private func completeMemoFiles() async throws {
    let files = MemoFiles(folder)
    for recording in try await database.recordings(matching: RecordingQuery(place: nil)) {
      try Task.checkCancellation()
      // One that cannot be written now is written another time.
      _ = try? files.write(recording)
    }
    let sounds = Set(try await soundFiles.files(folder.audio).map(\.name))
      .union(try await database.audioFileNames())
    let stems = Set(sounds.map(\.stem))
    for name in folder.memos.fileNames where !name.hasPrefix(".") && !stems.contains(name.stem) {
      files.delete(forSound: name)
    }
  }
}

extension String {
  /// A file's name without its ending.
  fileprivate var stem: String {
    URL(fileURLWithPath: self).deletingPathExtension().lastPathComponent
  }
}
