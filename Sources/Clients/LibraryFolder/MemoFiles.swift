import FileStorage
import Foundation
public import SharedModels

/// One file per memo with its details, to rebuild a lost database, but without its transcript. The
/// database writes it before it commits, so it may be one change ahead.
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

  public func delete(forAudio name: String) {
    _ = try? FileStorage.fileSystem.delete(file(forAudio: name))
  }

  private func file(forAudio name: String) -> URL {
    let stem = folder.audioFile(named: name).deletingPathExtension().lastPathComponent
    return folder.memos.appendingPathComponent("\(stem).json")
  }
}
