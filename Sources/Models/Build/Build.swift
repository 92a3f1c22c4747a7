public import Dependencies
public import Tagged

/// Which build of the program this is.
public struct Build: CustomStringConvertible, Equatable, Sendable {
  public typealias GitSha = Tagged<((), gitSha: ()), String>
  public typealias Number = Tagged<((), number: ()), Int>
  public typealias Version = Tagged<((), version: ()), String>

  /// The commit it was compiled from: 40 hexadecimal digits. Empty if the sources were neither a
  /// clone nor an archive made by git. Changes that were not committed do not show.
  public var gitSha: GitSha
  /// Counts releases.
  public var number: Number
  /// What users call it: `1.2.3`.
  public var version: Version

  /// The running build, or one of other values.
  public init(
    gitSha: GitSha = .current,
    number: Number = .current,
    version: Version = .current
  ) {
    self.gitSha = gitSha
    self.number = number
    self.version = version
  }

  /// As `--version` shows it: `1.2.3 (deadbee)`, or `1.2.3` where the commit is not known.
  public var description: String {
    gitSha.rawValue.isEmpty ? "\(version)" : "\(version) (\(gitSha.rawValue.prefix(7)))"
  }
}

extension Build: DependencyKey {
  public static var liveValue: Self { Self() }

  public static var testValue: Self {
    Self(gitSha: "deadbeefdeadbeefdeadbeefdeadbeefdeadbeef", number: 42, version: "1.2.3")
  }
}

extension DependencyValues {
  /// The running build: its version, number and commit. A fixed one in tests and previews.
  public var build: Build {
    get { self[Build.self] }
    set { self[Build.self] = newValue }
  }
}
