import Foundation
import TerminalUI

/// Writes a recording. Each step is written before it runs, so that the last line shows which step
/// crashed the program.
final class SessionFile {
  private let handle: FileHandle
  private let path: String
  private let encoder = JSONEncoder()
  /// Consecutive waits, merged into one.
  private var wait: (duration: Duration, frame: Frame)?

  /// Throws ``RecordedSession/ReplayError`` if the file can't be written.
  init(path: String, _ header: RecordedSession.Header, frame: Frame) throws {
    self.path = path
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let handle = FileHandle(forWritingAtPath: path)
    else {
      throw RecordedSession.ReplayError(
        description: "\(path) cannot be written: choose a file in a folder that you can write to")
    }
    self.handle = handle
    try write(header)
    try write(RecordedSession.Line.frame(frame.fingerprint))
  }

  func addWait(_ duration: Duration, _ frame: Frame) {
    wait = ((wait?.duration ?? .zero) + duration, frame)
  }

  func beginStep(_ word: String) throws {
    try writeWait()
    try write(RecordedSession.Line.step(word))
  }

  func endStep(_ frame: Frame) throws {
    try write(RecordedSession.Line.frame(frame.fingerprint))
  }

  func end() throws {
    try writeWait()
    try write(RecordedSession.Line.end)
    try? handle.close()
  }

  private func writeWait() throws {
    guard let wait
    else { return }
    self.wait = nil
    try write(RecordedSession.Line.step(RecordedSession.word(waiting: wait.duration)))
    try endStep(wait.frame)
  }

  private func write(_ line: some Encodable) throws {
    do {
      try handle.write(contentsOf: encoder.encode(line) + Data("\n".utf8))
    } catch {
      throw RecordedSession.ReplayError(
        description: "\(path) cannot be written: \(error.localizedDescription)")
    }
  }
}
