import AudioFileClient
import Dependencies
public import Foundation
import POSIX

/// Moves a file of sound within the library so that no crash of the machine loses it: it is on the
/// disk, whole, under its old name or its new one.
public struct SoundMover: Sendable {
  @Dependency(\.audioFile) private var audioFile

  public init() {}

  /// Moves the file. When this returns, it is on the disk where it is now.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - place: Where it shall be. Nothing may be there, and its folder must.
  /// - Throws: `AudioFileError`. The file is where it was, unless its new folder cannot be synced.
  public func move(_ file: URL, to place: URL) async throws {
    do throws(SystemError) {
      try moveDurably(file.path, to: place.path)
    } catch {
      switch error.code {
      case EXDEV:
        // One of the library's folders is a link to another disk.
        _ = try await audioFile.copyIn(from: file, to: place)
        try? removeFile(file.path)
      case EEXIST:
        throw AudioFileError.destinationExists(path: place.path)
      default:
        throw AudioFileError.io(path: file.path, reason: error.reason)
      }
    }
  }
}
