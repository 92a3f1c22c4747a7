import ComposableArchitecture
import Testing

@MainActor
@Suite("observe")
struct ObserveTests {
  private let store = Store(initialState: Library.State()) { Library() }

  @Test("RED-21 observe runs at once, and again after its values changed")
  func changes() async {
    await withMainSerialExecutor {
      var titles: [String] = []
      let token = observe { [store] in titles.append(store.title) }
      #expect(titles == [""])
      store.send(.change { $0.title = "A" })
      store.send(.change { $0.title = "B" })
      await Task.megaYield()
      // Changes that come before it has run are one.
      #expect(titles == ["", "B"])
      store.send(.change { $0.subtitle = "C" })
      await Task.megaYield()
      #expect(titles == ["", "B"])
      store.send(.change { $0.title = "D" })
      await Task.megaYield()
      #expect(titles == ["", "B", "D"])
      token.cancel()
    }
  }

  @Test("RED-21 observe stops when its token is canceled, or let go of")
  func end() async {
    await withMainSerialExecutor {
      var cancelled: [String] = []
      var released: [String] = []
      let token = observe { [store] in cancelled.append(store.title) }
      var tokens: Set<ObserveToken> = []
      observe { [store] in released.append(store.title) }.store(in: &tokens)
      token.cancel()
      tokens = []
      store.send(.change { $0.title = "A" })
      await Task.megaYield()
      #expect(cancelled == [""])
      #expect(released == [""])
    }
  }

  @Test("RED-21 a token calls back once when it is canceled")
  func token() {
    let count = LockIsolated(0)
    var tokens = [ObserveToken { count.withValue { $0 += 1 } }]
    tokens[0].cancel()
    tokens[0].cancel()
    tokens = []
    #expect(count.value == 1)
  }
}
