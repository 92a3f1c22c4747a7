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

  @Test("A question has one button for the action and one that cancels")
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

  @Test("An operation's value is sent, and its error, too")
  @MainActor
  func respond() async {
    let store = TestStore(initialState: Loader.State()) { Loader() }
    await store.send(.loadRequested(7))
    await store.receive(\.loadResponse.success, 7) { $0.text = "7" }
    await store.send(.loadRequested(nil))
    await store.receive(\.loadResponse.failure) { $0.text = "failed" }
  }
}

@Reducer
private struct Loader {
  struct State: Equatable {
    var text = ""
  }

  enum Action {
    case loadRequested(Int?)
    case loadResponse(Result<Int, any Error>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .loadRequested(let number):
        return .respond(with: Action.loadResponse) {
          guard let number
          else { throw CancellationError() }
          return number
        }

      case .loadResponse(.failure):
        state.text = "failed"
        return .none

      case .loadResponse(.success(let number)):
        state.text = "\(number)"
        return .none
      }
    }
  }
}
