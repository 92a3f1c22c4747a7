import CBuildCommit
public import Tagged

// A release changes these two, here and nowhere else.

extension Build.Version {
  /// The version of the sources.
  public static let current: Self = "0.1.0"
}

extension Build.Number {
  /// The number of the release.
  public static let current: Self = 1
}

extension Build.GitSha {
  /// The commit of the sources; see ``Build/gitSha``.
  public static let current = Self(rawValue: String(cString: build_commit()))
}
