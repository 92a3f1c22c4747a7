import Foundation

/// The way to an engine and back: lines, with sound behind some of them, and how it ended.
protocol EngineTransport: AnyObject, Sendable {
  /// How it ended; `nil` while the engine can be spoken to.
  var end: ProcessEnd? { get }
  /// What the engine says; finishes when it is gone.
  var lines: LineQueue { get }

  /// Tells the engine that nothing more is written, after all that was.
  func finish()
  /// Ends it without asking the engine. Does nothing once it is gone.
  func kill(because reason: String?)
  /// Waits until all that was written before has been taken, or the engine is gone.
  func waitUntilTaken() async
  /// Writes a line, and the bytes that belong to it, after all that was written before. Does not
  /// wait, and does nothing once the engine is gone.
  func write(_ line: Data, followedBy bytes: Data)
}

extension EngineTransport {
  func kill() { kill(because: nil) }

  func write(_ line: Data) { write(line, followedBy: Data()) }
}
