import ComposableArchitecture
import Testing

@Suite("@Dependency(\\.urlSession)")
struct URLSessionTests {
  @Test("DEP-04 in a test it is reported, and requests fail")
  func unimplemented() async throws {
    let url = try #require(URL(string: "https://example.com"))
    await withExpectedIssue {
      @Dependency(\.urlSession) var urlSession
      await #expect(throws: URLError.self) { try await urlSession.data(from: url) }
    }
  }

  @Test("DEP-18 it can be overridden")
  func overridden() {
    let session = URLSession(configuration: .ephemeral)
    withDependencies {
      $0.urlSession = session
    } operation: {
      @Dependency(\.urlSession) var urlSession
      #expect(urlSession === session)
    }
  }

  @Test("DEP-18 overriding it by a key path, as the trait does, is not a use")
  func overriddenByKeyPath() {
    let session = URLSession(configuration: .ephemeral)
    let keyPath: WritableKeyPath<DependencyValues, URLSession> = \.urlSession
    withDependencies {
      $0[keyPath: keyPath] = session
    } operation: {
      @Dependency(\.urlSession) var urlSession
      #expect(urlSession === session)
    }
  }
}
