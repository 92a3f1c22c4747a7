public import CasePaths

@CasePathable
public enum SettingsRoute: Equatable, Sendable {
  case get
  /// Values as on the command line, by name; `nil` resets to the default.
  case change([String: String?])
}
