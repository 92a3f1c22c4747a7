import ComposableArchitecture
import Testing

@Reducer
struct ScreenshotCounter {
  @ObservableState
  struct State: Equatable {
    var screenshotCount = 0
  }

  enum Action {
    case task
    case userDidTakeScreenshot
  }

  @Dependency(\.screenshots) var screenshots

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .task:
        return .run { send in
          for await _ in await self.screenshots() {
            await send(.userDidTakeScreenshot)
          }
        }
      case .userDidTakeScreenshot:
        state.screenshotCount += 1
        return .none
      }
    }
  }
}

private enum ScreenshotsKey: TestDependencyKey {
  static let testValue: @Sendable () async -> AsyncStream<Void> = unimplemented(
    "screenshots", placeholder: .finished)
}

extension DependencyValues {
  var screenshots: @Sendable () async -> AsyncStream<Void> {
    get { self[ScreenshotsKey.self] }
    set { self[ScreenshotsKey.self] = newValue }
  }
}

@MainActor
struct LongLivingTests {
  @Test("CS EFF-19 An effect lives exactly as long as its screen")
  func screenshots() async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let store = TestStore(initialState: ScreenshotCounter.State()) {
      ScreenshotCounter()
    } withDependencies: {
      $0.screenshots = { stream }
    }

    let task = await store.send(.task)
    continuation.yield()
    await store.receive(\.userDidTakeScreenshot) { $0.screenshotCount = 1 }
    continuation.yield()
    await store.receive(\.userDidTakeScreenshot) { $0.screenshotCount = 2 }
    await task.cancel()
    continuation.yield()
  }
}
