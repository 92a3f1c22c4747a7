public import CustomDump

/// Identifies an element among all elements that a stack ever had.
///
/// A stack gives its elements their ids. In a test they count up from 0, so that there you can
/// write them: `$0.path[id: 0]`.
public struct StackElementID: Hashable, Sendable {
  /// The number of earlier ids.
  public let generation: Int

  /// The id after `generation` others.
  public init(generation: Int) {
    self.generation = generation
  }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// The id of the element that is pushed after `value` others, for tests.
  public init(integerLiteral value: Int) {
    self.init(generation: value)
  }
}

extension StackElementID: CustomDebugStringConvertible, CustomDumpStringConvertible {
  /// The number of the element after a number sign, as in `#0`.
  public var debugDescription: String { "#\(generation)" }

  /// The number of the element after a number sign, as in `#0`.
  public var customDumpDescription: String { debugDescription }
}
