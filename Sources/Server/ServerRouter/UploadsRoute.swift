public import CasePaths
public import Foundation

/// What can be asked of uploads: tus 1.0.0, which clients of many languages speak.
@CasePathable
public enum UploadsRoute: Equatable, Sendable {
  /// What of the protocol the server can do.
  case options
  /// Begins an upload; what comes along is its beginning.
  case create
  /// How much of it is there.
  case status(UUID)
  /// Adds what comes at the end of what is there.
  case append(UUID)
  /// Gives it up.
  case remove(UUID)
}
