import AudioFileClient
import Dependencies
import FileStorage
import Foundation
import LibraryFolder
import POSIX
import SoundCore

struct BackupFolder {
  let root: URL

  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.uuid) private var uuid

  init(_ root: URL) {
    self.root = root
  }

  var audio: URL { root.appendingPathComponent("audio", isDirectory: true) }

  func file(_ name: String) -> URL {
    root.appendingPathComponent(URL(fileURLWithPath: name).lastPathComponent)
  }

  func audioFile(_ name: String) -> URL {
    audio.appendingPathComponent(URL(fileURLWithPath: name).lastPathComponent)
  }

  var audioSizes: [String: Int64] {
    let sizes = audio.fileNames.compactMap { name in
      (try? fileStatus(of: audioFile(name).path)).map { (name, Int64($0.st_size)) }
    }
    return Dictionary(sizes, uniquingKeysWith: { first, _ in first })
  }

  private static let temporaryPrefix = ".new-"

  private static let documentNames = ["library", "retired", "settings"]

  func temporaryFile() -> URL {
    root.appendingPathComponent("\(Self.temporaryPrefix)\(uuid().uuidString)")
  }

  /// Names a temporary file after its content, so that no file in a backup ever changes.
  func keep(_ temporary: URL, as name: String) async throws -> BackupManifest.File {
    let stored = try await audioFile.checksum(of: temporary)
    let place = URL(fileURLWithPath: name)
    let fileName =
      "\(place.deletingPathExtension().lastPathComponent)-\(stored.sha256.prefix(16))."
      + place.pathExtension
    let file = BackupManifest.File(
      name: name, file: fileName, byteCount: stored.byteCount, sha256: stored.sha256)
    if try await problem(with: file) == nil {
      try? removeFile(temporary.path)
    } else {
      try? removeFile(self.file(fileName).path)
      try failing(at: root) { () throws(SystemError) in
        try moveDurably(temporary.path, to: self.file(fileName).path)
      }
    }
    return file
  }

  func problem(with file: BackupManifest.File) async throws -> BackupFailure? {
    let url = self.file(file.file)
    do {
      let stored = try await audioFile.checksum(of: url)
      return stored.byteCount == file.byteCount && stored.sha256 == file.sha256
        ? nil : .damaged(path: url.path)
    } catch is AudioFileError {
      return .damaged(path: url.path)
    }
  }

  /// Creates the folder if needed and locks it until the result is unlocked or released.
  func claim() throws -> Descriptor {
    do throws(LibraryFolderError) {
      try LibraryFolder.make(root)
      try LibraryFolder.make(audio)
    } catch {
      throw BackupFailure.unreadable(path: root.path, detail: "it \(error.detail)")
    }
    let folder = try failing(at: root) { () throws(SystemError) in
      try Descriptor(root.path, O_RDONLY | O_DIRECTORY)
    }
    let isFree = try failing(at: root) { () throws(SystemError) in
      try folder.lockIfFree(.exclusive)
    }
    guard isFree
    else { throw BackupFailure.busy(path: root.path) }
    return folder
  }

  func refuseOtherFiles() throws {
    // File systems and file managers create hidden files and `lost+found`.
    let other = root.fileNames.first {
      !$0.hasPrefix(".") && !["audio", "lost+found", BackupManifest.fileName].contains($0)
        && !isDocument($0)
    }
    if let other { throw BackupFailure.otherFiles(path: root.path, name: other) }
  }

  func tidy(_ manifest: BackupManifest?) {
    deleteTemporaryFiles()
    let kept = Set(manifest?.files.map(\.file) ?? [])
    for name in root.fileNames where isDocument(name) && !kept.contains(name) {
      try? removeFile(file(name).path)
    }
  }

  func deleteTemporaryFiles() {
    for folder in [root, audio] {
      for name in folder.fileNames where name.hasPrefix(Self.temporaryPrefix) {
        try? removeFile(folder.appendingPathComponent(name).path)
      }
    }
  }

  private func isDocument(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && Self.documentNames.contains(String(parts[0]))
      && parts[1].prefix { $0.isHexDigit }.count == 16
  }

  func failing<Value: ~Copyable>(
    at url: URL, _ work: () throws(SystemError) -> Value
  ) throws -> Value {
    do throws(SystemError) {
      return try work()
    } catch {
      throw BackupFailure.unreadable(path: url.path, detail: error.reason)
    }
  }
}

extension URL {
  func isIn(_ folder: URL) -> Bool {
    let path = FileStorage.fileSystem.identity(of: self)
    let folder = FileStorage.fileSystem.identity(of: folder)
    return path == folder || path.hasPrefix(folder == "/" ? folder : "\(folder)/")
  }
}
