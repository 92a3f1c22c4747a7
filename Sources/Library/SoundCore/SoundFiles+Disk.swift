import AudioFileClient
import Dependencies
import Foundation
import POSIX

extension SoundFiles {
  public static let onDisk = SoundFiles(
    delete: { files in
      let deletions = files.map(remove)
      // A file that reappears after a power failure would look like a lost memo.
      let folders = Set(files.map { $0.deletingLastPathComponent().path })
      for folder in folders { try? OpenFolder(folder).sync() }
      return deletions
    },
    file: { url in
      do throws(SystemError) {
        return File(name: url.lastPathComponent, try fileStatus(of: url.path))
      } catch {
        guard [ENOENT, ENOTDIR].contains(error.code)
        else { throw AudioFileError.io(path: url.path, reason: error.reason) }
        return nil
      }
    },
    files: { folder in
      folder.fileNames.compactMap { name in
        (try? fileStatus(of: folder.appendingPathComponent(name).path))
          .map { File(name: name, $0) }
      }
    },
    free: remove,
    link: { _, _ in nil },
    linkOrigins: { [] },
    local: { $0 },
    move: { file, place in
      do throws(SystemError) {
        try moveDurably(file.path, to: place.path)
      } catch {
        switch error.code {
        case EXDEV:
          @Dependency(\.audioFile) var audioFile
          // A folder of the library is a symbolic link to another disk.
          _ = try await audioFile.copyIn(from: file, to: place)
          try? removeFile(file.path)
        case EEXIST:
          throw AudioFileError.destinationExists(path: place.path)
        default:
          throw AudioFileError.io(path: file.path, reason: error.reason)
        }
      }
    },
    // On disk, a process with the library's lock recognizes and removes leftovers.
    removeLeftovers: { _, _ in },
    uploadLink: { _, _, _ in nil })

  private static let remove: @Sendable (URL) -> Deletion = { file in
    do throws(SystemError) {
      try removeFile(file.path)
      return .deleted
    } catch {
      return error.code == ENOENT ? .missing : .failed(reason: error.reason)
    }
  }
}

extension SoundFiles.File {
  fileprivate init(name: String, _ status: stat) {
    self.init(
      name: name, byteCount: Int64(status.st_size),
      modifiedAt: Date(timeIntervalSince1970: status.modificationTime))
  }
}
