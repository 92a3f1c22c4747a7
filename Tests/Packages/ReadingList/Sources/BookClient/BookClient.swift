import Books
import Dependencies
import DependenciesMacros

@DependencyClient
public struct BookClient: Sendable {
  public var search: @Sendable (_ title: String) async throws -> [Book]
}

extension BookClient: DependencyKey {
  public static let liveValue = Self { title in
    [Book.emma, .mobyDick].filter { $0.title.lowercased().contains(title.lowercased()) }
  }
  public static let testValue = Self()
}

extension DependencyValues {
  public var bookClient: BookClient {
    get { self[BookClient.self] }
    set { self[BookClient.self] = newValue }
  }
}
