import ComposableArchitecture
import Testing

@MainActor
struct OperatorTests {
  private typealias Log = Reduce<[String], String>

  private func append(_ prefix: String = "") -> Log {
    Reduce { state, action in
      state.append(prefix + action)
      return .none
    }
  }

  @Test("RED-02 RED-03 reducers of a body run in the order of the list, and their effects merge")
  func order() {
    let store = Store(initialState: [String]()) {
      Log { state, action in
        state.append("1\(action)")
        return action == "a" ? .send("b") : .none
      }
      Log { state, action in
        state.append("2\(action)")
        return action == "a" ? .send("c") : .none
      }
    }
    store.send("a")
    #expect(store.state == ["1a", "2a", "1b", "2b", "1c", "2c"])
  }

  @Test("RED-02 a body has conditions, optional parts and loops", arguments: [true, false])
  func controlFlow(_ isOn: Bool) {
    let store = Store(initialState: [String]()) {
      if isOn {
        append("if ")
      } else {
        append("else ")
      }
      if isOn {
        append("only ")
      }
      for number in 1...2 {
        append("\(number) ")
      }
      EmptyReducer()
    }
    store.send("a")
    #expect(store.state == (isOn ? ["if a", "only a", "1 a", "2 a"] : ["else a", "1 a", "2 a"]))
  }

  @Test("RED-03 combined reducers are one, and can be erased")
  func combine() {
    let store = Store(initialState: [String]()) {
      Reduce(
        CombineReducers {
          append("1")
          append("2")
        })
    }
    store.send("a")
    #expect(store.state == ["1a", "2a"])
  }

  @Test("RED-20 onChange runs when the value has changed, with the old and the new one")
  func onChange() {
    let store = Store(initialState: [String]()) {
      append()
        .onChange(of: \.first) { oldValue, newValue in
          Log { state, action in
            state.append("\(oldValue ?? "nil") to \(newValue ?? "nil") by \(action)")
            return .none
          }
        }
    }
    store.send("a")
    store.send("b")
    #expect(store.state == ["a", "nil to a by a", "b"])
  }

  @Test("RED-20 onChange returns an effect, and may change the state")
  func onChangeEffect() {
    let store = Store(initialState: [String]()) {
      append()
        .onChange(of: \.first) { state, oldValue, newValue in
          state.append("changed")
          return .send("\(oldValue ?? "nil") to \(newValue ?? "nil")")
        }
    }
    store.send("a")
    #expect(store.state == ["a", "changed", "nil to a"])
  }

  @Test("RED-20 onChange hands the old value and the state with the new one")
  func onChangeState() {
    let store = Store(initialState: Watched.State()) { Watched() }
    store.send(1)
    store.send(0)
    store.send(1)
    #expect(store.log == ["first 0 to 1", "second 0 to 1", "first 1 to 2", "sum 1 to 2"])
  }

  @Test("RED-20 onChange can be given a comparison")
  func onChangeDuplicates() {
    let store = Store(initialState: [String]()) {
      append()
        .onChange(of: \.count, removeDuplicates: { $0 / 2 == $1 / 2 }) { _, newValue in
          Log { state, _ in
            state.append("\(newValue)")
            return .none
          }
        }
    }
    for action in ["a", "b", "c"] { store.send(action) }
    #expect(store.state == ["a", "b", "2", "c", "4"])
  }

  @Test("RED-33 a printer gets each action, and the state before and after")
  func printChanges() {
    let changes = LockIsolated<[String]>([])
    let store = Store(initialState: [String]()) {
      append()
        ._printChanges(
          _ReducerPrinter { action, oldState, newState in
            changes.withValue { $0.append("\(action): \(oldState) to \(newState)") }
          })
    }
    store.send("a")
    #expect(changes.value == [#"a: [] to ["a"]"#])
  }

  private struct SharedCount: Equatable {
    @Shared(value: 0) var count
  }

  private func printingCounter(
    _ changes: LockIsolated<[String]>
  ) -> some Reducer<SharedCount, Int> {
    Reduce<SharedCount, Int> { state, action in
      state.$count.withLock { $0 += action }
      return .none
    }
    ._printChanges(
      _ReducerPrinter { _, oldState, newState in
        changes.withValue { $0.append(diff(oldState, newState) ?? "none") }
      })
  }

  @Test("RED-33 a change of shared state is a change of the state")
  func printSharedChanges() {
    let changes = LockIsolated<[String]>([])
    let store = Store(initialState: SharedCount()) { printingCounter(changes) }
    for action in [1, 2, 0] { store.send(action) }
    #expect(
      changes.value == [
        """
          OperatorTests.SharedCount(
        -   _count: #1 0
        +   _count: #1 1
          )
        """,
        """
          OperatorTests.SharedCount(
        -   _count: #1 1
        +   _count: #1 3
          )
        """,
        "none",
      ])
  }

  @Test("RED-33 a test store sees the changes of shared state that a printer shows")
  func printSharedChangesInTestStore() async {
    let changes = LockIsolated<[String]>([])
    let store = TestStore(initialState: SharedCount()) { printingCounter(changes) }
    await store.send(1) { $0.$count.withLock { $0 = 1 } }
    await store.send(2) { $0.$count.withLock { $0 = 3 } }
    #expect(changes.value.last?.contains("-   _count: #1 1\n+   _count: #1 3") == true)
  }

  @Test("RED-33 by default, the action and the difference are printed")
  func printToOutput() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      await MainActor.run {
        let store = Store(initialState: [String]()) {
          Reduce<[String], String> { state, action in
            if action == "a" { state.append(action) }
            return .none
          }
          ._printChanges()
        }
        store.send("a")
        store.send("b")
      }
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    #expect(
      output.contains(
        """
        received action:
          "a"
          [
        +   [0]: "a"
          ]

        received action:
          "b"
          (No state changes)

        """), "\(output)")
  }

  @Test("RED-33 without a printer nothing is printed")
  func noPrinter() {
    let store = Store(initialState: [String]()) { append()._printChanges(nil) }
    store.send("a")
    #expect(store.state == ["a"])
  }

  @Test("RED-33 a tracer sees the reducer's work and its effects")
  func signpost() async {
    let names = LockIsolated<[String]>([])
    let store = Store(initialState: 0) {
      Reduce<Int, Bool> { _, isFirst in isFirst ? .run { send in await send(false) } : .none }
        ._signpost("counter") { event in names.withValue { $0.append("\(event.phase)") } }
    }
    await store.send(true).finish()
    #expect(
      names.value == [
        "reducerBegan", "reducerEnded", "effectBegan", "reducerBegan", "reducerEnded",
        "effectEnded",
      ])
  }

  // MARK: - Dependencies

  private func now() -> Reduce<[TimeInterval], Bool> {
    Reduce { state, _ in
      @Dependency(\.date.now) var now
      state.append(now.timeIntervalSince1970)
      return .none
    }
  }

  @Test("RED-23 the store's dependencies are in force in its reducers and in the initial state")
  func storeDependencies() {
    func initialState() -> [TimeInterval] {
      @Dependency(\.date.now) var now
      return [now.timeIntervalSince1970]
    }
    let store = Store(initialState: initialState()) {
      now()
    } withDependencies: {
      $0.date.now = Date(timeIntervalSince1970: 1)
    }
    store.send(true)
    withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 2)
    } operation: {
      _ = store.send(true)
    }
    #expect(store.state == [1, 1, 1])
  }

  @Test("RED-23 dependency and transformDependency apply to a reducer and its effects")
  func dependency() async {
    let store = Store(initialState: [TimeInterval]()) {
      now()
        .transformDependency(\.date) { $0.now += 1 }
        .dependency(\.date.now, Date(timeIntervalSince1970: 10))
      now()
      Reduce<[TimeInterval], Bool> { _, isFirst in
        isFirst ? .run { send in await send(false) } : .none
      }
    } withDependencies: {
      $0.date.now = Date(timeIntervalSince1970: 1)
    }
    await store.send(true).finish()
    #expect(store.state == [11, 1, 11, 1])
  }
}

/// Two numbers, and a log of their changes.
private struct Watched: Reducer {
  struct State: Equatable {
    var first = 0
    var log: [String] = []
    var second = 0
    var sum = 0
  }

  var body: some Reducer<State, Int> {
    Reduce { state, action in
      if action == 1 { state.first += 1 }
      return .none
    }
    .onChange(of: \.first) { oldValue, state in
      state.log.append("first \(oldValue) to \(state.first)")
      return state.first == 1 ? .send(2) : .none
    }
    Reduce { state, action in
      if action == 2 { state.second += 1 }
      return .none
    }
    .onChange(of: \.second) { oldValue, state in
      state.log.append("second \(oldValue) to \(state.second)")
      return .none
    }
    .onChange(of: \.log) { _, _ in .none }
    Reduce { state, action in
      if action == 1 { state.sum += 1 }
      return .none
    }
    .onChange(of: \.sum, removeDuplicates: { $0 / 2 == $1 / 2 }) { oldValue, state in
      state.log.append("sum \(oldValue) to \(state.sum)")
      return .none
    }
  }
}
