public import ComposableArchitecture
public import HealthCore

/// What the program needs on this machine, and whether it is there: what `speechmemo doctor` tells,
/// as a page.
///
/// Send ``Action/task`` when it is shown. It dismisses itself.
@Reducer
public struct HealthFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    /// What was found so far.
    public var findings: [Finding.Subject: [Finding]] = [:]
    /// Whether the page is longer than there is room for.
    public var isLong = false
    /// How far the page is scrolled, in rows.
    public var offset = 0

    public init() {}

    /// Whether everything has been looked at.
    public var isComplete: Bool { Finding.Subject.allCases.allSatisfy { findings[$0] != nil } }
  }

  public enum Action: Equatable {
    case closeButtonTapped
    case findingsResponse(Finding.Subject, [Finding])
    case lookAgainButtonTapped
    /// Sent by the screen: whether the page is longer than there is room for.
    case pageNoted(isLong: Bool)
    case scrolled(to: Int)
    case task
  }

  private enum CancelID { case look }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.healthCheck) var healthCheck

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .closeButtonTapped:
        return .run { _ in await dismiss() }

      case .findingsResponse(let subject, let findings):
        state.findings[subject] = findings
        return .none

      case .lookAgainButtonTapped, .task:
        state.findings = [:]
        return look()

      case .pageNoted(let isLong):
        state.isLong = isLong
        return .none

      case .scrolled(let offset):
        state.offset = offset
        return .none
      }
    }
  }

  /// Looks at everything at once: a slow engine must not keep the rest waiting.
  private func look() -> Effect<Action> {
    .merge(
      Finding.Subject.allCases.map { subject in
        .run { send in
          await send(.findingsResponse(subject, healthCheck.findings(about: subject)))
        }
      }
    )
    .cancellable(id: CancelID.look, cancelInFlight: true)
  }
}
