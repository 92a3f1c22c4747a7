import RuntimeInternals
import Testing

private enum Local {
  @TaskLocal static var number: Int?
}

@Suite("Whether a task-local value is bound")
struct TaskLocalBindingTests {
  @Test("It is within its scope, in tasks that inherit it too, and whatever the value is")
  func isBound() async {
    #expect(!Local.$number.isBound)
    await Local.$number.withValue(1) {
      #expect(Local.$number.isBound)
      #expect(await Task { Local.$number.isBound }.value)
      #expect(await Task.detached { !Local.$number.isBound }.value)
    }
    Local.$number.withValue(nil) { #expect(Local.$number.isBound) }
    #expect(!Local.$number.isBound)
  }
}
