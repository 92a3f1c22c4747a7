import AudioFileClient
import Foundation
import Glibc

/// A file that appears under its name whole and on the disk, or not at all.
///
/// Where the file system can, the file has no name until it is published, so that nothing is left
/// even by a power cut. Elsewhere it has a temporary name in the same folder, and is removed when
/// this value goes without having been published.
struct NewFile: ~Copyable {
  private let descriptor: Descriptor
  private let replaces: Bool
  private let url: URL
  private var temporaryPath: String?

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
    if try url.withPath({ lstat($0, &status) }) == 0 {
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
      let nameless = try folder.withPath { open($0, O_WRONLY | O_CLOEXEC | namelessFile, 0o666) }
      if nameless >= 0 {
        descriptor = Descriptor(rawValue: nameless)
        return
      }
      guard [EISDIR, EOPNOTSUPP, ENOENT, EINVAL].contains(errno)
      else { throw SystemError(code: errno) }
    }
    let path = try folder.withPath { String(cString: $0) } + "/.new-\(UUID().uuidString)"
    descriptor = Descriptor(
      rawValue: try SystemError.check {
        open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      })
    temporaryPath = path
  }

  deinit {
    if let temporaryPath { _ = unlink(temporaryPath) }
  }

  var rawDescriptor: Int32 { descriptor.rawValue }

  /// Writes what is buffered to the disk and gives the file its name. A file that has the name
  /// already is replaced only if that was asked for.
  mutating func publish() throws {
    try SystemError.check { fsync(descriptor.rawValue) }
    if let temporaryPath {
      try url.withPath { name in
        if replaces {
          try SystemError.check { rename(temporaryPath, name) }
        } else if link(temporaryPath, name) == 0 {
          _ = unlink(temporaryPath)
        } else if [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) {
          // A file system without links, such as a memory card's.
          try SystemError.check { rename(temporaryPath, name) }
        } else {
          throw SystemError(code: errno)
        }
      }
      self.temporaryPath = nil
    } else {
      _ = try url.withPath { name in
        try SystemError.check {
          linkat(
            AT_FDCWD, "/proc/self/fd/\(descriptor.rawValue)", AT_FDCWD, name, AT_SYMLINK_FOLLOW)
        }
      }
    }
    let folder = Descriptor(
      rawValue: try folder.withPath { name in
        try SystemError.check { open(name, O_RDONLY | O_CLOEXEC | O_DIRECTORY) }
      })
    try SystemError.check { fsync(folder.rawValue) }
  }
}

/// `O_TMPFILE`, which Swift's view of the C library lacks, as Linux defines it.
private let namelessFile: Int32 = 0o20_000_000 | O_DIRECTORY
