import ComposableArchitecture
import Dispatch
import Testing

@Reducer
struct Timers {
  @ObservableState
  struct State: Equatable {
    var isTimerActive = false
    var secondsElapsed = 0
  }

  enum Action {
    case onDisappear
    case timerTicked
    case toggleTimerButtonTapped
  }

  @Dependency(\.continuousClock) var clock
  private enum CancelID { case timer }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .onDisappear:
        return .cancel(id: CancelID.timer)

      case .timerTicked:
        state.secondsElapsed += 1
        return .none

      case .toggleTimerButtonTapped:
        state.isTimerActive.toggle()
        return .run { [isTimerActive = state.isTimerActive] send in
          guard isTimerActive
          else { return }
          for await _ in self.clock.timer(interval: .seconds(1)) {
            await send(
              .timerTicked, animation: .interpolatingSpring(stiffness: 3000, damping: 40))
          }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)
      }
    }
  }
}

@Reducer
struct QueueTimer {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var isTimerRunning = false
  }

  enum Action {
    case startButtonTapped
    case stopButtonTapped
    case timerTick
  }

  @Dependency(\.mainQueue) var mainQueue
  enum CancelID { case timer }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        state.isTimerRunning = true
        return .run { send in
          for await _ in self.mainQueue.timer(interval: 1) {
            await send(.timerTick)
          }
        }
        .cancellable(id: CancelID.timer)
        .concatenate(with: .send(.stopButtonTapped))

      case .stopButtonTapped:
        state.isTimerRunning = false
        return .cancel(id: CancelID.timer)

      case .timerTick:
        state.count += 1
        return .none
      }
    }
  }
}

@MainActor
struct TimersTests {
  @Test("CS-03 CS-05 EFF-04 EFF-05 A tick a second while the timer is on, none after")
  func timer() async {
    let clock = TestClock()
    let store = TestStore(initialState: Timers.State()) {
      Timers()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.toggleTimerButtonTapped) { $0.isTimerActive = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.timerTicked) { $0.secondsElapsed = 1 }
    await clock.advance(by: .seconds(2))
    await store.receive(\.timerTicked) { $0.secondsElapsed = 2 }
    await store.receive(\.timerTicked) { $0.secondsElapsed = 3 }
    await store.send(.toggleTimerButtonTapped) { $0.isTimerActive = false }
    await clock.advance(by: .seconds(5))
  }

  @Test("CS-03 The timer goes away with its screen")
  func disappear() async {
    let clock = TestClock()
    let store = TestStore(initialState: Timers.State()) {
      Timers()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.toggleTimerButtonTapped) { $0.isTimerActive = true }
    await store.send(.onDisappear)
    await clock.advance(by: .seconds(5))
  }

  @Test("CS-04 EFF-09 A timer on the main queue, and the action that follows its end")
  func queueTimer() async {
    let mainQueue = DispatchQueue.test
    let store = TestStore(initialState: QueueTimer.State()) {
      QueueTimer()
    } withDependencies: {
      $0.mainQueue = mainQueue.eraseToAnyScheduler()
    }

    await store.send(.startButtonTapped) { $0.isTimerRunning = true }
    await mainQueue.advance(by: .seconds(1))
    await store.receive(\.timerTick) { $0.count = 1 }
    await mainQueue.advance(by: .seconds(1))
    await store.receive(\.timerTick) { $0.count = 2 }
    await store.send(.stopButtonTapped) { $0.isTimerRunning = false }
    await store.skipReceivedActions(strict: false)
  }
}
