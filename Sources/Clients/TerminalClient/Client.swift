public import Dependencies
public import DependenciesMacros

/// The terminal that a program is started on, or the pipes in its place: what it prints goes there,
/// keys are read one by one, and the app is drawn on it.
@DependencyClient
public struct TerminalClient: Sendable {
  /// Asks a person: prints the question to standard error and reads a line from standard input.
  ///
  /// - Returns: The line, without the white space around it, empty where the input ends; `nil` where
  ///   there is nobody to ask, because one of the two is no terminal.
  /// - Throws: `CancellationError`.
  public var ask: @Sendable (_ question: String) async throws -> String?

  /// Gives the terminal back as it was. Does nothing unless it was taken.
  public var close: @Sendable () -> Void

  /// What the program was started with: `TERM`, `COLORTERM`, `NO_COLOR`, the locale.
  public var environment: @Sendable () -> [String: String] = { [:] }

  /// What comes next through standard input, as soon as something does; nothing at its end.
  ///
  /// - Parameter byteLimit: The most bytes to take.
  /// - Throws: ``InputFailed`` for an input that cannot be read, `CancellationError`.
  public var input: @Sendable (_ byteLimit: Int) async throws -> [UInt8]

  /// Whether the stream is a terminal.
  public var isTerminal: @Sendable (_ stream: Stream) -> Bool = { _ in false }

  /// The keys that a person presses, each at once and without being shown, while the stream is
  /// read; none where standard input is not a terminal. Ctrl-C works as usual. The terminal is
  /// restored when the stream is no longer read, by ``close``, and whatever ends the program.
  public var keys: @Sendable () -> AsyncStream<Character> = { AsyncStream { $0.finish() } }

  /// Gives the terminal to another program, such as an editor, for as long as the operation takes:
  /// keys are not read, and what is drawn is dropped. Where it was taken, it is taken again then, and
  /// ``Event/resumed`` tells that the screen has to be drawn anew.
  ///
  /// - Throws: What the operation throws.
  public var lend:
    @Sendable (_ to: @escaping @Sendable () async throws -> Void) async throws -> Void

  /// Takes the terminal: keys come one by one and unseen, and what is drawn is on the alternate
  /// screen. It is restored by ``close``, when a signal ends the program, and when it crashes.
  ///
  /// The stream ends when the terminal is gone.
  ///
  /// - Throws: ``NoTerminal`` if there is no terminal that can be drawn on.
  public var open: @Sendable () throws -> AsyncStream<Event>

  /// All that another program or a file gives through standard input, to its end.
  ///
  /// - Parameter byteLimit: The most bytes to take.
  /// - Returns: The bytes; `nil` where standard input is a terminal.
  /// - Throws: ``InputFailed`` for an input that cannot be read or is longer, `CancellationError`.
  public var pipedInput: @Sendable (_ byteLimit: Int) async throws -> [UInt8]?

  /// Writes `text` to a standard stream as it is.
  ///
  /// - Throws: ``OutputClosed`` when the stream has no reader any more, ``OutputFailed`` when it
  ///   cannot take the text, as a file on a full disk.
  public var print: @Sendable (_ text: String, _ to: Stream) throws -> Void

  /// How large the terminal is now; zero where standard output is not a terminal.
  public var size: @Sendable () -> Size = { .zero }

  /// Gives the terminal back and stops the program, as Ctrl-Z does, until the user resumes it.
  public var suspend: @Sendable () -> Void

  /// Draws: writes bytes as they are, after those of earlier calls. Returns when the terminal has
  /// taken them, however long that lasts; no thread that tasks share waits for it.
  ///
  /// - Throws: ``TerminalGone`` when nobody sees them.
  public var write: @Sendable (_ bytes: [UInt8]) async throws -> Void
}

extension TerminalClient {
  /// What happens on a terminal.
  public enum Event: Equatable, Sendable {
    /// Keys, as the terminal writes them, in pieces of any length.
    case bytes([UInt8])
    /// It has another size.
    case resized
    /// The program was stopped and goes on: what the screen shows is not known.
    case resumed
  }

  /// A stream that a program prints to.
  public enum Stream: Sendable {
    case error, output
  }

  /// Columns and rows.
  public struct Size: Hashable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
      self.width = max(0, width)
      self.height = max(0, height)
    }

    public static let zero = Self(width: 0, height: 0)
  }

  /// There is no terminal that can be drawn on.
  public struct NoTerminal: Error, Equatable, CustomStringConvertible {
    /// What is wrong, and what to do.
    public let description: String

    public init(_ description: String) {
      self.description = description
    }
  }

  /// The terminal was closed.
  public struct TerminalGone: Error, Equatable, CustomStringConvertible {
    public init() {}

    public var description: String { "the terminal was closed" }
  }
}

extension DependencyValues {
  /// The terminal that the program is started on.
  public var terminal: TerminalClient {
    get { self[TerminalClient.self] }
    set { self[TerminalClient.self] = newValue }
  }
}
