import Build
import Dependencies
import Foundation
import Testing

@Suite("Build")
struct BuildTests {
  /// The checkout that these tests were compiled in.
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test(
    "MIG-10 the running build has the commit it was compiled from",
    .enabled(
      if: FileManager.default.fileExists(atPath: folder.appending(path: ".git/logs/HEAD").path)))
  func commit() throws {
    let log = try String(
      contentsOf: Self.folder.appending(path: ".git/logs/HEAD"), encoding: .utf8)
    let commits = log.split(separator: "\n").compactMap {
      $0.split(separator: " ").dropFirst().first
    }
    // Someone may commit between building and running: it is one of the log's, and whole.
    let sha = Build().gitSha.rawValue
    #expect(sha.count == 40)
    #expect(commits.contains(Substring(sha)))
  }

  @Test("The version is three numbers")
  func version() {
    let parts = Build().version.rawValue.split(separator: ".", omittingEmptySubsequences: false)
    #expect(parts.count == 3 && parts.allSatisfy { Int($0) != nil })
    #expect(Build().number >= 1)
  }

  @Test("The description has the commit's first digits, if there is one")
  func description() {
    #expect("\(Build(gitSha: "0123456789", version: "2.0.0"))" == "2.0.0 (0123456)")
    #expect("\(Build(gitSha: "", version: "2.0.0"))" == "2.0.0")
  }

  @Test("MIG-10 as a dependency it is the same in every test, and can be another")
  func dependency() {
    @Dependency(\.build) var build
    #expect(
      build
        == Build(gitSha: "deadbeefdeadbeefdeadbeefdeadbeefdeadbeef", number: 42, version: "1.2.3"))
    withDependencies {
      $0.build.number = 7
    } operation: {
      @Dependency(\.build.number) var number
      #expect(number == 7)
    }
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.build) var build
      #expect(build == Build())
    }
  }
}
