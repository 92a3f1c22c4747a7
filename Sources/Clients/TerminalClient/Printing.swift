extension TerminalClient {
  /// Writes a line to standard output.
  ///
  /// - Throws: ``OutputClosed``, ``OutputFailed``.
  public func line(_ text: String) throws {
    try print(text: "\(text)\n", to: .output)
  }

  /// Writes a line to standard error. A closed standard error is ignored.
  public func note(_ text: String) {
    try? print(text: "\(text)\n", to: .error)
  }

  /// Whether the user has not switched colours off (https://no-color.org).
  public var wantsColor: Bool { environment()["NO_COLOR"]?.isEmpty ?? true }

  /// Whether the stream is a terminal that does more than print text: that moves its cursor, and
  /// shows colours unless they are switched off.
  public func canDraw(on stream: Stream) -> Bool {
    isTerminal(stream: stream) && Self.canDraw(type: environment()["TERM"] ?? "")
  }

  /// Whether a terminal of that kind, as `TERM` names it, does more than print text.
  public static func canDraw(type: String) -> Bool { !["", "dumb", "unknown"].contains(type) }

  /// How many columns a line has.
  public var width: Int {
    let width = size().width
    return width > 0 ? width : 80
  }

  /// Standard output has no reader any more: the program should end, without an error message.
  public struct OutputClosed: Error {
    public init() {}
  }

  /// What comes through standard input cannot be taken.
  public struct InputFailed: Error, Equatable, CustomStringConvertible {
    /// Why, in words of the system.
    public let reason: String

    public init(reason: String) {
      self.reason = reason
    }

    public var description: String { "standard input cannot be read: \(reason)" }
  }

  /// The text was not written, or not all of it.
  public struct OutputFailed: Error, Equatable, CustomStringConvertible {
    /// Why, in words of the system.
    public let reason: String

    public init(reason: String) {
      self.reason = reason
    }

    public var description: String { "the output cannot be written: \(reason)" }
  }
}
