import ComposableArchitecture
import DependenciesTestSupport
import Testing

private let session = URLSession(configuration: .ephemeral)

struct SessionTraitTests {
  @Test("CS DEP-18 A session that a trait gives is used", .dependency(\.urlSession, session))
  func urlSession() {
    @Dependency(\.urlSession) var urlSession
    #expect(urlSession === session)
  }
}
