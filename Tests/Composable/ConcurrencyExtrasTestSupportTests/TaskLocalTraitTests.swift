import ConcurrencyExtrasTestSupport
import Testing

private enum Session {
  @TaskLocal static var user = "nobody"
  @TaskLocal static var log = LockIsolated<[Int]>([])
}

extension Trait where Self == TaskLocalTrait<String> {
  fileprivate static func user(_ name: String) -> Self { .taskLocal(Session.$user, name) }
  fileprivate static func other(_ name: String) -> Self { Session.$user.set(name) }
}

extension Trait where Self == TaskLocalTrait<LockIsolated<[Int]>> {
  fileprivate static var newLog: Self { .taskLocal(Session.$log, LockIsolated([])) }
  fileprivate static var otherLog: Self { Session.$log.set(LockIsolated([])) }
}

@Suite(.user("Blob"))
struct TaskLocalTraitTests {
  @Test("A suite's value is bound in its tests, and in the tasks that they start")
  func suite() async {
    #expect(Session.user == "Blob")
    #expect(await Task { Session.user }.value == "Blob")
    #expect(await Task.detached { Session.user }.value == "nobody")
  }

  @Test("A test's value is bound within its suite's", .user("Blob, Jr."))
  func test() {
    #expect(Session.user == "Blob, Jr.")
  }

  @Test("A task-local value's own method binds it, too", .other("Blob, Sr."))
  func shorthand() {
    #expect(Session.user == "Blob, Sr.")
  }

  @Test("Each run has its own value with that method", .otherLog, arguments: 1...3)
  func runOfShorthand(_ number: Int) {
    Session.log.withValue { $0.append(number) }
    #expect(Session.log.value == [number])
  }

  @Test("Each run has its own value", .newLog, arguments: 1...3)
  func run(_ number: Int) {
    Session.log.withValue { $0.append(number) }
    #expect(Session.log.value == [number])
  }
}
