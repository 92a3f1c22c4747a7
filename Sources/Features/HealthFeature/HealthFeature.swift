public import ComposableArchitecture
public import HealthCore

/// The checks of `speechmemo doctor`. Send ``Action/task`` when it appears; it dismisses itself.
@Reducer
public struct HealthFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var findings: [Finding.Subject: [Finding]] = [:]
    public var isLong = false
    public var offset = 0

    public init() {}

    public var isComplete: Bool { Finding.Subject.allCases.allSatisfy { findings[$0] != nil } }
  }

  public enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case closeButtonTapped
    case findingsResponse(Finding.Subject, [Finding])
    case recheckButtonTapped
    case task
  }

  private enum CancelID { case check }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.healthCheck) var healthCheck

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        return .none

      case .closeButtonTapped:
        return .run { _ in await dismiss() }

      case .findingsResponse(let subject, let findings):
        state.findings[subject] = findings
        return .none

      case .recheckButtonTapped, .task:
        state.findings = [:]
        return check()
      }
    }
  }

  /// Runs all checks at once, so that a slow engine doesn't delay the others.
  private func check() -> Effect<Action> {
    .merge(
      Finding.Subject.allCases.map { subject in
        .run { send in
          await send(.findingsResponse(subject, healthCheck.findings(about: subject)))
        }
      }
    )
    .cancellable(id: CancelID.check, cancelInFlight: true)
  }
}
