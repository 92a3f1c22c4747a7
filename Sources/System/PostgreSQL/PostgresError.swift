import Cpq

/// What a server answered, or why none did.
public struct PostgresError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is to be done about it.
  public enum Kind: Equatable, Sendable {
    /// There was no connection to be had for as long as one is waited for, or a lock.
    case busy
    /// It was told to stop, by whoever waited for it.
    case cancelled
    /// Others do the same at once: another attempt may succeed.
    case conflict
    /// The server has found its files damaged.
    case damaged
    /// A row that is to be unique is there already, by the constraint of that name.
    case exists(constraint: String)
    /// What it does is not known: the connection was lost on the way.
    case lost
    /// The server's disk is full.
    case noSpace
    /// Whoever asks may not do that, or is not let in.
    case refused
    /// It took longer than it may.
    case timedOut
    /// No server answers there, or it is starting or stopping.
    case unreachable
    /// Anything else.
    case other
  }

  public let kind: Kind
  /// In the server's words, or libpq's: one line.
  public let message: String
  /// The five signs by which the server names it; empty where it did not answer.
  public let state: String

  public init(_ kind: Kind, _ message: String, state: String = "") {
    self.kind = kind
    self.message = message
    self.state = state
  }

  public var description: String { message }

  /// Whether the same may work when it is tried again, unless something was done once only.
  var isTransient: Bool {
    switch kind {
    case .conflict, .lost, .unreachable: true
    default: state == Self.planChanged
    }
  }

  /// Whether a server is there that lets nobody in just now, since it is being started or stopped.
  var isAboutToAnswer: Bool { kind == .unreachable && message.contains(Self.busyWithItself) }

  private static let busyWithItself = "the database system is"

  /// A kept statement has another result since tables have changed. It is made anew.
  static let planChanged = "0A000"
}

extension PostgresError {
  /// What a result says that is none.
  init(result: OpaquePointer, wasCancelled: Bool) {
    func field(_ code: UInt32) -> String? {
      PQresultErrorField(result, Int32(code)).map { String(cString: $0) }
    }
    let state = field(diagnosticState) ?? ""
    let message =
      field(diagnosticMessage) ?? PQresultErrorMessage(result).map { String(cString: $0) } ?? ""
    self.init(
      Kind(state: state, constraint: field(diagnosticConstraint) ?? "", wasCancelled: wasCancelled),
      message.firstLine, state: state)
  }

  /// What a connection says that cannot be made, or is lost.
  init(_ kind: Kind, of connection: OpaquePointer?) {
    let message = PQerrorMessage(connection).map { String(cString: $0) } ?? "out of memory"
    // libpq does not tell the state of what the server said to somebody who is not let in.
    let isRefused =
      kind == .unreachable
      && ["password", "authentication", "pg_hba.conf", "role \"", "database \"", "certificate"]
        .contains { message.contains($0) }
      && !message.contains(Self.busyWithItself)
    // Of an attempt at several addresses, what is wrong with the last one is said last; of a
    // connection, what has happened is said first. Behind a tab stands advice.
    let lines = message.split(separator: "\n").filter { !$0.hasPrefix("\t") }
    let line = (kind == .lost ? lines.first : lines.last) ?? ""
    self.init(isRefused ? .refused : kind, String(line))
  }
}

// Of libpq's header, which has them as signs.
private let diagnosticState = UInt32(UInt8(ascii: "C"))
private let diagnosticMessage = UInt32(UInt8(ascii: "M"))
private let diagnosticConstraint = UInt32(UInt8(ascii: "n"))

extension PostgresError.Kind {
  fileprivate init(state: String, constraint: String, wasCancelled: Bool) {
    self =
      switch state {
      case "": .lost
      case "23505": .exists(constraint: constraint)
      case "40001", "40P01": .conflict
      case "42501": .refused
      case "53100": .noSpace
      case "53300", "55P03": .busy
      case "57014": wasCancelled ? .cancelled : .timedOut
      case "57P01", "57P02", "57P03", "57P05": .lost
      case "XX001", "XX002": .damaged
      case _ where state.hasPrefix("08"): .lost
      case _ where state.hasPrefix("28"): .refused
      default: .other
      }
  }
}

extension String {
  fileprivate var firstLine: String { split(separator: "\n").first.map(String.init) ?? "" }
}
