import AudioFileClient
import Foundation
import POSIX

extension URL {
  var filePath: String {
    get throws {
      guard isFileURL
      else { throw AudioFileError.missing(path: displayPath) }
      return path
    }
  }

  var displayPath: String { isFileURL ? path(percentEncoded: false) : absoluteString }
}

struct InputFile: ~Copyable {
  let descriptor: Descriptor
  let status: stat

  var byteCount: Int { Int(status.st_size) }

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
    _ = posix_fadvise(descriptor.number, 0, 0, POSIX_FADV_SEQUENTIAL)
    self.descriptor = descriptor
    self.status = status
  }

  private static func open(_ url: URL) throws -> Descriptor {
    do {
      return try Descriptor(url.filePath, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    } catch let error as SystemError {
      throw error.audioFileError(path: url.displayPath)
    }
  }
}
