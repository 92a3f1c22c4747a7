import AudioFileClient
public import AudioRecorderClient
import Dependencies
import Foundation
import ImportCore
import LibraryFolder

public struct UnsavedRecordings: Sendable {
  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.audioRecorder) private var audioRecorder
  @Dependency(\.libraryFolder) private var folder

  public init() {}

  public func interrupted() async throws -> [RecoveredRecording] {
    try await audioRecorder.recoverDrafts(in: folder.drafts)
  }

  /// Also returns finished recordings that couldn't be saved. Empty during a save or an import.
  public func all() async throws -> [RecoveredRecording] {
    guard let lock = try ImportLock(.exclusive, in: folder.root)
    else { return [] }
    defer { withExtendedLifetime(lock) {} }
    var found = try await interrupted()
    let known = Set(found.map(\.url.lastPathComponent))
    for url in DraftFiles().recordings() where !known.contains(url.lastPathComponent) {
      guard let info = try? await audioFile.probe(url: url)
      else { continue }
      found.append(
        RecoveredRecording(date: url.modificationDate, duration: info.duration, url: url))
    }
    return found
  }
}
