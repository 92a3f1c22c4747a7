import CBuildCommit
public import Tagged

// Each release changes the version and the number here, and nowhere else.

extension Build.Version {
  public static let current: Self = "0.1.0"
}

extension Build.Number {
  public static let current: Self = 1
}

extension Build.GitSha {
  public static let current = Self(rawValue: String(cString: build_commit()))
}
