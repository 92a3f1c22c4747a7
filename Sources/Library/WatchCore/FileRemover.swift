import AudioFileClient
import Dependencies
import Foundation
import ImportCore
import POSIX
import SoundCore

/// Moves a file that was imported out of the way.
struct FileRemover {
  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.soundFiles) private var soundFiles

  /// Moves a file into a folder, which is made where it is missing, with the subfolder that it is
  /// in. A name that another file has there gets a number.
  ///
  /// - Parameter root: The watched folder.
  /// - Returns: Where it is now.
  /// - Throws: `AudioFileError`, `SystemError`. The file is where it was.
  func move(_ file: URL, below root: URL, to folder: URL) async throws -> URL {
    let inside = file.deletingLastPathComponent().path.dropFirst(root.path.count)
    let parent = folder.appendingPathComponent(String(inside), isDirectory: true)
      .standardizedFileURL
    try makeFolder(parent.path)
    var number = 1
    while true {
      let place = parent.appendingPathComponent(name(of: file, number), isDirectory: false)
      do {
        try await soundFiles.move(file, place)
        return place
      } catch AudioFileError.destinationExists {
        // A move to another disk that was killed has left both.
        if try await audioFile.checksum(of: place) == audioFile.checksum(of: file) {
          try removeFile(file.path)
          return place
        }
        number += 1
      }
    }
  }

  private func name(of file: URL, _ number: Int) -> String {
    guard number > 1
    else { return file.lastPathComponent }
    return "\(file.deletingPathExtension().lastPathComponent) \(number).\(file.pathExtension)"
  }
}
