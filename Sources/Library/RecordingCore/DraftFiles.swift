import Dependencies
import FileStorage
import Foundation
import LibraryFolder
import SharedModels
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

  /// Stores the title of a recording that is about to begin, durably.
  func setTitle(_ title: String, of recording: URL) throws {
    try FileStorage.fileSystem.write(Data(title.utf8), to: titleFile(of: recording))
  }

  /// The title stored for a recording, which is a draft or already moved to the audio folder.
  func title(of recording: URL) -> String? {
    let data = try? FileStorage.fileSystem.read(titleFile(of: recording)).data
    return data.map { String(decoding: $0, as: UTF8.self) }
  }

  func deleteTitle(of recording: URL) {
    _ = try? FileStorage.fileSystem.delete(titleFile(of: recording))
  }

  func deleteUnusedTitle(of recording: URL) {
    let name = recording.lastPathComponent
    if !folder.drafts.fileNames.contains(where: { $0.hasPrefix(name) }) {
      deleteTitle(of: recording)
    }
  }

  /// The id of a titled recording's memo. It leads from the audio file to the title after a crash.
  func titledID(of recording: URL) -> Recording.ID? {
    title(of: recording) == nil ? nil : UUID(uuidString: id(of: recording)).map { Recording.ID($0) }
  }

  private func titleFile(of recording: URL) -> URL {
    folder.drafts.appendingPathComponent("\(Self.recordingPrefix)\(id(of: recording)).title")
  }

  private func id(of recording: URL) -> String {
    let name = recording.deletingPathExtension().lastPathComponent
    return String(name.trimmingPrefix(Self.recordingPrefix))
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
