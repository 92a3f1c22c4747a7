import ComposableArchitecture
import Foundation
import Testing

extension SharedReaderKey where Self == InMemoryKey<Int>.Default {
  fileprivate static var buildNumber: Self {
    Self[.inMemory("build-number"), default: 1]
  }
}

/// The state of a shared module, with its initializer and its view of the session.
@Reducer
private struct AboutFeature {
  @ObservableState
  struct State: Equatable {
    @SharedReader(.buildNumber) var buildNumber
    @Shared var name: String
    var isLatest: Bool

    init(name: Shared<String>, latest: Int) {
      self._name = name
      @SharedReader(.buildNumber) var buildNumber
      self.isLatest = buildNumber >= latest
    }
  }

  enum Action { case closeButtonTapped, nameChanged(String) }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .closeButtonTapped:
        return .run { _ in await self.dismiss() }
      case let .nameChanged(name):
        state.$name.withLock { $0 = name }
        return .none
      }
    }
  }
}

@MainActor
struct StoreTests {
  @Test("DEP-19 A live store has its own dependencies")
  func overriddenDependencies() async {
    func makeStore(_ fact: String) -> StoreOf<EffectsCancellation> {
      Store(initialState: EffectsCancellation.State()) {
        EffectsCancellation()
      } withDependencies: {
        $0.factClient.fetch = { _ in fact }
      }
    }
    let (one, two) = (makeStore("one"), makeStore("two"))

    await one.send(.factButtonTapped).finish()
    await two.send(.factButtonTapped).finish()

    #expect(one.currentFact == "one")
    #expect(two.currentFact == "two")
  }

  @Test("DEP-28 RED-35 RED-36 SHR-12 A state with an initializer reads the session, and dismisses")
  func state() async {
    @Shared(.inMemory("build-number")) var buildNumber = 7
    let name = Shared(value: "Memo")
    let store = TestStore(initialState: AboutFeature.State(name: name, latest: 7)) {
      AboutFeature()
    }
    #expect(store.state.isLatest)
    #expect(store.state.buildNumber == 7)

    await store.send(.nameChanged("Voice")) {
      $0.$name.withLock { $0 = "Voice" }
    }
    await store.send(.closeButtonTapped)
    #expect(store.isDismissed)
    #expect(name.wrappedValue == "Voice")
  }

  @Test(
    "AGT-04 AGT-05 RED-26 NAV-27 NAV-28 A sheet shows an optional store, and closes with its state")
  func optionalStore() throws {
    let store = Store(initialState: InventoryFeature.State()) {
      InventoryFeature()
    }
    store.send(.addButtonTapped)
    let sheet = try #require(
      store.scope(state: \.destination?.addItem, action: \.destination.addItem))
    #expect(sheet.id == 0)

    store.send(.destination(.dismiss))

    #expect(store.scope(state: \.destination?.addItem, action: \.destination.addItem) == nil)
  }

  @Test("ALT-05 SHR-41 NAV-29 A reader and a writer of a field, made of a store or a shared value")
  func fields() {
    struct Field<Value> {
      let get: () -> Value
      let set: (Value) -> Void
    }
    let store = Store(initialState: SettingsForm.State()) {
      SettingsForm()
    }
    let name = Field(get: { store.userName }, set: { store.send(.userNameChanged($0)) })
    name.set("Ada")
    #expect(name.get() == "Ada")

    @Shared(.inMemory("path")) var path = ["home"]
    let shared = $path
    let field = Field(
      get: { shared.wrappedValue }, set: { newValue in shared.withLock { $0 = newValue } })
    field.set(["home", "memo"])
    #expect(field.get() == ["home", "memo"])
    #expect(path == ["home", "memo"])
  }
}
