import Dependencies
import Foundation
import LibraryFolder
import SoundCore

struct DraftFiles {
  private static let recordingPrefix = "recording-"

  private static let standardInputPrefix = "standard-input-"

  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.uuid) private var uuid

  func newRecording() throws -> URL {
    try newFile("\(Self.recordingPrefix)\(uuid().text).flac")
  }

  func newStandardInput() throws -> URL {
    try newFile("\(Self.standardInputPrefix)\(uuid().text)")
  }

  /// Finished recordings. Drafts still being recorded have another extension.
  func recordings() -> [URL] {
    files { Self.isRecording($0) }
  }

  func all() -> [URL] {
    files { Self.isRecording($0) || $0.hasPrefix(Self.standardInputPrefix) }
  }

  private static func isRecording(_ name: String) -> Bool {
    name.hasPrefix(recordingPrefix) && name.hasSuffix(".flac")
  }

  private func files(_ isIncluded: (String) -> Bool) -> [URL] {
    folder.drafts.fileNames.filter(isIncluded).map { folder.drafts.appendingPathComponent($0) }
  }

  private func newFile(_ name: String) throws -> URL {
    // Parents that are created implicitly are not private.
    try LibraryFolder.make(folder.root)
    try LibraryFolder.make(folder.drafts)
    return folder.drafts.appendingPathComponent(name)
  }
}
