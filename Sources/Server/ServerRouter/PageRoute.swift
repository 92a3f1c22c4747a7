public import CasePaths

/// The files of the web page.
@CasePathable
public enum PageRoute: Equatable, Sendable {
  /// The page itself.
  case index
  /// What makes an app of it on a phone.
  case manifest
  /// What has it open without a network. Its address decides for which pages.
  case worker
  /// What the page is made of.
  case file(String)
}
