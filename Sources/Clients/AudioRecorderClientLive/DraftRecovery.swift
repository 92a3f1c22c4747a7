import AudioFileClient
import AudioRecorderClient
import Dependencies
import Foundation
import POSIX

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

/// A draft without a writer, locked so that no other process recovers it too.
private final class LeftDraft: Sendable {
  private let file: Descriptor
  private let url: URL

  init?(_ url: URL) {
    guard let file = try? Descriptor(url.path, O_RDONLY), (try? file.lockIfFree(.exclusive)) == true
    else { return nil }
    self.file = file
    self.url = url
  }

  func recover() async throws -> RecoveredRecording? {
    @Dependency(\.audioFile) var audioFile
    let header = (try? file.read(upTo: Draft.headerSize, at: 0)) ?? []
    // Another process may have recovered it before it was locked.
    guard let status = try? file.status(), status.st_nlink > 0
    else { return nil }
    guard header.count < Draft.headerSize || header.starts(with: Array(".snd".utf8))
    else { return nil }
    guard header.count == Draft.headerSize,
      Draft.duration(byteCount: Int64(status.st_size)) >= AudioRecorderClient.shortestRecording
    else {
      try? removeFile(url.path)
      return nil
    }
    let recording = URL(fileURLWithPath: String(url.path.dropLast(Draft.suffix.count)))
    do {
      _ = try await audioFile.encode(
        from: url, to: recording, comment: Draft.comment(on: recording))
    } catch AudioFileError.destinationExists {
      // The recording was complete, but its draft not yet removed.
    }
    try? removeFile(url.path)
    return RecoveredRecording(
      date: Draft.date(in: header), duration: Draft.duration(byteCount: Int64(status.st_size)),
      url: recording)
  }
}
