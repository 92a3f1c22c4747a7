import Cmicrohttpd
import ConcurrencyExtras
import Glibc
import POSIX

/// One request and its response, shared by the connection's thread and the handler's task. The
/// thread never waits: it suspends the connection, and the task resumes it, both under the lock.
final class Exchange: Sendable {
  let target: String
  let table: ExchangeTable
  /// The connection's thread, the only one that may ask libmicrohttpd about it.
  let thread = thread_number()
  let state: Mutex<State>

  struct State: Sendable {
    var connection: OpaquePointer? { handle?.value }
    var handle: UncheckedSendable<OpaquePointer>?
    var isSuspended = false
    var isAborted: Bool
    /// When the client was first seen to have closed its sending side, or the last progress since.
    var halfClosedSince: ContinuousClock.Instant?
    var stage = Stage.head
    var task: Task<Void, Never>?
    var isHandled = false
    var upload = Upload()
    var answer: MHDResponse?
    var download = Download()
    var upgrade = Upgrade.none

    mutating func resume() {
      guard isSuspended, let connection
      else { return }
      isSuspended = false
      MHD_resume_connection(connection)
    }

    /// Must be called in a callback on the connection's thread.
    mutating func suspend() {
      guard let connection, !isSuspended
      else { return }
      isSuspended = true
      MHD_suspend_connection(connection)
    }
  }

  enum Stage {
    case head
    /// No body, or one that is read anyway. A response at this stage would close the connection.
    case accepted
    /// `100 Continue` may be due, or the body is too large: a response closes the connection.
    case beforeBody
    case body
    case end
    case answered
  }

  init(
    _ connection: OpaquePointer, target: String, isAborted: Bool, table: ExchangeTable
  ) {
    self.target = target
    self.table = table
    state = Mutex(State(handle: UncheckedSendable(connection), isAborted: isAborted))
  }
}

struct Upload: Sendable {
  typealias Reader = CheckedContinuation<ArraySlice<UInt8>?, any Error>

  var isRequested = false
  /// `nil` for a chunked body.
  var missingByteCount: Int64?
  var pending: ArraySlice<UInt8> = []
  var reader: Reader?
  var isComplete = false
  var discardedByteCount = 0
}

struct Download: Sendable {
  typealias Writer = CheckedContinuation<Bool, Never>

  var piece: ArraySlice<UInt8> = []
  var writer: Writer?
  var isComplete = false
  var isBroken = false
}

enum Upgrade: Sendable {
  case none
  case awaited(CheckedContinuation<UpgradedConnection?, Never>)
  /// `nil` if the connection was lost before the upgrade.
  case done(UpgradedConnection?)
}
