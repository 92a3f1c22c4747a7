import ComposableArchitecture
import Foundation
import Testing

private enum Route: Codable, Hashable {
  case list
  case detail(id: Int)
}

extension SharedReaderKey where Self == FileStorageKey<[Route]>.Default {
  fileprivate static var path: Self {
    Self[.fileStorage(.documentsDirectory.appending(path: "path.json")), default: []]
  }
}

@MainActor
@Observable
private final class RouterModel {
  @ObservationIgnored @Shared(.path) var path

  func detailButtonTapped(id: Int) {
    $path.withLock { $0.append(.detail(id: id)) }
  }
}

@Reducer
private struct RouterFeature {
  @ObservableState
  struct State: Equatable {
    @Shared(.path) var path
  }

  enum Action { case listButtonTapped, rootButtonTapped }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .listButtonTapped:
        state.$path.withLock { $0.append(.list) }
        return .none
      case .rootButtonTapped:
        state.$path.withLock { $0 = [] }
        return .none
      }
    }
  }
}

@MainActor
struct SharedRouterTests {
  @Test("CS-10 KEY-05 SHR-40 NAV-30 A feature and a model change one path, which is restored")
  func router() async {
    let model = RouterModel()
    let store = TestStore(initialState: RouterFeature.State()) {
      RouterFeature()
    }

    await store.send(.listButtonTapped) {
      $0.$path.withLock { $0 = [.list] }
    }
    model.detailButtonTapped(id: 7)
    #expect(store.state.path == [.list, .detail(id: 7)])

    @Shared(.path) var restored
    #expect(restored == [.list, .detail(id: 7)])
  }
}
