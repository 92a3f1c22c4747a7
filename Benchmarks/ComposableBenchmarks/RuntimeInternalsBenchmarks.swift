import BenchmarkSupport
import ComposableArchitecture
import RuntimeInternals

/// Operations on runtime internals, compared with plain Swift.
@MainActor
var runtimeInternals: Suite {
  var suite = Suite("RuntimeInternals")
  suite.compareStoredProperties()
  suite.compareCaseNames()
  suite.compareObservation()
  suite.compareCases()
  suite.compareReducers()
  suite.compareStores()
  return suite
}

extension Suite {
  fileprivate mutating func compareStoredProperties() {
    let keyPath: any WritableKeyPath<Document, String> & Sendable = \.text.title
    guard let property = StoredProperty(keyPath)
    else { return }
    compare("read a stored property", to: "key path") { n in
      let document = opaque(Document())
      for _ in 0..<n { blackHole(document[keyPath: opaque(keyPath)].utf8.count) }
    } subject: { n in
      let document = opaque(Document())
      for _ in 0..<n { blackHole(opaque(property)(document).utf8.count) }
    }
    let count: any WritableKeyPath<Document, Int> & Sendable = \.text.count
    guard let countProperty = StoredProperty(count)
    else { return }
    compare("change a stored property in place", to: "key path") { n in
      var document = opaque(Document())
      for _ in 0..<n { document[keyPath: opaque(count)] += 1 }
      blackHole(document)
    } subject: { n in
      var document = opaque(Document())
      for _ in 0..<n {
        let property = opaque(countProperty)
        withUnsafeMutablePointer(to: &document) { property.pointer(in: $0).pointee += 1 }
      }
      blackHole(document)
    }
  }

  fileprivate mutating func compareCaseNames() {
    compare("identify the case of a value", to: "Mirror") { n in
      for i in 0..<n {
        blackHole(Mirror(reflecting: opaque(Choice.number(i))).children.first?.label)
      }
    } subject: { n in
      for i in 0..<n { blackHole(EnumCaseName.address(for: opaque(Choice.number(i)))) }
    }
    compare("… of a struct, which has none", to: "Mirror") { n in
      for _ in 0..<n { blackHole(Mirror(reflecting: opaque(Document())).displayStyle) }
    } subject: { n in
      for _ in 0..<n { blackHole(EnumCaseName.address(for: opaque(Document()))) }
    }
    compare("name a case without a payload", to: "String(describing:)") { n in
      for _ in 0..<n { blackHole(String(describing: opaque(Choice.nothing))) }
    } subject: { n in
      for _ in 0..<n { blackHole(EnumCaseName.of(opaque(Choice.nothing))) }
    }
  }

  fileprivate mutating func compareObservation() {
    let registrar = ObservationRegistrar()
    let registrars = LockIsolated<[Int: ObservationRegistrar]>([0: registrar])
    compare("read without an observer", to: "a lock, a dictionary and a registrar") { n in
      for _ in 0..<n {
        let registrar = registrars.withLock { $0[opaque(0)] }
        registrar?.access(ProbedObject.shared, keyPath: ProbedObject.keyPath)
      }
    } subject: { n in
      for _ in 0..<n { blackHole(ObservationTracking.isActive) }
    }
  }

  fileprivate mutating func compareCases() {
    for count in [0, 1_000] {
      let path = AnyCasePath<Choice, [Int]>(embed: Choice.list) {
        if case .list(let list) = $0 { list } else { nil }
      }
      compare("change an array of \(count + 1) in a case", to: "extract, change, embed") { n in
        var choice = opaque(Choice.list(Array(0...count)))
        for i in 0..<n {
          if var list = path.extract(from: choice) {
            list[0] = i
            choice = path.embed(list)
          }
        }
        blackHole(choice)
      } subject: { n in
        var choice = opaque(Choice.list(Array(0...count)))
        for i in 0..<n { try? path.modify(&choice) { $0[0] = i } }
        blackHole(choice)
      }
    }
  }

  @MainActor
  fileprivate mutating func compareReducers() {
    for count in [1, 1_000] {
      let state = Parent.State(child: Child.State(numbers: Array(0..<count)))
      let plain = Store(initialState: state) { PlainParent() }
      let ours = Store(initialState: state) { Parent() }
      compare(
        "change an array of \(count) in a child", to: "the child's key path",
        baseline: onMainActor { n in
          for _ in 0..<n { plain.send(.child(.increment)) }
        },
        subject: onMainActor { n in
          for _ in 0..<n { ours.send(.child(.increment)) }
        })
    }
  }

  @MainActor
  fileprivate mutating func compareStores() {
    let state = OptionalParent.State(child: Child.State(numbers: Array(0..<1_000)))
    let plain = Store(initialState: state) { OptionalParent() }
    let ours = Store(initialState: state) { OptionalParent() }
    let child = ours.scope(\.child, action: \.child)
    compare(
      "change an array of 1,000 in an optional child", to: "without a child store",
      baseline: onMainActor { n in
        for _ in 0..<n { plain.send(.child(.increment)) }
      },
      subject: onMainActor { n in
        for _ in 0..<n {
          blackHole(child?.title)
          ours.send(.child(.increment))
        }
      })
    compare(
      "read from an optional child's store", to: "from its parent's",
      baseline: onMainActor { n in
        for _ in 0..<n { blackHole(ours.child?.title) }
      },
      subject: onMainActor { n in
        for _ in 0..<n { blackHole(child?.title) }
      })
    let presenting = Store(
      initialState: Presenting.State(child: state.child)
    ) {
      Presenting()
    }
    compare(
      "send to a presented child", to: "to an optional child",
      baseline: onMainActor { n in
        for _ in 0..<n { plain.send(.child(.increment)) }
      },
      subject: onMainActor { n in
        for _ in 0..<n { presenting.send(.child(.presented(.increment))) }
      })
  }
}

private struct Document {
  struct Text {
    var count = 0
    var title = "A title that is too long to be stored in place"
    var tags = ["work", "idea"]
  }

  var id = 0
  var text = Text()
}

private enum Choice {
  case list([Int])
  case nothing
  case number(Int)
}

private final class ProbedObject: Observable, Sendable {
  static let shared = ProbedObject()
  static let keyPath: any KeyPath<ProbedObject, Void> & Sendable = \.part
  var part: Void { () }
}

@Reducer
private struct Child {
  @ObservableState
  struct State {
    var numbers: [Int] = []
    var note = "A note that is too long to be stored in place"
    var tags = ["work", "idea"]
    var title = "A title that is too long to be stored in place"
  }

  enum Action {
    case increment
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.numbers[0] += 1
      return .none
    }
  }
}

@Reducer
private struct Parent {
  @ObservableState
  struct State {
    var child = Child.State()
  }

  enum Action {
    case child(Child.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) { Child() }
  }
}

@Reducer
private struct OptionalParent {
  @ObservableState
  struct State {
    var child: Child.State?
  }

  enum Action {
    case child(Child.Action)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.child, action: \.child) { Child() }
  }
}

@Reducer
private struct Presenting {
  @ObservableState
  struct State {
    @Presents var child: Child.State?
  }

  enum Action {
    case child(PresentationAction<Child.Action>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$child, action: \.child) { Child() }
  }
}

/// The same with a key path that is read and written.
private struct PlainParent: Reducer {
  typealias State = Parent.State
  typealias Action = Parent.Action

  let child = Child()
  let toChild: WritableKeyPath<State, Child.State> = \.child

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard case .child(let action) = action
    else { return .none }
    return child.body.reduce(into: &state[keyPath: toChild], action: action).map(Action.child)
  }
}
