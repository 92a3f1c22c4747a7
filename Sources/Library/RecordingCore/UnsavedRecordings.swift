import AudioFileClient
public import AudioRecorderClient
import Dependencies
import Foundation
import ImportCore
import LibraryFolder

/// The recordings that were not saved as memos, although nothing works on them any more.
public struct UnsavedRecordings: Sendable {
  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.audioRecorder) private var audioRecorder
  @Dependency(\.libraryFolder) private var folder

  public init() {}

  /// Those that a crash cut short. Each becomes a file that can be played.
  public func cutShort() async throws -> [RecoveredRecording] {
    try await audioRecorder.recoverDrafts(in: folder.drafts)
  }

  /// Those, and the whole ones that could not be saved. None are found while a recording or a file
  /// is being taken into the library.
  ///
  /// - Throws: `LibraryFolderError`, and what keeps drafts from being recovered.
  public func all() async throws -> [RecoveredRecording] {
    // While a recording is being saved, this lock is held: its file is not left behind.
    guard let lock = try ImportLock(.alone, in: folder.root)
    else { return [] }
    defer { withExtendedLifetime(lock) {} }
    var found = try await cutShort()
    let known = Set(found.map(\.url.lastPathComponent))
    for url in DraftFiles().recordings() where !known.contains(url.lastPathComponent) {
      // One that cannot be read stays where it is.
      guard let info = try? await audioFile.probe(url: url)
      else { continue }
      found.append(
        RecoveredRecording(date: url.modificationDate, duration: info.duration, url: url))
    }
    return found
  }
}
