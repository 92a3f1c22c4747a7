import ComposableArchitecture
import ComposableTerminal
import Testing

struct HelperTests {
  @Test("The first element follows the last, and the last precedes the first")
  func cycled() {
    let letters = ["a", "b", "c"]
    #expect(letters.cycled(from: "c", by: 1) == "a")
    #expect(letters.cycled(from: "a", by: -1) == "c")
    #expect(letters.cycled(from: "b", by: 7) == "c")
    #expect(letters.cycled(from: "x", by: 1) == "b", "as from the first")
    #expect([].cycled(from: "x", by: 1) == "x")
  }

  @Test("A question has a button with an action, and one that cancels")
  func question() {
    let alert = AlertState<Int>.question(
      "Delete it?", "It is lost.", "Delete", role: .destructive, action: 7)
    #expect(
      alert
        == AlertState {
          TextState("Delete it?")
        } actions: {
          ButtonState(role: .destructive, action: 7) { TextState("Delete") }
          ButtonState(role: .cancel) { TextState("Cancel") }
        } message: {
          TextState("It is lost.")
        })
  }
}
