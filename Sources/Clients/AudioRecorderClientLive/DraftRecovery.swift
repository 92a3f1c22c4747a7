import AudioFileClient
import AudioRecorderClient
import Dependencies
import Foundation
import Glibc

/// Makes recordings of the drafts in a folder that nobody is writing to.
func recoverDrafts(in folder: URL) async throws -> [RecoveredRecording] {
  var recovered: [RecoveredRecording] = []
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
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
  private let descriptor: Int32
  private let url: URL

  init?(_ url: URL) {
    let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0
    else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    self.url = url
  }

  deinit {
    close(descriptor)
  }

  /// `nil` where the draft holds no sound, or not what a draft holds.
  func recover() async throws -> RecoveredRecording? {
    @Dependency(\.audioFile) var audioFile
    var header = [UInt8](repeating: 0, count: Draft.headerSize)
    let count = pread(descriptor, &header, header.count, 0)
    var status = stat()
    // Another may have recovered it between the opening and the lock.
    guard fstat(descriptor, &status) == 0, status.st_nlink > 0
    else { return nil }
    guard count == header.count, status.st_size >= Draft.headerSize + 2
    else {
      // It ended before the first sample.
      unlink(url.path)
      return nil
    }
    guard header.starts(with: Array(".snd".utf8))
    else { return nil }
    let recording = URL(fileURLWithPath: String(url.path.dropLast(Draft.suffix.count)))
    do {
      _ = try await audioFile.encode(
        from: url, to: recording, comment: Draft.comment(on: recording))
    } catch AudioFileError.destinationExists {
      // The recording was whole, and only its draft was not yet gone.
    }
    unlink(url.path)
    return RecoveredRecording(
      date: Draft.date(in: header), duration: Draft.duration(byteCount: Int64(status.st_size)),
      url: recording)
  }
}
