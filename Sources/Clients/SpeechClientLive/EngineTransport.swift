import Foundation

protocol EngineTransport: AnyObject, Sendable {
  var end: ProcessEnd? { get }
  var lines: LineQueue { get }

  func finish()
  func kill(because reason: String?)
  /// Waits until all earlier writes were taken, or the engine is gone.
  func waitUntilWritten() async
  /// Queues a line and its bytes without waiting. Does nothing once the engine is gone.
  func write(_ line: Data, followedBy bytes: Data)
}

extension EngineTransport {
  func kill() { kill(because: nil) }

  func write(_ line: Data) { write(line, followedBy: Data()) }
}
