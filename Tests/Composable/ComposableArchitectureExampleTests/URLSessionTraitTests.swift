import ComposableArchitecture
import DependenciesTestSupport
import Testing

private let session = URLSession(configuration: .ephemeral)

struct URLSessionTraitTests {
  @Test(
    "DEP-21 A session that the trait sets is used without an issue",
    .dependency(\.urlSession, session))
  func trait() {
    @Dependency(\.urlSession) var urlSession
    #expect(urlSession === session)
  }
}
