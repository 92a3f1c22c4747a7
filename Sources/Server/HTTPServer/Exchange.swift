import Cmicrohttpd
import ConcurrencyExtras

/// A request and its response, between the thread that serves the connection and the task that
/// runs the handler.
///
/// The thread never waits. Where it has nothing to do until the task has, it suspends the
/// connection; what the task does next resumes it. Both happen under the lock, so that only what is
/// suspended is resumed.
final class Exchange: Sendable {
  let target: String
  let table: ExchangeTable
  let state: Protected<State>

  struct State: Sendable {
    /// `nil` once the exchange is over.
    var connection: OpaquePointer? { handle?.value }
    // The library's functions for it may be called from any thread.
    var handle: UncheckedSendable<OpaquePointer>?
    var isSuspended = false
    /// The connection is to be closed as soon as it can.
    var isAborted: Bool
    var stage = Stage.head
    var task: Task<Void, Never>?
    /// Whether the task has done all that it does.
    var isHandled = false
    var upload = Upload()
    var answer: Answer?
    var download = Download()
    var upgrade = Upgrade.none

    /// Has the thread go on with the connection.
    mutating func resume() {
      guard isSuspended, let connection
      else { return }
      isSuspended = false
      MHD_resume_connection(connection)
    }

    /// Has the thread leave the connection alone. Only what the thread calls may do that.
    mutating func suspend() {
      guard let connection, !isSuspended
      else { return }
      isSuspended = true
      MHD_suspend_connection(connection)
    }
  }

  /// How far the connection has been read.
  enum Stage {
    /// The target is known.
    case head
    /// The head has been read, and no body follows. An answer given now would close the connection.
    case withoutBody
    /// The head has been read. The body has not been asked for, so the client may still wait for
    /// leave to send it.
    case beforeBody
    /// The body is being read.
    case body
    /// All has been read.
    case end
    /// The library has the response.
    case answered
  }

  init(
    _ connection: OpaquePointer, target: String, isAborted: Bool, table: ExchangeTable
  ) {
    self.target = target
    self.table = table
    state = Protected(State(handle: UncheckedSendable(connection), isAborted: isAborted))
  }
}

/// The body of a request, on its way from the connection to the handler.
struct Upload: Sendable {
  typealias Reader = CheckedContinuation<ArraySlice<UInt8>?, any Error>

  /// Whether the handler has asked for it.
  var isWanted = false
  /// What has come, and has not been taken.
  var piece: ArraySlice<UInt8>?
  /// Who waits for the next piece.
  var reader: Reader?
  var isComplete = false
  var discardedByteCount = 0
}

/// A streamed response, on its way from the handler to the connection.
struct Download: Sendable {
  typealias Writer = CheckedContinuation<Bool, Never>

  /// What the connection has not taken yet.
  var piece: ArraySlice<UInt8> = []
  /// Who waits until it has.
  var writer: Writer?
  var isComplete = false
  var isBroken = false
}

/// Whether the connection has left HTTP.
enum Upgrade: Sendable {
  case none
  case awaited(CheckedContinuation<UpgradedConnection?, Never>)
  /// It has, or never will.
  case done(UpgradedConnection?)
}
