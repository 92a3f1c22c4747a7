import FileStorage
import Foundation
public import SharedModels

/// A file per memo with its details, not its transcript, to rebuild a lost database. It may be one
/// change ahead of the database. A memo deleted without its audio has a mark instead.
public struct MemoFiles: Sendable {
  private let folder: LibraryFolder

  public init(_ folder: LibraryFolder) {
    self.folder = folder
  }

  /// Writes the file to disk if the memo's audio is there. Returns `false` if nothing changed.
  @discardableResult
  public func write(_ recording: Recording) throws -> Bool {
    let sound = folder.audioFile(named: recording.audio.fileName)
    guard try !FileStorage.fileSystem.stamp(of: sound).isMissing
    else { return false }
    var kept = recording
    kept.transcription = .none
    kept.trashedAt = nil
    let data = try JSONEncoder.speechMemo.encode(kept) + Data("\n".utf8)
    let file = file(forAudio: recording.audio.fileName)
    guard try FileStorage.fileSystem.read(file).data != data
    else { return false }
    try LibraryFolder.make(folder.memos)
    try FileStorage.fileSystem.write(data, to: file)
    return true
  }

  public func recording(forAudio name: String) -> Recording? {
    guard let data = try? FileStorage.fileSystem.read(file(forAudio: name)).data,
      let recording = try? JSONDecoder.speechMemo.decode(Recording.self, from: data),
      recording.audio.fileName == name
    else { return nil }
    return recording
  }

  /// Marks audio that a deletion left. Returns `false` without a file, or if the disk is read-only.
  public func markDeleted(audio name: String) -> Bool {
    let (storage, file) = (FileStorage.fileSystem, file(forAudio: name))
    do {
      guard try storage.read(file).data != nil
      else { return false }
      try storage.write(
        JSONEncoder.speechMemo.encode(DeletedMemo(deletedAudio: name)) + Data("\n".utf8), to: file)
      return true
    } catch {
      return false
    }
  }

  public func isDeleted(audio name: String) -> Bool {
    guard let data = try? FileStorage.fileSystem.read(file(forAudio: name)).data,
      let memo = try? JSONDecoder.speechMemo.decode(DeletedMemo.self, from: data)
    else { return false }
    return memo.deletedAudio == name
  }

  public func delete(forAudio name: String) {
    _ = try? FileStorage.fileSystem.delete(file(forAudio: name))
  }

  private func file(forAudio name: String) -> URL {
    let stem = folder.audioFile(named: name).deletingPathExtension().lastPathComponent
    return folder.memos.appendingPathComponent("\(stem).json")
  }
}

private struct DeletedMemo: Codable {
  var deletedAudio: String
}
