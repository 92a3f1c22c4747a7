public import ComposableArchitecture
public import ComposableTerminal
public import HealthCore
public import ImportCore
public import TerminalUI

@Reducer
public struct OnboardingFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var checks: [Finding.Subject: [Finding]] = [:]
    @Shared(.hasOnboarded) public var hasOnboarded
    public var list = ListState(selection: 0)
    @Presents public var importPrompt: TextPrompt<PathSubject>.State?

    public init() {}

    public static func isNeeded(isLibraryEmpty: Bool) -> Bool {
      @SharedReader(.hasOnboarded) var hasOnboarded
      return isLibraryEmpty && !hasOnboarded
    }

    public var rows: [Check] {
      Self.subjects.flatMap { subject -> [Check] in
        checks[subject]?.map { .found($0) } ?? [.checking(subject)]
      }
    }

    public var isComplete: Bool { Self.subjects.allSatisfy { checks[$0] != nil } }

    /// The checks at first launch. Crash reports and folder locations need no action there.
    static let subjects = Finding.Subject.allCases.filter { ![.crashes, .folders].contains($0) }

    public var canRecord: Bool {
      let hasMicrophone = checks[.microphone]?.allSatisfy { $0.verdict == .good } ?? false
      return hasMicrophone && checks[.library]?.allSatisfy { $0.verdict != .wrong } ?? false
    }
  }

  public enum Check: Equatable, Sendable {
    case found(Finding)
    case checking(Finding.Subject)
  }

  public enum PathSubject: Equatable, Sendable {
    case filesToImport
  }

  public enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case delegate(Delegate)
    case findingsResponse(Finding.Subject, [Finding])
    case importButtonTapped
    case importPrompt(PresentationAction<TextPrompt<PathSubject>.Action>)
    case laterButtonTapped
    case recheckButtonTapped
    case recordButtonTapped
    case sourcesResponse(ImportSources, of: String)
    case task

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case filesChosen([URL])
      case finished
      case recordingRequested
    }
  }

  private enum CancelID { case check }

  @Dependency(\.healthCheck) var healthCheck
  @Dependency(\.importClient) var importClient

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .findingsResponse(let subject, let findings):
        let isFirstFault = !state.rows.contains(where: \.isFaulty)
        state.checks[subject] = findings
        // Later faults don't move the selection, because the user may be reading.
        if isFirstFault, let index = state.rows.firstIndex(where: \.isFaulty) {
          state.list.selection = index
        }
        return .none

      case .importButtonTapped:
        state.importPrompt = .filesToImport
        return .none

      case .importPrompt(.presented(.delegate(.saved(let text)))):
        return .run { send in
          let paths = importClient.paths(typed: text)
          await send(.sourcesResponse(importClient.sources(paths: paths), of: text))
        }

      case .binding, .delegate, .importPrompt:
        return .none

      case .laterButtonTapped:
        return finish(with: .finished, &state)

      case .recheckButtonTapped, .task:
        state.checks = [:]
        state.list = ListState(selection: 0)
        return check()

      case .recordButtonTapped:
        return finish(with: .recordingRequested, &state)

      case .sourcesResponse(let sources, let text):
        guard state.importPrompt?.trimmedText == text
        else { return .none }
        guard !sources.files.isEmpty
        else {
          state.importPrompt?.problem = sources.problems.first?.description
          return .none
        }
        state.importPrompt = nil
        return finish(with: .filesChosen(sources.files), &state)
      }
    }
    .ifLet(\.$importPrompt, action: \.importPrompt) { TextPrompt() }
  }

  private func check() -> Effect<Action> {
    .merge(
      State.subjects.map { subject in
        .run { send in
          await send(.findingsResponse(subject, healthCheck.findings(about: subject)))
        }
      }
    )
    .cancellable(id: CancelID.check, cancelInFlight: true)
  }

  private func finish(with delegate: Action.Delegate, _ state: inout State) -> Effect<Action> {
    state.$hasOnboarded.withLock { $0 = true }
    return .merge(.cancel(id: CancelID.check), .send(.delegate(delegate)))
  }
}

extension OnboardingFeature.Check {
  fileprivate var isFaulty: Bool {
    if case .found(let finding) = self { finding.verdict != .good } else { false }
  }
}

extension TextPrompt.State where Subject == OnboardingFeature.PathSubject {
  public static var filesToImport: Self {
    Self(
      "Import", for: .filesToImport, placeholder: "a file or a folder", isRequired: true,
      saveLabel: "import")
  }
}

extension SharedReaderKey where Self == AppStorageKey<Bool>.Default {
  public static var hasOnboarded: Self { Self[.appStorage("hasOnboarded"), default: false] }
}
