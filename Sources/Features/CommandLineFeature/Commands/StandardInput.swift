import Foundation
import ImportCore

/// What is piped into the program.
enum StandardInput {
  /// Writes all of it to a new file.
  static func copy(to file: URL) throws {
    let folder = file.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw LibraryFolderError(path: folder.path)
    }
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0
    else { throw failure("kept", errno) }
    let output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      while let chunk = try FileHandle.standardInput.read(upToCount: 1 << 20), !chunk.isEmpty {
        try output.write(contentsOf: chunk)
      }
    } catch {
      try? FileManager.default.removeItem(at: file)
      throw failure("read or kept", errno)
    }
  }

  private static func failure(_ what: String, _ code: Int32) -> CommandFailure {
    CommandFailure("standard input cannot be \(what): \(String(cString: strerror(code)))")
  }
}
