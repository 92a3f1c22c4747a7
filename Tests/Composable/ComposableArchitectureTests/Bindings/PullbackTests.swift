import ComposableArchitecture
import Testing

private struct Profile: Equatable, Sendable {
  var form = Form()

  struct Form: Equatable, Sendable {
    var name = ""
  }
}

/// A child whose bindings the parent carries out.
private struct FormFeature: Reducer {
  enum Action: BindableAction, Sendable {
    case binding(BindingAction<Profile.Form>)
  }

  func reduce(into state: inout Profile.Form, action: Action) -> Effect<Action> { .none }
}

private struct ProfileFeature: Reducer {
  @CasePathable
  enum Action: BindableAction, Sendable {
    case binding(BindingAction<Profile>)
    case form(FormFeature.Action)
  }

  var body: some Reducer<Profile, Action> {
    BindingReducer()
    Reduce { _, action in
      switch action {
      case .binding: .none
      case .form(.binding(let action)): .send(.binding(action.pullback(\.form)))
      }
    }
  }
}

@MainActor
@Suite("BindingAction.pullback")
struct PullbackTests {
  @Test("ALT-08 a binding set through the parent is set and not reported")
  func storeBinding() {
    let log = TestStoreIssues()
    withIssueReporters([log]) {
      let store = Store(initialState: Profile()) { ProfileFeature() }
      let form = store.scope(\.form, action: \.form)
      form.name = "Blob"
      #expect(store.form.name == "Blob")
    }
    #expect(log.messages == [])
  }
}
