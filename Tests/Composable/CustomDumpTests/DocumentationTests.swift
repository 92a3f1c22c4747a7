import CustomDump
import Testing

/// The example that the module's page begins with.
struct DocumentationTests {
  struct User: Equatable {
    var id: Int
    var name: String
    var favorites: [Int]
  }

  @Test("TST-23 the first example works")
  func firstExample() {
    let user = User(id: 2, name: "Blob", favorites: [42, 1729])
    var changed = user
    changed.name = "Blob \"Jr\""

    #expect(
      String(customDumping: user) == """
        DocumentationTests.User(
          id: 2,
          name: "Blob",
          favorites: [
            [0]: 42,
            [1]: 1729
          ]
        )
        """)
    #expect(
      diff(user, changed) == ##"""
          DocumentationTests.User(
            id: 2,
        -   name: "Blob",
        +   name: #"Blob "Jr""#,
            favorites: […]
          )
        """##)
  }
}
