import Dependencies
import Foundation
import ImportCore
import LibraryFolder
import POSIX

/// The files in the library's folder of drafts: sound that is not a memo yet.
struct DraftFiles {
  /// Name prefix of recordings.
  private static let recordingPrefix = "recording-"

  /// Name prefix of files read from standard input.
  private static let standardInputPrefix = "standard-input-"

  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.uuid) private var uuid

  /// Where the next recording goes. Makes the folder.
  ///
  /// - Throws: `LibraryFolderError`.
  func newRecording() throws -> URL {
    try newFile("\(Self.recordingPrefix)\(uuid().uuidString.lowercased()).flac")
  }

  /// Where standard input goes. Makes the folder.
  ///
  /// - Throws: `LibraryFolderError`.
  func newStandardInput() throws -> URL {
    try newFile("\(Self.standardInputPrefix)\(uuid().uuidString.lowercased())")
  }

  /// The whole recordings, in the order of their names. The drafts of those that are still being
  /// made have another ending.
  func recordings() -> [URL] {
    files { Self.isRecording($0) }
  }

  /// The whole recordings, and what came in by standard input, in the order of their names.
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
    try LibraryFolder.make(folder.drafts)
    return folder.drafts.appendingPathComponent(name)
  }
}

extension URL {
  /// The names of what is in this folder, in order; none if it cannot be read.
  var fileNames: [String] {
    ((try? POSIX.names(in: path)) ?? []).sorted()
  }
}
