public import Dependencies
public import DependenciesMacros

/// The terminal or the pipes that a command talks to.
@DependencyClient
public struct ConsoleClient: Sendable {
  public enum Stream: Sendable {
    case error, output
  }

  /// Whether a person looks at the stream.
  public var isTerminal: @Sendable (_ stream: Stream) -> Bool = { _ in false }

  /// The keys that a person presses, each at once and without being shown, while the stream is
  /// read; none where standard input is no terminal. Ctrl-C stays what it is.
  public var keys: @Sendable () -> AsyncStream<Character> = { AsyncStream { $0.finish() } }

  /// Writes `text` as it is.
  ///
  /// Throws ``OutputClosed`` when nobody reads the stream any more, ``OutputFailed`` when it
  /// cannot take the text, as a file on a full disk.
  public var write: @Sendable (_ text: String, _ to: Stream) throws -> Void

  /// Whether the user has not switched colours off.
  public var wantsColor: @Sendable () -> Bool = { true }

  /// How many columns a line has.
  public var width: @Sendable () -> Int = { 80 }

  /// Nobody reads standard output any more: there is no use in going on, and no reason to
  /// complain.
  public struct OutputClosed: Error {
    public init() {}
  }

  /// The text was not written, or not all of it.
  public struct OutputFailed: Error, Equatable, CustomStringConvertible {
    public let reason: String

    public init(reason: String) {
      self.reason = reason
    }

    public var description: String { "the output cannot be written: \(reason)" }
  }
}

extension ConsoleClient {
  /// Writes a line to standard output.
  public func line(_ text: String) throws {
    try write(text: "\(text)\n", to: .output)
  }

  /// Writes a line to standard error. A closed standard error is no reason to stop.
  public func note(_ text: String) {
    try? write(text: "\(text)\n", to: .error)
  }
}

extension DependencyValues {
  /// The terminal or the pipes that a command talks to.
  public var console: ConsoleClient {
    get { self[ConsoleClient.self] }
    set { self[ConsoleClient.self] = newValue }
  }
}
