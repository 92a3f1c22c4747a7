import ComposableArchitecture
import Testing

@Suite("BindingAction")
struct BindingActionTests {
  private typealias Action = BindingAction<LibraryForm.State>

  @Test("RED-19 actions are equal when they set the same property to equal values")
  func equality() {
    #expect(Action.set(\.title, "a") == .set(\.title, "a"))
    #expect(Action.set(\.title, "a") != .set(\.title, "b"))
    #expect(Action.set(\.title, "a") != .set(\.isStarred, true))
  }

  @Test("RED-19 the key path is a pattern")
  func pattern() {
    let action = Action.set(\.title, "a")
    var matched: [String] = []
    if case \.isStarred = action { matched.append("isStarred") }
    if case \.title = action { matched.append("title") }
    if case .binding(\.title) = LibraryForm.Action.binding(action) { matched.append("binding") }
    #expect(matched == ["title", "binding"])
    #expect(action.keyPath == \LibraryForm.State.title)
  }

  @Test("ALT-07 each property is a case with the value that it is set to")
  func casePath() {
    let path = AnyCasePath(\LibraryForm.Action.Cases.binding.title)
    #expect(path.extract(from: .set(\.title, "a")) == "a")
    #expect(path.extract(from: .set(\.isStarred, true)) == nil)
    #expect(path.embed("b").binding == .set(\.title, "b"))
  }

  @Test("RED-19 an action is pulled back to the parent's state")
  func pullback() {
    struct Whole: Equatable {
      var form = LibraryForm.State(title: "a")
    }
    let action = Action.set(\.title, "b").pullback(\Whole.form)
    #expect(action == .set(\.form.title, "b"))
    var whole = Whole()
    let reducer = BindingReducer<Whole, WholeAction<Whole>, WholeAction<Whole>>()
    _ = reducer.reduce(into: &whole, action: .binding(action))
    #expect(whole.form.title == "b")
  }

  @Test("RED-19 a dump names the property and the value")
  func dump() {
    #expect(
      String(customDumping: LibraryForm.Action.set(\.title, "a")) == """
        LibraryForm.Action.binding(
          .set(
            \\LibraryForm.State.title,
            "a"
          )
        )
        """)
  }
}

private enum WholeAction<State>: BindableAction {
  case binding(BindingAction<State>)
}
