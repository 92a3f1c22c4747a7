import Dispatch
import RuntimeInternals

/// A caller's turn to save. Concurrent changes are saved in it, too.
final class SaveTurn: Sendable {
  private static let innermost = ThreadLocal<Frame>()

  private let ended = DispatchSemaphore(value: 0)

  private final class Frame {
    let turn: SaveTurn
    let outer: Frame?

    init(_ turn: SaveTurn, outer: Frame?) {
      self.turn = turn
      self.outer = outer
    }
  }

  /// Runs a synchronous operation as part of the turn.
  func run(_ operation: () -> Void) {
    Self.innermost.withValue(Frame(self, outer: Self.innermost.value), operation)
  }

  /// Whether the caller runs as part of this turn: an observer that the saving code has called, for
  /// example. It cannot wait for the end of the turn.
  var includesCaller: Bool {
    var frame = Self.innermost.value
    while let known = frame, known.turn !== self { frame = known.outer }
    return frame != nil
  }

  /// Wakes the threads that wait for the end.
  func end() {
    ended.signal()
  }

  /// Waits for the end, or for some time at most.
  ///
  /// - Returns: Whether the turn has ended.
  @discardableResult
  func waitForEnd(until deadline: DispatchTime = .distantFuture) -> Bool {
    guard ended.wait(timeout: deadline) == .success
    else { return false }
    // For the next thread that waits.
    ended.signal()
    return true
  }
}
