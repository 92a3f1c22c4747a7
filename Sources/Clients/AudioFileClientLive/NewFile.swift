import AudioFileClient
import Foundation
import POSIX

/// A file that appears under its name whole and on the disk, or not at all.
///
/// Where the file system can, the file has no name until it is published, so that nothing is left
/// even by a power cut. Elsewhere it has a temporary name in the same folder, and is removed when
/// this value goes without having been published.
struct NewFile: ~Copyable {
  /// What its content is written to.
  let descriptor: Descriptor
  private let replaces: Bool
  private let url: URL
  private var temporaryPath: [CChar]?

  private var folder: URL { url.deletingLastPathComponent() }

  /// Begins a file that is to be at `url`, whose folder must exist.
  ///
  /// - Parameter replacing: Whether a file that is there gives way to this one. Where it is a
  ///   symbolic link, what this leads to does.
  init(at url: URL, replacing: Bool = false, canBeNameless: Bool = true) throws {
    let url = replacing ? url.resolvingSymlinksInPath() : url
    self.replaces = replacing
    self.url = url
    var status = stat()
    if try lstat(url.systemPath, &status) == 0 {
      guard replacing
      else { throw SystemError(code: EEXIST) }
      guard status.st_mode & S_IFMT != S_IFDIR
      else { throw SystemError(code: EISDIR) }
      // Renaming would replace it, and what listens at its other end would wait for ever.
      guard status.st_mode & S_IFMT == S_IFREG
      else { throw SystemError(code: ENXIO) }
    }
    let folder = url.deletingLastPathComponent()
    // A name can be given to a nameless file only where nothing has it.
    if canBeNameless, !replacing {
      do {
        descriptor = try Descriptor(namelessIn: folder.systemPath, mode: 0o666)
        return
      } catch let error as SystemError
        where [EISDIR, EOPNOTSUPP, ENOENT, EINVAL].contains(error.code)
      {
        // It needs a name from the start.
      }
    }
    let path: [CChar] = try folder.systemPath.dropLast() + "/.new-\(UUID().uuidString)".utf8CString
    descriptor = try Descriptor(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
    temporaryPath = path
  }

  deinit {
    if let temporaryPath { _ = unlink(temporaryPath) }
  }

  /// Writes what is buffered to the disk and gives the file its name. A file that has the name
  /// already is replaced only if that was asked for. When this returns, the file survives a crash
  /// of the machine.
  mutating func publish() throws {
    // Opened first: a folder that cannot be synced gets no file.
    let folder = try OpenFolder(folder.systemPath)
    try descriptor.sync()
    if let temporaryPath {
      if replaces {
        try POSIX.rename(temporaryPath, to: url.systemPath)
      } else {
        try Self.rename(temporaryPath, toFree: url.systemPath)
      }
      self.temporaryPath = nil
    } else {
      try descriptor.link(to: url.systemPath)
    }
    try folder.sync()
  }

  private static func rename(
    _ path: [CChar], toFree name: [CChar]
  ) throws(SystemError) {
    do throws(SystemError) {
      try POSIX.link(path, to: name)
      _ = unlink(path)
    } catch {
      // A file system without links, such as a memory card's.
      guard [EPERM, EOPNOTSUPP, ENOSYS].contains(error.code)
      else { throw error }
      try POSIX.rename(path, to: name)
    }
  }
}
