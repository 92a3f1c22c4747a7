import Tagged
import Testing

/// The example that the module's page begins with.
struct DocumentationTests {
  struct User: Codable, Equatable, Identifiable {
    typealias ID = Tagged<User, Int>

    var id: ID
    var age: Tagged<(User, age: ()), Int>
  }

  @Test("IDA-12 the first example works")
  func firstExample() {
    let user = User(id: 1, age: 42)
    #expect(user.id.rawValue == 1)
    #expect(user.id + 1 == User.ID(2))
    #expect(user.age > 18)
    #expect("\(user.id)" == "1")
  }
}
