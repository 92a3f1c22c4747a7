import AudioFileClient
import AudioRecorderClient
import Dependencies
import Foundation
import POSIX

/// Makes recordings of the drafts in a folder that nobody is writing to.
func recoverDrafts(in folder: URL) async throws -> [RecoveredRecording] {
  var recovered: [RecoveredRecording] = []
  let names = (try? POSIX.names(in: folder.path)) ?? []
  for name in names.sorted() where name.hasSuffix(Draft.suffix) {
    try Task.checkCancellation()
    guard let recording = try await LeftDraft(folder.appendingPathComponent(name))?.recover()
    else { continue }
    recovered.append(recording)
  }
  return recovered
}

/// A draft without a writer. It is locked, so that no other process recovers it too.
private final class LeftDraft: Sendable {
  private let file: Descriptor
  private let url: URL

  init?(_ url: URL) {
    guard let file = try? Descriptor(url.path, O_RDONLY), (try? file.lockIfFree(.exclusive)) == true
    else { return nil }
    self.file = file
    self.url = url
  }

  /// `nil` where the draft holds no sound, or not what a draft holds.
  func recover() async throws -> RecoveredRecording? {
    @Dependency(\.audioFile) var audioFile
    var header = [UInt8](repeating: 0, count: Draft.headerSize)
    let count = (try? header.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }) ?? 0
    // Another may have recovered it between the opening and the lock.
    guard let status = try? file.status(), status.st_nlink > 0
    else { return nil }
    guard count < header.count || header.starts(with: Array(".snd".utf8))
    else { return nil }
    guard count == header.count,
      Draft.duration(byteCount: Int64(status.st_size)) >= AudioRecorderClient.shortestRecording
    else {
      // It ended before there was anything to hear.
      try? removeFile(url.path)
      return nil
    }
    let recording = URL(fileURLWithPath: String(url.path.dropLast(Draft.suffix.count)))
    do {
      _ = try await audioFile.encode(
        from: url, to: recording, comment: Draft.comment(on: recording))
    } catch AudioFileError.destinationExists {
      // The recording was whole, and only its draft was not yet gone.
    }
    try? removeFile(url.path)
    return RecoveredRecording(
      date: Draft.date(in: header), duration: Draft.duration(byteCount: Int64(status.st_size)),
      url: recording)
  }
}
