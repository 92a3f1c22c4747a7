import AudioFileClient
import Foundation
import Glibc

/// A file descriptor that is closed when its owner goes.
struct Descriptor: ~Copyable, Sendable {
  let rawValue: Int32

  init(rawValue: Int32) { self.rawValue = rawValue }

  deinit { _ = close(rawValue) }

  /// A second descriptor for the same open file, for a library that closes what it is given.
  func duplicate() throws(SystemError) -> Int32 {
    try SystemError.check { fcntl(rawValue, F_DUPFD_CLOEXEC, 0) }
  }

  func status() throws(SystemError) -> stat {
    var status = stat()
    try SystemError.check { fstat(rawValue, &status) }
    return status
  }
}

/// Two ends of a stream. A pair of sockets, since only these can be opened in Swift so that a
/// program that another thread starts at the same moment does not inherit them.
struct DescriptorPair: ~Copyable {
  let far: Descriptor
  let near: Descriptor

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    try SystemError.check {
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    }
    near = Descriptor(rawValue: ends[0])
    far = Descriptor(rawValue: ends[1])
  }

  /// The near end, with the far one closed.
  consuming func closingFar() -> Descriptor { near }
}

extension URL {
  /// Calls `body` with the path's bytes as the system takes them.
  func withPath<Value>(_ body: (UnsafePointer<CChar>) throws -> Value) throws -> Value {
    try withUnsafeFileSystemRepresentation { path in
      guard isFileURL, let path
      else { throw AudioFileError.missing(path: displayPath) }
      return try body(path)
    }
  }

  /// The path for messages.
  var displayPath: String { isFileURL ? path(percentEncoded: false) : absoluteString }
}

/// A regular file, open for reading.
struct InputFile: ~Copyable {
  let descriptor: Descriptor
  let status: stat

  var byteCount: Int { Int(status.st_size) }

  /// Opens the file at `url`. Folders, pipes and devices are refused, without waiting for a
  /// writer at the other end of a pipe.
  init(_ url: URL) throws {
    let path = url.displayPath
    let descriptor = try Self.open(url)
    let status = try descriptor.status()
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      break
    case S_IFDIR:
      throw AudioFileError.isDirectory(path: path)
    default:
      throw AudioFileError.notRegularFile(path: path)
    }
    _ = posix_fadvise(descriptor.rawValue, 0, 0, POSIX_FADV_SEQUENTIAL)
    self.descriptor = descriptor
    self.status = status
  }

  private static func open(_ url: URL) throws -> Descriptor {
    do {
      return Descriptor(
        rawValue: try url.withPath { name in
          try SystemError.check { Glibc.open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        })
    } catch let error as SystemError {
      throw error.audioFileError(path: url.displayPath)
    }
  }

  /// Reads up to `count` bytes at `offset`: fewer only at the end of the file.
  func bytes(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    guard count > 0
    else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = try SystemError.check {
        bytes.withUnsafeMutableBytes { buffer in
          pread(
            descriptor.rawValue, buffer.baseAddress.map { $0 + filled }, count - filled,
            off_t(offset + filled))
        }
      }
      if read == 0 { break }
      filled += read
    }
    bytes.removeLast(count - filled)
    return bytes
  }
}
