import ConcurrencyExtras

public final class SimulatedTerminal: Sendable {
  public let answer: String
  public let environment: [String: String]
  public let input: String
  public let isTerminal: Bool

  private struct State {
    var size: TerminalClient.Size
    var events: AsyncStream<TerminalClient.Event>.Continuation?
    var writes: [[UInt8]] = []
    var error = ""
    var output = ""
    var isGone = false
    var isOpen = false
    var readCount = 0
    var suspensions = 0
  }

  private let state: LockIsolated<State>

  public init(
    size: TerminalClient.Size = TerminalClient.Size(width: 80, height: 24),
    environment: [String: String] = ["LANG": "C.UTF-8", "TERM": "xterm-256color"],
    isTerminal: Bool = true, answer: String = "", input: String = ""
  ) {
    self.answer = answer
    self.environment = environment
    self.input = input
    self.isTerminal = isTerminal
    self.state = LockIsolated(State(size: size))
  }

  public var error: String { state.withValue { $0.error } }

  public var output: String { state.withValue { $0.output } }

  public var isOpen: Bool { state.withValue { $0.isOpen } }

  public var size: TerminalClient.Size { state.withValue { $0.size } }

  public var suspensions: Int { state.withValue { $0.suspensions } }

  public var writes: [[UInt8]] { state.withValue { $0.writes } }

  public func hangUp() {
    state.withValue {
      $0.isGone = true
      return $0.events
    }?.finish()
  }

  public func resize(to size: TerminalClient.Size, announced: Bool = true) {
    let events = state.withValue {
      $0.size = size
      return $0.events
    }
    if announced { events?.yield(.resized) }
  }

  public func resume() {
    state.withValue { $0.events }?.yield(.resumed)
  }

  public func type(_ text: String) {
    type(Array(text.utf8))
  }

  public func type(_ bytes: [UInt8]) {
    state.withValue { $0.events }?.yield(.bytes(bytes))
  }

  func close() {
    state.withValue { state in
      state.isOpen = false
      defer { state.events = nil }
      return state.events
    }?.finish()
  }

  func nextInput(byteLimit: Int) -> [UInt8] {
    state.withValue { state in
      let bytes = Array(input.utf8.dropFirst(state.readCount).prefix(byteLimit))
      state.readCount += bytes.count
      return bytes
    }
  }

  func open() throws -> AsyncStream<TerminalClient.Event> {
    if environment["TERM"] == "dumb" {
      throw TerminalClient.NoTerminal("cannot draw on this terminal (TERM=dumb)")
    }
    let (stream, continuation) = AsyncStream<TerminalClient.Event>.makeStream()
    state.withValue {
      $0.isOpen = true
      $0.events = continuation
    }
    return stream
  }

  func print(_ text: String, to stream: TerminalClient.Stream) {
    state.withValue {
      switch stream {
      case .error: $0.error += text
      case .output: $0.output += text
      }
    }
  }

  func suspend() {
    state.withValue {
      $0.suspensions += 1
      return $0.events
    }?.yield(.resumed)
  }

  func write(_ bytes: [UInt8]) throws {
    try state.withValue {
      guard !$0.isGone
      else { throw TerminalClient.TerminalGone() }
      $0.writes.append(bytes)
    }
  }
}
