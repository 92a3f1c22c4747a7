import ComposableArchitecture
import Testing

@MainActor
@Suite("@Reducer on an enum")
struct ReducerEnumMacroTests {
  @Test("RED-08 the feature of the case that the state is in gets the action")
  func feature() {
    let store = Store(initialState: .form(Form.State())) { Destination.body }
    store.send(.form(.append("a")))
    #expect(store.state == .form(Form.State(text: "a")))
  }

  @Test("RED-08 an action of a case that the state is not in is reported, and changes nothing")
  func wrongCase() {
    var state = Destination.State.quoted(Form.State(text: "a"))
    withExpectedIssue {
      _ = Destination.body.reduce(into: &state, action: .form(.append("b")))
    }
    #expect(state == .quoted(Form.State(text: "a")))
  }

  @Test("RED-08 a feature is created as the case's default value specifies")
  func defaultValue() {
    let store = Store(initialState: .quoted(Form.State())) { Destination.body }
    store.send(.quoted(.append("a")))
    #expect(store.quoted?.text == "»a")
  }

  @Test("RED-08 a case may hold another enum of features, and that the first one again")
  func nested() {
    let store = Store(initialState: .nested(.form(Form.State()))) { Destination.body }
    store.send(.nested(.form(.append("a"))))
    #expect(store.nested?.form?.text == "a")
    let deep = Store(initialState: .tree(.tree(.form(Form.State())))) { Tree.body }
    deep.send(.tree(.tree(.form(.append("b")))))
    #expect(deep.tree?.tree?.form?.text == "b")
  }

  @Test("RED-09 RED-10 alerts and data are kept as they are, and the action of data does not exist")
  func data() {
    let meeting = Destination.State.meeting(Meeting(title: "T"), syncUp: 1)
    #expect(meeting.meeting?.0.title == "T")
    #expect(meeting.meeting?.syncUp == 1)
    #expect(Destination.State.number(3).number == 3)
    #expect(Destination.State.none.is(\.none))
    #expect(Destination.Action.alert(.confirm).is(\.alert))
    switch Destination.Action.alert(.confirm) {
    case .alert(let action): #expect(action == .confirm)
    case .form, .quoted, .nested, .onLinux: Issue.record("Another action")
    }
  }

  @Test("RED-27 a store's case is switched over")
  func cases() throws {
    let store = Store(initialState: .nested(.form(Form.State()))) { Destination.body }
    guard case .nested(let nested) = store.case, case .form(let form) = nested.case
    else {
      Issue.record("Another case")
      return
    }
    form.send(.append("a"))
    #expect(form.text == "a")
    #expect(store.nested?.form?.text == "a")
    let data = Store(initialState: .meeting(Meeting(title: "T"), syncUp: 2)) { Destination.body }
    guard case .meeting(let meeting, syncUp: let syncUp) = data.case
    else {
      Issue.record("Another case")
      return
    }
    #expect(meeting.title == "T")
    #expect(syncUp == 2)
  }

  @Test("RED-11 RED-12 X-13 conformances are added by extension or by the deprecated argument")
  func conformances() {
    func equal<Value: Equatable>(_ lhs: Value, _ rhs: Value) -> Bool { lhs == rhs }
    #expect(equal(Destination.State.none, .none))
    #expect(!equal(Destination.State.number(1), .number(2)))
    #expect(DeprecatedArguments.conform)
  }

  @Test("RED-08 generic features and enums, and enums without features")
  func generic() {
    let store = Store(initialState: .value(Holder<Int>.State(value: 1))) { Holders<Int>.body }
    store.send(.value(.set(2)))
    #expect(store.value?.value == 2)
    let data = Store(initialState: DataOnly.State.pair(1, 2)) { DataOnly.body }
    #expect(data.pair?.1 == 2)
    #expect(Nothing.allStates.isEmpty)
  }

  @Test("RED-05 RED-14 X-14 a feature presents an enum of features without a closure")
  func presented() {
    let store = Store(initialState: DestinationPresenter.State()) { DestinationPresenter() }
    store.send(.showButtonTapped)
    store.send(.destination(.presented(.form(.append("a")))))
    #expect(store.destination?.form?.text == "a")
    store.send(.destination(.dismiss))
    #expect(store.destination == nil)
  }
}

private struct Meeting: Equatable {
  var title: String
}

@Reducer
private struct Form {
  @ObservableState
  struct State: Equatable {
    var text = ""
  }

  enum Action: Equatable {
    case append(String)
  }

  let prefix: String

  init(prefix: String = "") {
    self.prefix = prefix
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .append(let text):
        state.text += prefix + text
        return .none
      }
    }
  }
}

@Reducer
private enum Destination {
  case alert(AlertState<Alert>)
  case form(Form)
  case meeting(Meeting, syncUp: Int)
  case nested(Nested)
  case none
  @ReducerCaseIgnored case number(Int)
  case quoted(Form = Form(prefix: "»"))
  #if os(Linux)
    case onLinux(Form)
  #else
    case elsewhere(Form)
  #endif

  @CasePathable
  enum Alert {
    case confirm
  }
}

extension Destination.State: Equatable {}

@Reducer
private enum Nested {
  case form(Form)
}

extension Nested.State: Equatable {}

@Reducer
private indirect enum Tree {
  case form(Form)
  case tree(Tree)
}

@Reducer
private struct Holder<Value: Sendable> {
  @ObservableState
  struct State {
    var value: Value
  }

  enum Action {
    case set(Value)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .set(let value):
        state.value = value
        return .none
      }
    }
  }
}

@Reducer
private enum Holders<Value: Sendable> {
  case value(Holder<Value>)
  case count(Holder<Int>)
}

@Reducer
private enum DataOnly {
  case pair(Int, Int)
}

@Reducer
private enum Nothing {
  static var allStates: [State] { [] }
}

/// Where the deprecated argument may be used without a warning. It is reached by way of a protocol,
/// because mentioning a deprecated name is warned about as well.
private protocol Comparing {
  static var areEqual: Bool { get }
}

@available(*, deprecated)
private enum Deprecated {
  @Reducer(state: .equatable, .sendable, action: .equatable)
  enum Path {
    case form(Form)
  }
}

private enum DeprecatedArguments: Comparing {
  @available(*, deprecated)
  static var areEqual: Bool {
    Deprecated.Path.State.form(Form.State(text: "a")) == .form(Form.State(text: "a"))
      && Deprecated.Path.Action.form(.append("a")) != .form(.append("b"))
  }

  static var conform: Bool { (self as any Comparing.Type).areEqual }
}

@Reducer
private struct DestinationPresenter {
  @ObservableState
  struct State {
    @Presents var destination: Destination.State?
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case showButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination:
        return .none

      case .showButtonTapped:
        state.destination = .form(Form.State())
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}
