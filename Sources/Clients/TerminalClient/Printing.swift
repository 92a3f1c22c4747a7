extension TerminalClient {
  public func line(_ text: String) throws {
    try print(text: "\(text)\n", to: .output)
  }

  public func note(_ text: String) {
    if !isQuiet { try? print(text: "\(text)\n", to: .error) }
  }

  public func detail(_ text: @autoclosure () -> String) {
    if isVerbose { note(text()) }
  }

  public func warn(_ text: String) {
    try? print(text: "speechmemo: \(text)\n", to: .error)
  }

  public func drawProgress(_ text: String) {
    if !isQuiet { try? print(text: "\r\u{1b}[K\(text)", to: .error) }
  }

  public func eraseProgress() { drawProgress("") }

  /// The value of an environment variable; `nil` if it is empty.
  public func variable(_ name: String) -> String? {
    environment()[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  public var wantsColor: Bool { variable("NO_COLOR") == nil }

  public func canDraw(on stream: Stream) -> Bool {
    isTerminal(stream: stream) && Self.canDraw(type: environment()["TERM"] ?? "")
  }

  public static func canDraw(type: String) -> Bool { !["", "dumb", "unknown"].contains(type) }

  public var width: Int {
    let width = size().width
    return width > 0 ? width : 80
  }

  /// The reader of standard output is gone. Exit without an error message.
  public struct OutputClosed: Error {
    public init() {}
  }

  public struct InputFailed: Error, Equatable, CustomStringConvertible {
    public let reason: String

    public init(reason: String) {
      self.reason = reason
    }

    public var description: String { "standard input cannot be read: \(reason)" }
  }

  public struct OutputFailed: Error, Equatable, CustomStringConvertible {
    public let reason: String

    public init(reason: String) {
      self.reason = reason
    }

    public var description: String { "the output cannot be written: \(reason)" }
  }
}
