import ComposableArchitecture

@DependencyClient
struct FactClient: Sendable {
  var fetch: @Sendable (Int) async throws -> String
}

extension FactClient: TestDependencyKey {
  static let testValue = Self()
  static let previewValue = Self(fetch: { "\($0) is a fine number" })
}

extension DependencyValues {
  var factClient: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }
}
