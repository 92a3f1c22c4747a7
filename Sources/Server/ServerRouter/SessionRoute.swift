public import CasePaths
import URLRouting

@CasePathable
public enum SessionRoute: Equatable, Sendable {
  /// Exchanges a token for a cookie that scripts can't read.
  case begin
  case end(SessionEnd)
}

public struct SessionEnd: Equatable, Sendable {
  public var isEverywhere = false

  public init(isEverywhere: Bool = false) {
    self.isEverywhere = isEverywhere
  }

  static let parser = Query(Self()) { Field("everywhere", \.isEverywhere) }
}
