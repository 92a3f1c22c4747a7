import ComposableArchitecture
import Foundation
import Testing

@DependencyClient
struct DownloadClient: Sendable {
  @CasePathable
  enum Event: Equatable, Sendable {
    case response(Data)
    case updateProgress(Double)
  }

  var download: @Sendable (_ url: URL) -> AsyncThrowingStream<Event, any Error> = { _ in
    .finished()
  }
}

extension DownloadClient: TestDependencyKey {
  static let testValue = Self()
}

extension DependencyValues {
  var downloadClient: DownloadClient {
    get { self[DownloadClient.self] }
    set { self[DownloadClient.self] = newValue }
  }
}

/// A reusable component: its state is part of its parent's.
@Reducer
struct DownloadComponent {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    let id: Int
    var mode: Mode
    let url: URL
  }

  enum Mode: Equatable {
    case downloaded
    case downloading(progress: Double)
    case notDownloaded
    case startingToDownload
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case buttonTapped
    case downloadClient(Result<DownloadClient.Event, any Error>)

    @CasePathable
    enum Alert {
      case deleteButtonTapped
      case stopButtonTapped
    }
  }

  @Dependency(\.downloadClient) var downloadClient

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.deleteButtonTapped)):
        state.mode = .notDownloaded
        return .none

      case .alert(.presented(.stopButtonTapped)):
        state.mode = .notDownloaded
        return .cancel(id: state.id)

      case .alert:
        return .none

      case .buttonTapped:
        switch state.mode {
        case .downloaded:
          state.alert = AlertState {
            TextState("Do you want to delete it?")
          } actions: {
            ButtonState(role: .destructive, action: .deleteButtonTapped) {
              TextState("Delete")
            }
          }
          return .none

        case .downloading, .startingToDownload:
          state.alert = AlertState {
            TextState("Do you want to stop?")
          } actions: {
            ButtonState(role: .destructive, action: .stopButtonTapped) {
              TextState("Stop")
            }
          }
          return .none

        case .notDownloaded:
          state.mode = .startingToDownload
          return .run { [url = state.url] send in
            for try await event in self.downloadClient.download(url: url) {
              await send(.downloadClient(.success(event)), animation: .default)
            }
          } catch: { error, send in
            await send(.downloadClient(.failure(error)), animation: .default)
          }
          .cancellable(id: state.id)
        }

      case .downloadClient(.success(.response)):
        state.mode = .downloaded
        state.alert = nil
        return .none

      case let .downloadClient(.success(.updateProgress(progress))):
        state.mode = .downloading(progress: progress)
        return .none

      case .downloadClient(.failure):
        state.mode = .notDownloaded
        state.alert = nil
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

@Reducer
struct CityMaps {
  @ObservableState
  struct State: Equatable {
    var downloads: IdentifiedArray<Int, DownloadComponent.State>

    init(urls: [URL]) {
      downloads = IdentifiedArray(
        uniqueElements: urls.enumerated().map {
          DownloadComponent.State(id: $0, mode: .notDownloaded, url: $1)
        },
        id: \.id)
    }
  }

  enum Action {
    case downloads(IdentifiedAction<Int, DownloadComponent.Action>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.downloads, action: \.downloads) {
        DownloadComponent()
      }
  }
}

@MainActor
struct DownloadTests {
  private struct Lost: Error {}
  private let url = URL(fileURLWithPath: "/maps/oslo")

  private func makeStore(
    mode: DownloadComponent.Mode = .notDownloaded,
    _ download: AsyncThrowingStream<DownloadClient.Event, any Error> = .finished()
  ) -> TestStoreOf<DownloadComponent> {
    TestStore(initialState: DownloadComponent.State(id: 1, mode: mode, url: url)) {
      DownloadComponent()
    } withDependencies: {
      $0.downloadClient.download = { _ in download }
    }
  }

  @Test("CS EFF-03 EFF-05 A download shows its progress and ends")
  func download() async {
    let (stream, continuation) = AsyncThrowingStream<DownloadClient.Event, any Error>.makeStream()
    let store = makeStore(stream)

    await store.send(.buttonTapped) { $0.mode = .startingToDownload }
    continuation.yield(.updateProgress(0.2))
    await store.receive(\.downloadClient.success.updateProgress) {
      $0.mode = .downloading(progress: 0.2)
    }
    continuation.yield(.response(Data()))
    continuation.finish()
    await store.receive(\.downloadClient.success.response) { $0.mode = .downloaded }
  }

  @Test("CS EFF-08 A download is stopped by an alert's answer")
  func stop() async {
    let (stream, continuation) = AsyncThrowingStream<DownloadClient.Event, any Error>.makeStream()
    let store = makeStore(stream)

    await store.send(.buttonTapped) { $0.mode = .startingToDownload }
    continuation.yield(.updateProgress(0.2))
    await store.receive(\.downloadClient.success.updateProgress) {
      $0.mode = .downloading(progress: 0.2)
    }
    store.exhaustivity = .off
    await store.send(.buttonTapped)
    #expect(store.state.alert != nil)
    store.exhaustivity = .on
    await store.send(\.alert.stopButtonTapped) {
      $0.alert = nil
      $0.mode = .notDownloaded
    }
  }

  @Test("CS EFF-03 A download that fails can be tried again")
  func failure() async {
    let (stream, continuation) = AsyncThrowingStream<DownloadClient.Event, any Error>.makeStream()
    let store = makeStore(stream)

    await store.send(.buttonTapped) { $0.mode = .startingToDownload }
    continuation.finish(throwing: Lost())
    await store.receive(\.downloadClient.failure) { $0.mode = .notDownloaded }
  }

  @Test("CS RED-07 EFF-08 Each of several downloads is stopped by itself")
  func several() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: CityMaps.State(urls: [url, URL(fileURLWithPath: "/maps/quito")])
    ) {
      CityMaps()
    } withDependencies: {
      $0.downloadClient.download = { _ in
        AsyncThrowingStream { continuation in
          let task = Task {
            try await clock.sleep(for: .seconds(1))
            continuation.yield(.response(Data()))
            continuation.finish()
          }
          continuation.onTermination = { _ in task.cancel() }
        }
      }
    }

    await store.send(\.downloads[id: 0].buttonTapped) {
      $0.downloads[id: 0]?.mode = .startingToDownload
    }
    await store.send(\.downloads[id: 1].buttonTapped) {
      $0.downloads[id: 1]?.mode = .startingToDownload
    }
    store.exhaustivity = .off
    await store.send(\.downloads[id: 0].buttonTapped)
    await store.send(\.downloads[id: 0].alert.stopButtonTapped) {
      $0.downloads[id: 0]?.mode = .notDownloaded
    }
    store.exhaustivity = .on
    await clock.advance(by: .seconds(1))
    await store.receive(\.downloads[id: 1].downloadClient.success.response) {
      $0.downloads[id: 1]?.mode = .downloaded
    }
  }
}
