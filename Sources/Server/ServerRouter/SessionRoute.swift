public import CasePaths

@CasePathable
public enum SessionRoute: Equatable, Sendable {
  /// Exchanges a token for a cookie that scripts can't read.
  case begin
  case end(isEverywhere: Bool)
}
