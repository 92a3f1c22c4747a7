public import Dependencies
public import DependenciesMacros

@DependencyClient
public struct TerminalClient: Sendable {
  /// Asks on standard error and reads a trimmed line, empty at the end; `nil` without a terminal.
  public var ask: @Sendable (_ question: String) async throws -> String?

  public var close: @Sendable () -> Void

  public var environment: @Sendable () -> [String: String] = { [:] }

  public var input: @Sendable (_ byteLimit: Int) async throws -> [UInt8]

  public var isFile: @Sendable (_ stream: Stream) -> Bool = { _ in false }

  /// Results are JSON objects, one per line.
  public var isJSON: Bool = false

  /// Drops notes and progress. Results and warnings are still printed.
  public var isQuiet: Bool = false

  public var isTerminal: @Sendable (_ stream: Stream) -> Bool = { _ in false }

  public var isVerbose: Bool = false

  /// Unechoed keys; none without a terminal. Ctrl-C works, and any exit restores the terminal.
  public var keys: @Sendable () -> AsyncStream<Character> = { AsyncStream { $0.finish() } }

  /// Lends the terminal: keys aren't read, drawing is dropped. ``Event/resumed`` asks for a redraw.
  public var lend:
    @Sendable (_ to: @escaping @Sendable () async throws -> Void) async throws -> Void

  /// Takes the terminal for unechoed keys and the alternate screen. ``close``, a signal or a crash
  /// restores it. The stream ends with the terminal. Throws ``NoTerminal``.
  public var open: @Sendable () throws -> AsyncStream<Event>

  /// Reads standard input to its end; `nil` if it is a terminal. Throws ``InputFailed``.
  public var pipedInput: @Sendable (_ byteLimit: Int) async throws -> [UInt8]?

  /// Throws ``OutputClosed`` if the reader is gone, and ``OutputFailed``.
  public var print: @Sendable (_ text: String, _ to: Stream) throws -> Void

  public var size: @Sendable () -> Size = { .zero }

  public var suspend: @Sendable () -> Void

  /// Returns once the terminal has accepted the bytes. Blocks no thread. Throws ``TerminalGone``.
  public var write: @Sendable (_ bytes: [UInt8]) async throws -> Void
}

extension TerminalClient {
  public enum Event: Equatable, Sendable {
    case bytes([UInt8])
    case resized
    /// The program was stopped and continued. The screen needs a redraw.
    case resumed
  }

  public enum Stream: Sendable {
    case error, output
  }

  public struct Size: Hashable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
      self.width = max(0, width)
      self.height = max(0, height)
    }

    public static let zero = Self(width: 0, height: 0)
  }

  public struct NoTerminal: Error, Equatable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
      self.description = description
    }
  }

  public struct TerminalGone: Error, Equatable, CustomStringConvertible {
    public init() {}

    public var description: String { "the terminal was closed" }
  }
}

extension DependencyValues {
  public var terminal: TerminalClient {
    get { self[TerminalClient.self] }
    set { self[TerminalClient.self] = newValue }
  }
}
