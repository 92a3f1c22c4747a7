import ComposableArchitecture
import Testing

/// Destinations whose case paths are written by hand.
private struct HandWritten: Reducer {
  enum State: CasePathable, Equatable {
    case alert(AlertState<Action.Alert>)
    case timer(PresentedTimer.State)

    static var allCasePaths: AllCasePaths { AllCasePaths() }

    struct AllCasePaths {
      var alert: AnyCasePath<State, AlertState<Action.Alert>> {
        AnyCasePath(
          embed: { .alert($0) }, extract: { if case .alert(let it) = $0 { it } else { nil } })
      }

      var timer: AnyCasePath<State, PresentedTimer.State> {
        AnyCasePath(
          embed: { .timer($0) }, extract: { if case .timer(let it) = $0 { it } else { nil } })
      }
    }
  }

  enum Action: CasePathable, Equatable {
    case alert(Alert)
    case timer(PresentedTimer.Action)

    enum Alert: Equatable { case confirmButtonTapped }

    static var allCasePaths: AllCasePaths { AllCasePaths() }

    struct AllCasePaths {
      var alert: AnyCasePath<Action, Alert> {
        AnyCasePath(
          embed: { .alert($0) }, extract: { if case .alert(let it) = $0 { it } else { nil } })
      }

      var timer: AnyCasePath<Action, PresentedTimer.Action> {
        AnyCasePath(
          embed: { .timer($0) }, extract: { if case .timer(let it) = $0 { it } else { nil } })
      }
    }
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.timer, action: \.timer) { PresentedTimer() }
  }
}

private struct HandWrittenParent: Reducer {
  struct State: Equatable {
    @PresentationState var destination: HandWritten.State?
  }

  @CasePathable
  enum Action: Equatable {
    case destination(PresentationAction<HandWritten.Action>)
    case show(HandWritten.State)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .show(let destination) = action { state.destination = destination }
      return .none
    }
    .ifLet(\.$destination, action: \.destination) { HandWritten() }
  }
}

@Reducer
private struct MacroParent {
  @Reducer
  enum Destination {
    case alert(AlertState<Alert>)
    case timer(PresentedTimer)

    enum Alert: Equatable { case confirmButtonTapped }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case show(Destination.State)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .show(let destination) = action { state.destination = destination }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension MacroParent.Destination.State: Equatable {}

@MainActor
@Suite("Which child a destination shows")
struct DestinationIdentityTests {
  private let clock = TestClock()

  @Test("EFF-16 written by hand: a timer with another id ends the effects of the one before")
  func identityByHand() async {
    let store = TestStore(initialState: HandWrittenParent.State()) {
      HandWrittenParent()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.show(.timer(PresentedTimer.State(id: 1)))) {
      $0.destination = .timer(PresentedTimer.State(id: 1))
    }
    await store.send(.destination(.presented(.timer(.startButtonTapped))))
    await store.send(.show(.timer(PresentedTimer.State(id: 2)))) {
      $0.destination = .timer(PresentedTimer.State(id: 2))
    }
    await store.finish()
  }

  @Test("EFF-16 written by hand: effects continue while only the child's state changes")
  func changeByHand() async {
    let store = TestStore(
      initialState: HandWrittenParent.State(destination: .timer(PresentedTimer.State(id: 1)))
    ) {
      HandWrittenParent()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let task = await store.send(.destination(.presented(.timer(.startButtonTapped))))
    await clock.advance(by: .seconds(1))
    await store.receive(.destination(.presented(.timer(.ticked)))) {
      $0.destination = .timer(PresentedTimer.State(id: 1, ticks: 1))
    }
    await task.cancel()
  }

  @Test("RED-10 written by hand: an alert goes with its answer")
  func alertByHand() async {
    let alert = AlertState<HandWritten.Action.Alert> { TextState("Sure?") }
    let store = TestStore(initialState: HandWrittenParent.State(destination: .alert(alert))) {
      HandWrittenParent()
    }
    await store.send(.destination(.presented(.alert(.confirmButtonTapped)))) {
      $0.destination = nil
    }
  }

  @Test("EFF-16 written by the macro: the same")
  func identityByMacro() async {
    let store = TestStore(initialState: MacroParent.State()) {
      MacroParent()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.show(.timer(PresentedTimer.State(id: 1)))) {
      $0.destination = .timer(PresentedTimer.State(id: 1))
    }
    await store.send(.destination(.presented(.timer(.startButtonTapped))))
    await store.send(.show(.timer(PresentedTimer.State(id: 2)))) {
      $0.destination = .timer(PresentedTimer.State(id: 2))
    }
    await store.finish()
  }

  @Test("RED-10 written by the macro: an alert goes with its answer")
  func alertByMacro() async {
    let alert = AlertState<MacroParent.Destination.Alert> { TextState("Sure?") }
    let store = TestStore(initialState: MacroParent.State(destination: .alert(alert))) {
      MacroParent()
    }
    await store.send(.destination(.presented(.alert(.confirmButtonTapped)))) {
      $0.destination = nil
    }
  }
}
