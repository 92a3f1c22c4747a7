public import Dependencies
public import Tagged

public struct Build: CustomStringConvertible, Equatable, Sendable {
  public typealias GitSha = Tagged<((), gitSha: ()), String>
  public typealias Number = Tagged<((), number: ()), Int>
  public typealias Version = Tagged<((), version: ()), String>

  /// Empty if the sources were neither a clone nor a git archive. Omits uncommitted changes.
  public var gitSha: GitSha
  public var number: Number
  public var version: Version

  public init(
    gitSha: GitSha = .current,
    number: Number = .current,
    version: Version = .current
  ) {
    self.gitSha = gitSha
    self.number = number
    self.version = version
  }

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
  public var build: Build {
    get { self[Build.self] }
    set { self[Build.self] = newValue }
  }
}
