import Cpq

public struct PostgresError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Kind: Equatable, Sendable {
    case busy
    case canceled
    case conflict
    case damaged
    case exists(constraint: String)
    /// The connection broke; whether the statements took effect is unknown.
    case lost
    case noSpace
    case refused
    case timedOut
    /// No server answers, or it is starting or stopping.
    case unreachable
    case other
  }

  public let kind: Kind
  public let message: String
  public let state: String

  public init(_ kind: Kind, _ message: String, state: String = "") {
    self.kind = kind
    self.message = message
    self.state = state
  }

  public var description: String { message }

  var isTransient: Bool {
    switch kind {
    case .conflict, .lost, .unreachable: true
    default: state == Self.planChanged
    }
  }

  var isStartingOrStopping: Bool {
    kind == .unreachable && message.contains(Self.startingOrStoppingText)
  }

  private static let startingOrStoppingText = "the database system is"

  /// A prepared statement's result type has changed with its tables.
  static let planChanged = "0A000"

  /// A write in a transaction that is read-only, as on a standby.
  static let readOnly = "25006"
}

extension PostgresError {
  init(result: OpaquePointer, wasCanceled: Bool) {
    func field(_ code: UInt32) -> String? {
      PQresultErrorField(result, Int32(code)).map { String(cString: $0) }
    }
    let state = field(diagnosticState) ?? ""
    let message =
      field(diagnosticMessage) ?? PQresultErrorMessage(result).map { String(cString: $0) } ?? ""
    self.init(
      Kind(state: state, constraint: field(diagnosticConstraint) ?? "", wasCanceled: wasCanceled),
      message.firstLine, state: state)
  }

  init(_ kind: Kind, of connection: OpaquePointer?) {
    let message = PQerrorMessage(connection).map { String(cString: $0) } ?? "out of memory"
    // libpq reports no SQLSTATE for a refused login.
    let isRefused =
      kind == .unreachable
      && ["password", "authentication", "pg_hba.conf", "role \"", "database \"", "certificate"]
        .contains { message.contains($0) }
      && !message.contains(Self.startingOrStoppingText)
    // The last address's error comes last, a lost connection's cause first. Hints have a tab.
    let lines = message.split(separator: "\n").filter { !$0.hasPrefix("\t") }
    let line = (kind == .lost ? lines.first : lines.last) ?? ""
    self.init(isRefused ? .refused : kind, String(line))
  }
}

private let diagnosticState = UInt32(UInt8(ascii: "C"))
private let diagnosticMessage = UInt32(UInt8(ascii: "M"))
private let diagnosticConstraint = UInt32(UInt8(ascii: "n"))

extension PostgresError.Kind {
  fileprivate init(state: String, constraint: String, wasCanceled: Bool) {
    self =
      switch state {
      case "": .lost
      case "23505": .exists(constraint: constraint)
      case "40001", "40P01": .conflict
      case "42501": .refused
      case "53100": .noSpace
      case "53300", "55P03": .busy
      case "57014": wasCanceled ? .canceled : .timedOut
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
