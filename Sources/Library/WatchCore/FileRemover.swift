import AudioFileClient
import Dependencies
import Foundation
import ImportCore
import POSIX
import SoundCore

struct FileRemover {
  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.soundFiles) private var soundFiles

  /// Moves a file and its subfolder, numbered if the name is taken. An error leaves it in place.
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
        // A killed move to another disk leaves both files.
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
