import Dependencies
import DependenciesMacros
import Testing

@DependencyClient
private struct FactClient: Sendable {
  var fetch: @Sendable (_ number: Int) async throws -> String
  var favorites: @Sendable () -> [Int] = { [] }
}

extension FactClient: TestDependencyKey {
  static let testValue = Self()
}

extension DependencyValues {
  @DependencyEntry fileprivate var factClient: FactClient
  @DependencyEntry(liveValue: 3) fileprivate var retries = 1
}

@Suite("The example of the documentation")
struct DocumentationTests {
  @Test("DEP-01 DEP-08 a test overrides the expected calls, and fails for all others")
  func fact() async throws {
    try await withDependencies {
      $0.factClient.fetch = { "\($0) is a good number." }
    } operation: {
      @Dependency(\.factClient) var factClient
      let fact = try await factClient.fetch(number: 42)
      #expect(fact == "42 is a good number.")
      withKnownIssue { _ = factClient.favorites() }
    }
    @Dependency(\.retries) var retries
    #expect(retries == 1)
  }
}
