import ComposableArchitecture
import ComposableTerminal
import Testing

struct HelperTests {
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
