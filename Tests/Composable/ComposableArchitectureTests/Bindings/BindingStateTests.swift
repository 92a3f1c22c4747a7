import ComposableArchitecture
import Testing

private struct Form: Reducer {
  struct State: Codable, Equatable {
    @BindingState var isOn = false
    @BindingState var title = ""
    var titleCount = 0
  }

  @CasePathable
  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
  }

  var body: some Reducer<State, Action> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.$title):
        state.titleCount += 1
        return .none
      case .binding:
        return .none
      }
    }
  }
}

@MainActor
@Suite("@BindingState")
struct BindingStateTests {
  @Test("RED-19 a binding action names the wrapper, and sets its value")
  func set() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    await store.send(.set(\.$title, "Monday")) {
      $0.title = "Monday"
      $0.titleCount = 1
    }
    await store.send(.binding(.set(\.$isOn, true))) {
      $0.isOn = true
    }
    await store.send(\.binding.$title, "Tuesday") {
      $0.title = "Tuesday"
      $0.titleCount = 2
    }
  }

  @Test("RED-19 binding actions of wrappers are compared and pulled back by the wrapper")
  func actions() {
    struct Outer: Equatable {
      var form = Form.State()
    }
    let action = BindingAction<Form.State>.set(\.$title, "A")
    #expect(action == .set(\.$title, "A"))
    #expect(action != .set(\.$title, "B"))
    #expect(action != .set(\.title, "A"))
    let outer = action.pullback(\Outer.form)
    #expect(outer == .set(\.form.$title, "A"))
    #expect(outer.keyPath == \Outer.form.$title)
  }

  @Test("RED-19 the wrapper shows and codes as the value")
  func values() throws {
    let state = Form.State(title: "Monday")
    let data = try JSONEncoder().encode(state)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["_title"] as? String ?? object["title"] as? String == "Monday")
    #expect(try JSONDecoder().decode(Form.State.self, from: data) == state)
    expectNoDifference(String(customDumping: state.$title), #""Monday""#)
    #expect(Set([state.$title, Form.State(title: "Monday").$title]).count == 1)
  }
}
