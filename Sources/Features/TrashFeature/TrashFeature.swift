public import ComposableArchitecture
import ComposableTerminal
import DatabaseClient
public import RetentionCore
public import SharedModels
public import SharedSettings
public import Tagged
public import TerminalUI

/// The memos in the trash, up to date. Send ``Action/task`` when it appears; it dismisses itself.
@Reducer
public struct TrashFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Action.Alert>?
    /// Closing the trash would lose the step that undoes this.
    public var isRestoring = false
    public var list = ListState(selection: 0)
    /// Last deleted first; `nil` until they have been read.
    public var memos: [Recording]?
    public var notice: String?
    public var problem: String?
    /// The days left are counted from here.
    public var readAt = Date(timeIntervalSince1970: 0)
    @SharedReader public var settings: Settings

    public init(settings: SharedReader<Settings> = SharedReader(.settings)) {
      _settings = settings
    }

    public var selected: Recording? { list.selected(in: memos ?? []) }

    public var byteCount: Int64 { (memos ?? []).audioByteCount }

    /// Whole days until a memo is permanently deleted, 0 if it is due; `nil` if it is kept.
    public func daysLeft(of memo: Recording) -> Int? {
      guard let days = settings.retention.trashDays, let trashedAt = memo.trashedAt
      else { return nil }
      let end = trashedAt.addingTimeInterval(Double(days) * 86_400)
      let left = (end.timeIntervalSince(readAt) / 86_400).rounded(.up)
      // A damaged library can hold any date.
      return Int(min(max(0, left), 1e6))
    }
  }

  public enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case closeButtonTapped
    case delegate(Delegate)
    case deleteButtonTapped
    case deleteResponse(Result<RetentionOutcome, any Error>)
    case emptyButtonTapped
    case factsButtonTapped
    case libraryChanged
    case openButtonTapped
    case reloadButtonTapped
    case readResponse(Result<[Recording], any Error>, at: Date)
    case restoreButtonTapped
    case restoreResponse(Result<Recording, any Error>)
    case task

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case confirmDeletion([Recording.ID])
    }

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case opened(Recording)
      case restored(Recording)
    }
  }

  private enum CancelID { case follow, read }

  @Dependency(\.database) var database
  @Dependency(\.date) var date
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.retentionKeeper) var retentionKeeper
  @Dependency(\.timeZone) var timeZone

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert(.presented(.confirmDeletion(let ids))):
        return .respond(with: Action.deleteResponse) {
          try await retentionKeeper.deletePermanently(ids: ids)
        }

      case .alert, .binding, .delegate:
        return .none

      case .closeButtonTapped:
        return state.isRestoring ? .none : .run { _ in await dismiss() }

      case .deleteButtonTapped:
        guard let memo = state.selected
        else { return .none }
        state.alert = .delete(memo)
        return .none

      case .deleteResponse(.failure(let error)):
        state.alert = .notDeleted(error)
        return .none

      case .deleteResponse(.success(let outcome)):
        var deleted = outcome
        deleted.failures = []
        state.notice = deleted.notice
        if !outcome.failures.isEmpty { state.alert = .filesLeft(outcome.failures) }
        return read()

      case .emptyButtonTapped:
        guard let memos = state.memos, !memos.isEmpty
        else { return .none }
        // Memos that are trashed after the question are not deleted.
        state.alert = .empty(memos)
        return .none

      case .factsButtonTapped:
        guard let memo = state.selected
        else { return .none }
        state.alert = .facts(of: memo, daysLeft: state.daysLeft(of: memo), in: timeZone)
        return .none

      case .libraryChanged, .reloadButtonTapped:
        return read()

      case .openButtonTapped:
        return state.selected.map { .send(.delegate(.opened($0))) } ?? .none

      case .readResponse(.failure(let error), _):
        state.problem = "\(error)"
        return .none

      case .readResponse(.success(let memos), let date):
        state.show(memos, at: date)
        return .none

      case .restoreButtonTapped:
        guard let memo = state.selected, !state.isRestoring
        else { return .none }
        state.isRestoring = true
        return .respond(with: Action.restoreResponse) {
          try await retentionKeeper.restore(ids: [memo.id])
          return memo
        }

      case .restoreResponse(.failure(let error)):
        state.isRestoring = false
        state.alert = .notRestored(error)
        return .none

      case .restoreResponse(.success(let memo)):
        state.isRestoring = false
        state.notice = "'\(memo.displayTitle)' is back in the library."
        return .merge(.send(.delegate(.restored(memo))), read())

      case .task:
        return .run { send in
          // First, so that no change is missed between reading and listening.
          let changes = database.changes()
          await send(.libraryChanged)
          for await _ in changes { await send(.libraryChanged) }
        }
        .cancellable(id: CancelID.follow, cancelInFlight: true)
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func read() -> Effect<Action> {
    .run { send in
      let memos = await Result {
        try await database.recordings(matching: RecordingQuery(place: .trash))
          .sorted { ($0.trashedAt ?? .distantPast) > ($1.trashedAt ?? .distantPast) }
      }
      await send(.readResponse(memos, at: date.now))
    }
    .cancellable(id: CancelID.read, cancelInFlight: true)
  }
}

extension TrashFeature.State {
  fileprivate mutating func show(_ memos: [Recording], at date: Date) {
    let chosen = selected?.id
    let place = min(list.selection ?? 0, max(0, memos.count - 1))
    list.selection = memos.firstIndex { $0.id == chosen } ?? place
    problem = nil
    readAt = date
    self.memos = memos
  }
}
