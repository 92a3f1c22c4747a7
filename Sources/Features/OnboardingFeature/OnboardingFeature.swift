public import ComposableArchitecture
import Foundation
public import HealthCore
import ImportCore
public import TerminalUI

/// What a person sees first: what is there, what is missing and how to mend it, and the way to the
/// first memo.
@Reducer
public struct OnboardingFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    /// What was found, as far as it was looked at.
    public var checks: [Finding.Subject: [Finding]] = [:]
    @Shared(.hasOnboarded) public var hasOnboarded
    public var list = ListState(selection: 0)
    /// The path of the file to import, while it is typed.
    public var path: PathField?

    public init() {}

    /// Whether the beginning is to be shown: there is no memo yet, and nobody has been through it.
    public static func isNeeded(isLibraryEmpty: Bool) -> Bool {
      @SharedReader(.hasOnboarded) var hasOnboarded
      return isLibraryEmpty && !hasOnboarded
    }

    /// The lines of what is looked at, in their order.
    public var rows: [Row] {
      Finding.Subject.allCases.flatMap { subject -> [Row] in
        checks[subject]?.map { .found($0) } ?? [.looking(subject)]
      }
    }

    /// Whether all was looked at.
    public var isComplete: Bool { Finding.Subject.allCases.allSatisfy { checks[$0] != nil } }

    /// Whether a memo can be recorded, as far as is known.
    public var canRecord: Bool {
      let isHeard = checks[.microphone]?.allSatisfy { $0.verdict == .good } ?? false
      return isHeard && checks[.library]?.allSatisfy { $0.verdict != .wrong } ?? false
    }
  }

  public enum Row: Equatable, Sendable {
    case found(Finding)
    case looking(Finding.Subject)
  }

  /// A path that is being typed.
  public struct PathField: Equatable, Sendable {
    /// Why nothing can be imported from there.
    public var problem: String?
    public var text: TextFieldState

    public init(_ text: TextFieldState = TextFieldState(), problem: String? = nil) {
      self.problem = problem
      self.text = text
    }
  }

  public enum Action: Equatable {
    case delegate(Delegate)
    case findingsResponse(Finding.Subject, [Finding])
    case importButtonTapped
    case laterButtonTapped
    case listChanged(ListState)
    case lookAgainButtonTapped
    case pathCancelButtonTapped
    case pathChanged(TextFieldState)
    case pathImportButtonTapped
    case recordButtonTapped
    case task

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// A person wants to go on without a first memo.
      case finished
      /// These files are to be memos. They were there a moment ago.
      case importFiles([URL])
      /// The first memo is to be recorded.
      case record
    }
  }

  private enum CancelID { case look }

  @Dependency(\.healthCheck) var healthCheck

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate:
        return .none

      case .findingsResponse(let subject, let findings):
        let isFirstFault = state.rows.allSatisfy { !$0.needsMending }
        state.checks[subject] = findings
        // What needs mending is chosen, so that its way out is read; unless a person reads another.
        if isFirstFault, let index = state.rows.firstIndex(where: \.needsMending) {
          state.list.selection = index
        }
        return .none

      case .importButtonTapped:
        state.path = PathField()
        return .none

      case .laterButtonTapped:
        return finish(with: .finished, &state)

      case .listChanged(let list):
        state.list = list
        return .none

      case .lookAgainButtonTapped, .task:
        state.checks = [:]
        state.list = ListState(selection: 0)
        return look()

      case .pathCancelButtonTapped:
        state.path = nil
        return .none

      case .pathChanged(let text):
        guard let path = state.path
        else { return .none }
        state.path = PathField(text, problem: text.text == path.text.text ? path.problem : nil)
        return .none

      case .pathImportButtonTapped:
        return importFiles(&state)

      case .recordButtonTapped:
        return finish(with: .record, &state)
      }
    }
  }

  /// At all of it at once: an engine that takes its time keeps nothing else waiting.
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

  private func importFiles(_ state: inout State) -> Effect<Action> {
    let text = state.path?.text.text.trimmingCharacters(in: .whitespaces) ?? ""
    guard !text.isEmpty
    else { return .none }
    let path = text == "~" || text.hasPrefix("~/") ? NSHomeDirectory() + text.dropFirst() : text
    var sources = ImportSources()
    sources.add(URL(fileURLWithPath: path))
    guard !sources.files.isEmpty
    else {
      state.path?.problem = sources.problems.first.map(String.init(describing:))
      return .none
    }
    state.path = nil
    return finish(with: .importFiles(sources.files), &state)
  }

  private func finish(with delegate: Action.Delegate, _ state: inout State) -> Effect<Action> {
    state.$hasOnboarded.withLock { $0 = true }
    return .merge(.cancel(id: CancelID.look), .send(.delegate(delegate)))
  }
}

extension OnboardingFeature.Row {
  var needsMending: Bool {
    if case .found(let finding) = self { finding.verdict != .good } else { false }
  }
}

extension SharedReaderKey where Self == AppStorageKey<Bool>.Default {
  /// Whether a person has been through the beginning once.
  public static var hasOnboarded: Self { Self[.appStorage("hasOnboarded"), default: false] }
}
