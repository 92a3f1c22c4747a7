import FileStorage
import Foundation
public import LibraryFolder
import SharedModels
import SoundCore

/// The names of audio files that are being deleted with their memos. If the process dies after the
/// rows are gone, `recover` deletes the files instead of bringing the memos back.
public struct DeletionList: Sendable {
  private let file: URL

  init(of names: [String], in folder: LibraryFolder) throws {
    file = folder.deleting.appendingPathComponent(
      "\(ProcessInfo.processInfo.globallyUniqueString).json")
    try LibraryFolder.make(folder.deleting)
    try FileStorage.fileSystem.write(JSONEncoder.speechMemo.encode(names), to: file)
  }

  func remove() {
    _ = try? FileStorage.fileSystem.delete(file)
  }

  /// The names in all lists. No process may be deleting memos.
  public static func names(in folder: LibraryFolder) -> Set<String> {
    Set(
      files(in: folder).flatMap { file -> [String] in
        guard let data = try? FileStorage.fileSystem.read(file).data
        else { return [] }
        return (try? JSONDecoder.speechMemo.decode([String].self, from: data)) ?? []
      })
  }

  public static func removeAll(in folder: LibraryFolder) {
    for file in files(in: folder) { _ = try? FileStorage.fileSystem.delete(file) }
  }

  private static func files(in folder: LibraryFolder) -> [URL] {
    folder.deleting.fileNames.map { folder.deleting.appendingPathComponent($0) }
  }
}
