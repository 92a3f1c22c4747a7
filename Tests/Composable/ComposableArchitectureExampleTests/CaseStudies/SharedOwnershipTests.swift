import ComposableArchitecture
import Foundation
import Testing

@Reducer
struct MessageCenter {
  @ObservableState
  struct State: Equatable {
    @Shared var unreadCounts: [Int: Int]

    init(unreadCounts: [Int: Int]) {
      self._unreadCounts = Shared(value: unreadCounts)
    }
  }

  enum Action {
    case markAllAsRead
    case markAsRead(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .markAllAsRead:
        state.$unreadCounts.withLock { $0 = [:] }
        return .none
      case let .markAsRead(screenID):
        state.$unreadCounts.withLock { $0[screenID] = 0 }
        return .none
      }
    }
  }
}

struct SignedInUser: Codable, Equatable, Sendable {
  var name: String
}

@Reducer
struct Authentication {
  @ObservableState
  struct State: Equatable {
    @Shared(.appStorage("currentUser")) var currentUser: SignedInUser?
    @Shared(.inMemory("session-starts")) var sessionStarts = 0
  }

  enum Action {
    case loggedIn(SignedInUser)
    case logoutButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case let .loggedIn(user):
        state.$currentUser.withLock { $0 = user }
        state.$sessionStarts.withLock { $0 += 1 }
        return .none
      case .logoutButtonTapped:
        state.$currentUser.withLock { $0 = nil }
        return .none
      }
    }
  }
}

@Reducer
struct UnreadBadge {
  @ObservableState
  struct State: Equatable {
    @SharedReader var unreadCounts: [Int: Int]

    var total: Int { unreadCounts.values.reduce(0, +) }
  }

  enum Action {}
}

enum FeatureHelper {
  static func enableFeature() async throws {
    @Shared(.appStorage("featureEnabled")) var featureEnabled = false
    $featureEnabled.withLock { $0 = true }
  }
}

@Reducer
struct Preferences {
  enum Theme: String { case dark, light, system }

  @ObservableState
  struct State: Equatable {
    @Shared(.appStorage("showCompleted")) var showCompleted = true
    @Shared(.appStorage("sortOrder")) var sortOrder = "date"
    @Shared(.appStorage("themeRawValue")) var themeRawValue = "system"

    var selectedTheme: Theme { Theme(rawValue: themeRawValue) ?? .system }
  }

  enum Action: ViewAction {
    case view(View)

    @CasePathable
    enum View {
      case enableTapped
      case onChangeSortOrder(String)
      case onChangeTheme(Theme)
      case onToggleCompleted
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(.enableTapped):
        return .run { _ in try await FeatureHelper.enableFeature() }
      case let .view(.onChangeSortOrder(order)):
        state.$sortOrder.withLock { $0 = order }
        return .none
      case let .view(.onChangeTheme(theme)):
        state.$themeRawValue.withLock { $0 = theme.rawValue }
        return .none
      case .view(.onToggleCompleted):
        state.$showCompleted.withLock { $0.toggle() }
        return .none
      }
    }
  }
}

@Reducer
struct ChildCounter {
  @ObservableState
  struct State: Equatable {
    @Shared var count: Int
  }

  enum Action { case incrementButtonTapped, incrementInEffectButtonTapped }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.$count.withLock { $0 += 1 }
        return .none
      case .incrementInEffectButtonTapped:
        return .run { [count = state.$count] _ in
          count.withLock { $0 += 1 }
        }
      }
    }
  }
}

@Reducer
struct ParentCounter {
  @ObservableState
  struct State: Equatable {
    @Presents var child: ChildCounter.State?
    @Shared(.inMemory("parent-count")) var count = 0
  }

  enum Action {
    case child(PresentationAction<ChildCounter.Action>)
    case presentButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .child:
        return .none
      case .presentButtonTapped:
        state.child = ChildCounter.State(count: state.$count)
        return .none
      }
    }
    .ifLet(\.$child, action: \.child) {
      ChildCounter()
    }
  }
}

@MainActor
struct SharedOwnershipTests {
  @Test("CS-17 CS-19 SHR-19 SHR-27 One feature owns the counts, another reads them")
  func owner() async {
    let store = TestStore(initialState: MessageCenter.State(unreadCounts: [1: 2, 4: 3])) {
      MessageCenter()
    }
    let badge = UnreadBadge.State(unreadCounts: SharedReader(store.state.$unreadCounts))
    #expect(badge.total == 5)

    await store.send(.markAsRead(1)) {
      $0.$unreadCounts.withLock { $0[1] = 0 }
    }
    #expect(badge.total == 3)
    await store.send(.markAllAsRead) {
      $0.$unreadCounts.withLock { $0 = [:] }
    }
    #expect(badge.total == 0)
  }

  @Test("CS-18 CS-22 SHR-07 An optional user, kept in app storage")
  func authentication() async {
    let ada = SignedInUser(name: "Ada")
    let store = TestStore(initialState: Authentication.State()) {
      Authentication()
    }

    await store.send(.loggedIn(ada)) {
      $0.$currentUser.withLock { $0 = ada }
      $0.$sessionStarts.withLock { $0 = 1 }
    }
    @Shared(.appStorage("currentUser")) var currentUser: SignedInUser?
    #expect(Shared($currentUser)?.wrappedValue == ada)
    await store.send(.logoutButtonTapped) {
      $0.$currentUser.withLock { $0 = nil }
    }
    #expect(Shared($currentUser) == nil)
  }

  @Test("CS-20 CS-21 SHR-39 SHR-44 RED-32 Preferences, including one set by a static function")
  func preferences() async {
    let store = TestStore(initialState: Preferences.State()) {
      Preferences()
    }

    await store.send(.view(.onChangeSortOrder("name"))) {
      $0.$sortOrder.withLock { $0 = "name" }
    }
    await store.send(\.view.onToggleCompleted) {
      $0.$showCompleted.withLock { $0 = false }
    }
    await store.send(\.view.onChangeTheme, .dark) {
      $0.$themeRawValue.withLock { $0 = "dark" }
    }
    #expect(store.state.selectedTheme == .dark)

    await store.send(\.view.enableTapped).finish()
    @Shared(.appStorage("featureEnabled")) var featureEnabled = false
    #expect(featureEnabled)
  }

  @Test("CS-23 SHR-20 TST-15 TST-48 A child's count is the parent's, in an effect as well")
  func parentAndChild() async {
    let store = TestStore(initialState: ParentCounter.State()) {
      ParentCounter()
    }

    await store.send(.presentButtonTapped) {
      $0.child = ChildCounter.State(count: $0.$count)
    }
    await store.send(\.child.incrementButtonTapped) {
      $0.$count.withLock { $0 = 1 }
    }
    await store.send(\.child.incrementInEffectButtonTapped).finish()
    store.assert {
      $0.$count.withLock { $0 = 2 }
    }
    await store.send(\.child.dismiss) {
      $0.child = nil
    }
    #expect(store.state.count == 2)
  }
}
