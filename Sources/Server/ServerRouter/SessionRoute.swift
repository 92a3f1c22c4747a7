public import CasePaths

@CasePathable
public enum SessionRoute: Equatable, Sendable {
  /// Exchanges a token for a cookie that scripts can't read.
  case begin
  /// Makes a single-use code that signs in another browser.
  case addCode
  case end(isEverywhere: Bool)
}
