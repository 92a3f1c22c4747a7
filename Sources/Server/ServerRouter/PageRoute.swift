public import CasePaths

@CasePathable
public enum PageRoute: Equatable, Sendable {
  case index
  case manifest
  /// The service worker for use without a network. Its path determines which pages it controls.
  case worker
  case file(String)
}
