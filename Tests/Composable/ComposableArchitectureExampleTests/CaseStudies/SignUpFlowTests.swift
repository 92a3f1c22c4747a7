import ComposableArchitecture
import Testing

struct SignUpData: Equatable {
  var email = ""
  var firstName = ""
  var lastName = ""
  var password = ""
  var passwordConfirmation = ""
  var phoneNumber = ""
  var topics: Set<Topic> = []

  enum Topic: String, CaseIterable, Identifiable {
    case advancedSwift = "Advanced Swift"
    case composableArchitecture = "Composable Architecture"
    case concurrency = "Concurrency"
    var id: Self { self }
  }
}

@Reducer
struct SignUpFeature {
  @Reducer
  enum Path {
    case basics(BasicsFeature)
    case personalInfo(PersonalInfoFeature)
    case summary(SummaryFeature)
    case topics(TopicsFeature)
  }

  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
    @Shared var signUpData: SignUpData
  }

  enum Action {
    case path(StackActionOf<Path>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path(.element(id: _, action: .topics(.delegate(.stepFinished)))):
        state.path.append(.summary(SummaryFeature.State(signUpData: state.$signUpData)))
        return .none
      case .path:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

extension SignUpFeature.Path.State: Equatable {}

@Reducer
struct BasicsFeature {
  @ObservableState
  struct State: Equatable {
    var isEditingFromSummary = false
    @Shared var signUpData: SignUpData
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
  }
}

@Reducer
struct PersonalInfoFeature {
  @ObservableState
  struct State: Equatable {
    var isEditingFromSummary = false
    @Shared var signUpData: SignUpData
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
  }
}

@Reducer
struct TopicsFeature {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Never>?
    var isEditingFromSummary = false
    @Shared var topics: Set<SignUpData.Topic>
  }

  enum Action: BindableAction {
    case alert(PresentationAction<Never>)
    case binding(BindingAction<State>)
    case delegate(Delegate)
    case doneButtonTapped
    case nextButtonTapped

    @CasePathable
    enum Delegate {
      case stepFinished
    }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert, .binding, .delegate:
        return .none

      case .doneButtonTapped:
        guard !state.topics.isEmpty
        else {
          state.alert = .topicsMissing
          return .none
        }
        return .run { _ in await self.dismiss() }

      case .nextButtonTapped:
        guard !state.topics.isEmpty
        else {
          state.alert = .topicsMissing
          return .none
        }
        return .send(.delegate(.stepFinished))
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

extension AlertState where Action == Never {
  static let topicsMissing = Self {
    TextState("Please choose at least one topic.")
  }
}

@Reducer
struct SummaryFeature {
  @Reducer
  enum Destination {
    case basics(BasicsFeature)
    case personalInfo(PersonalInfoFeature)
    case topics(TopicsFeature)
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    @Shared var signUpData: SignUpData
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case editFavoriteTopicsButtonTapped
    case editRequiredInfoButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination:
        return .none
      case .editFavoriteTopicsButtonTapped:
        state.destination = .topics(
          TopicsFeature.State(
            isEditingFromSummary: true, topics: state.$signUpData.topics))
        return .none
      case .editRequiredInfoButtonTapped:
        state.destination = .basics(
          BasicsFeature.State(isEditingFromSummary: true, signUpData: state.$signUpData))
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension SummaryFeature.Destination.State: Equatable {}

@MainActor
struct SignUpFlowTests {
  @Test("CS-09 SHR-17 RED-28 Each step has its part of the data, and the parent has everything")
  func steps() async {
    let signUpData = Shared(value: SignUpData())
    let store = TestStore(initialState: SignUpFeature.State(signUpData: signUpData)) {
      SignUpFeature()
    }

    await store.send(
      \.path.push, (id: 0, .topics(TopicsFeature.State(topics: signUpData.topics)))
    ) {
      $0.path[id: 0] = .topics(TopicsFeature.State(topics: signUpData.topics))
    }
    await store.send(\.path[id: 0].topics.nextButtonTapped) {
      $0.path[id: 0]?.modify(\.topics) { $0.alert = .topicsMissing }
    }
    await store.send(\.path[id: 0].topics.alert.dismiss) {
      $0.path[id: 0]?.modify(\.topics) { $0.alert = nil }
    }
    // As a view's toggle does, through the projection.
    signUpData.topics.withLock { $0 = [.concurrency] }
    #expect(store.state.path[id: 0]?.topics?.topics == [.concurrency])
    await store.send(\.path[id: 0].topics.nextButtonTapped)
    await store.receive(\.path[id: 0].topics.delegate.stepFinished) {
      $0.path[id: 1] = .summary(SummaryFeature.State(signUpData: signUpData))
    }
    #expect(signUpData.wrappedValue.topics == [.concurrency])
  }

  @Test("CS-09 The summary edits a step in place, and the step dismisses itself")
  func summary() async {
    let signUpData = Shared(value: SignUpData(topics: [.concurrency]))
    let store = TestStore(initialState: SummaryFeature.State(signUpData: signUpData)) {
      SummaryFeature()
    }

    await store.send(.editFavoriteTopicsButtonTapped) {
      $0.destination = .topics(
        TopicsFeature.State(isEditingFromSummary: true, topics: signUpData.topics))
    }
    store.state.destination?.topics?.$topics.withLock { $0 = [.advancedSwift] }
    #expect(store.state.signUpData.topics == [.advancedSwift])
    await store.send(\.destination.topics.doneButtonTapped)
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
    }
  }

  @Test("CS-09 RED-28 A field of the shared data is reached through the store")
  func basics() {
    let store = Store(initialState: BasicsFeature.State(signUpData: Shared(value: SignUpData()))) {
      BasicsFeature()
    }

    store.$signUpData.email.withLock { $0 = "ada@example.com" }

    #expect(store.state.signUpData.email == "ada@example.com")
  }
}
