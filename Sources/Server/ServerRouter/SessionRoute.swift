public import CasePaths
import URLRouting

/// What a browser that shows the web page asks of who it is.
@CasePathable
public enum SessionRoute: Equatable, Sendable {
  /// Keeps who shows a token signed in, by a cookie that no script can read.
  case begin
  case end(SessionEnd)
}

/// Which browsers are to be signed out.
public struct SessionEnd: Equatable, Sendable {
  /// Whether all are that use the library, and not only the one that asks.
  public var isEverywhere = false

  public init(isEverywhere: Bool = false) {
    self.isEverywhere = isEverywhere
  }

  static let parser = Query(Self()) { Field("everywhere", \.isEverywhere) }
}
