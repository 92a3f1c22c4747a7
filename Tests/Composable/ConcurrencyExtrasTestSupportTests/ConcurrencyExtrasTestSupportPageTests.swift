import ConcurrencyExtrasTestSupport
import Testing

/// The example of the module's page.
private enum Session {
  @TaskLocal static var user = "nobody"
}

extension Trait where Self == TaskLocalTrait<String> {
  fileprivate static func user(_ name: String) -> Self { .taskLocal(Session.$user, name) }
}

@Suite(.user("Blob"))
struct SessionTests {
  @Test func user() async {
    #expect(Session.user == "Blob")
    #expect(await Task { Session.user }.value == "Blob")
  }

  @Test(.user("Blob, Jr."))
  func otherUser() {
    #expect(Session.user == "Blob, Jr.")
  }
}
