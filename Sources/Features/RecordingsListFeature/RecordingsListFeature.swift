public import ComposableArchitecture
public import ComposableTerminal
import DatabaseClient
public import SharedModels
public import SharedRecordings
public import Tagged
public import TerminalUI

/// The list of the library's memos: open, rename, mark, tag, filter, sort, delete and undo.
@Reducer
public struct RecordingsListFeature: Sendable {
  @Reducer
  public enum Destination {
    case alert(AlertState<Alert>)
    case edit(TextPrompt<RecordingEdit>)

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case tryAgainButtonTapped
    }
  }

  @ObservableState
  public struct State: Equatable {
    public var arrangement: Arrangement
    @Presents public var destination: Destination.State?
    /// What was deleted since the list was opened, newest last.
    public var deleted: [[Recording]] = []
    /// The text of the filter while it is typed.
    public var filterField: TextFieldState?
    /// The memos that were deleted last in an earlier run, and can still be brought back.
    public var deletedBefore: [Recording] = []
    public var list = ListState()
    /// Why the library could not be read.
    public var loadError: String?
    /// The memos that the next command is for, instead of the selected one.
    public var marked: Set<Recording.ID> = []
    /// How the list is left, to be found the next time.
    @Shared(.listPlace) public var place: ListPlace
    /// The memos that are shown, in their order. They are arranged when something changes, not when
    /// the list is drawn: there may be a hundred thousand.
    public var rows: [Recording.ID] = []
    @Shared public var recordings: IdentifiedArrayOf<Recording>
    let remembersPlace: Bool
    let selectsFirst: Bool

    /// - Parameters:
    ///   - recordings: The memos; those of the library, unless others are given.
    ///   - arrangement: Which of them are shown at first, and in which order.
    ///   - selectsFirst: Whether the first memo is selected when the library has been read.
    ///   - remembersPlace: Whether the list is as it was left the last time.
    public init(
      recordings: Shared<IdentifiedArrayOf<Recording>> = Shared(.recordings),
      arrangement: Arrangement = Arrangement(), selectsFirst: Bool = false,
      remembersPlace: Bool = false
    ) {
      let place = Shared(.listPlace)
      self.arrangement = remembersPlace ? place.wrappedValue.arrangement : arrangement
      _place = place
      _recordings = recordings
      self.remembersPlace = remembersPlace
      self.selectsFirst = selectsFirst
      arrange()
    }

    /// The selected memo.
    public var selectedID: Recording.ID? {
      list.selection.flatMap { rows.indices.contains($0) ? rows[$0] : nil }
    }

    /// The memos that a command is for: those that are marked, else the selected one.
    public var targetIDs: [Recording.ID] {
      marked.isEmpty ? selectedID.map { [$0] } ?? [] : rows.filter(marked.contains)
    }

    /// Updates the rows. The selected memo stays selected; if it is no longer shown, the one in
    /// its place is.
    mutating func arrange() {
      let selectedID = selectedID
      rows = arrangement.rows(of: recordings)
      guard let selection = list.selection
      else { return }
      let place = selectedID.flatMap { id in
        // Usually it is where it was.
        rows.indices.contains(selection) && rows[selection] == id
          ? selection : rows.firstIndex(of: id)
      }
      list.selection = rows.isEmpty ? nil : place ?? min(selection, rows.count - 1)
    }
  }

  public enum Action {
    case delegate(Delegate)
    /// The memos that were deleted last, before this run.
    case deletedBeforeResponse([Recording])
    case deleteButtonTapped
    /// Deletes the memos of these rows.
    case deleteRecordings(IndexSet)
    /// Sent by the parent to delete a memo, which can be undone in the list.
    case deletionRequested(Recording.ID)
    case destination(PresentationAction<Destination.Action>)
    case editButtonTapped(RecordingEdit.Field)
    case favoriteButtonTapped
    case favoritesOnlyButtonTapped
    case filterButtonTapped
    case filterChanged(TextFieldState)
    case filterClearButtonTapped
    case filterDoneButtonTapped
    case listChanged(ListState)
    case loadResponse(Result<Void, any Error>)
    case markAllButtonTapped
    case markButtonTapped
    case openButtonTapped
    case orderButtonTapped
    case recordingsChanged
    case reloadButtonTapped
    case saveResponse(Result<Void, any Error>)
    case selectRecording(Recording)
    case task
    case undoButtonTapped

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The library has been read.
      case loaded
      /// The library could not be read; the list says why.
      case loadFailed
      /// The person wants to open this memo.
      case recordingSelected(Recording.ID)
    }
  }

  @Dependency(\.database) var database
  @Dependency(\.date.now) var now

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate:
        return .none

      case .deletedBeforeResponse(let recordings):
        state.deletedBefore = recordings
        return .none

      case .deleteButtonTapped:
        return delete(state.targetIDs, &state)

      case .deleteRecordings(let indices):
        return delete(indices.filter(state.rows.indices.contains).map { state.rows[$0] }, &state)

      case .deletionRequested(let id):
        return delete([id], &state)

      case .destination(.presented(.alert(.tryAgainButtonTapped))):
        return save(state)

      case .destination(.presented(.edit(.delegate(.saved(let text))))):
        guard let edit = state.destination?.edit?.subject
        else { return .none }
        state.destination = nil
        return change(edit.recordingIDs, &state) { edit.apply(text, to: &$0) }

      case .destination:
        return .none

      case .editButtonTapped(let field):
        state.destination = prompt(field, state).map { .edit($0) }
        return .none

      case .favoriteButtonTapped:
        let ids = state.targetIDs
        let isFavorite = !ids.allSatisfy { state.recordings[id: $0]?.isFavorite == true }
        return change(ids, &state) { $0.isFavorite = isFavorite }

      case .favoritesOnlyButtonTapped:
        state.arrangement.favoritesOnly.toggle()
        state.filter()
        return .none

      case .filterButtonTapped:
        state.filterField = TextFieldState(state.arrangement.filter)
        return .none

      case .filterChanged(let field):
        state.filterField = field
        guard state.arrangement.filter != field.text
        else { return .none }
        state.arrangement.filter = field.text
        state.filter()
        return .none

      case .filterClearButtonTapped:
        guard state.marked.isEmpty
        else {
          state.marked = []
          return .none
        }
        state.filterField = nil
        state.arrangement.filter = ""
        state.arrangement.favoritesOnly = false
        state.filter()
        return .none

      case .filterDoneButtonTapped:
        state.filterField = nil
        return .none

      case .listChanged(let list):
        state.list = list
        return .none

      case .loadResponse(.failure(let error)):
        state.loadError = "\(error)"
        state.arrange()
        return .send(.delegate(.loadFailed))

      case .loadResponse(.success):
        state.loadError = nil
        state.arrange()
        if state.selectsFirst, state.list.selection == nil, !state.rows.isEmpty {
          let last = state.remembersPlace ? state.place.selectedID : nil
          state.list.selection = last.flatMap { state.rows.firstIndex(of: $0) } ?? 0
        }
        return .merge(
          .send(.delegate(.loaded)), state.remembersPlace ? readDeletedBefore() : .none)

      case .markAllButtonTapped:
        state.marked = state.marked.isEmpty ? Set(state.rows) : []
        return .none

      case .markButtonTapped:
        guard let id = state.selectedID
        else { return .none }
        if state.marked.remove(id) == nil { state.marked.insert(id) }
        state.list.move(.by(1), count: state.rows.count)
        return .none

      case .openButtonTapped:
        return state.selectedID.map { .send(.delegate(.recordingSelected($0))) } ?? .none

      case .orderButtonTapped:
        state.arrangement.order = state.arrangement.order.next
        state.arrange()
        return .none

      case .recordingsChanged:
        state.arrange()
        return .none

      case .reloadButtonTapped:
        return load(state)

      case .saveResponse(.failure(let error)):
        state.destination = .alert(.notSaved(error))
        return .none

      case .saveResponse(.success):
        return .none

      case .selectRecording(let recording):
        state.list.selection = state.rows.firstIndex(of: recording.id)
        return .send(.delegate(.recordingSelected(recording.id)))

      case .task:
        return .merge(
          load(state),
          .run { [recordings = state.$recordings, first = state.recordings] send in
            // They are compared here, away from the main actor: each sentence of a transcript
            // changes its memo, but not the rows.
            var last = first
            for await recordings in recordings.values {
              if !Arrangement.hasSameRows(recordings, last) { await send(.recordingsChanged) }
              last = recordings
            }
          })

      case .undoButtonTapped:
        let last = state.deleted.popLast() ?? state.deletedBefore
        guard !last.isEmpty
        else { return .none }
        if state.deleted.isEmpty { state.deletedBefore = [] }
        state.$recordings.withLock { recordings in
          for recording in last { recordings.insertByDate(recording) }
        }
        state.arrange()
        if let first = last.first, let row = state.rows.firstIndex(of: first.id) {
          state.list.selection = row
          state.list.followsSelection = true
        }
        return save(state)
      }
    }
    .ifLet(\.$destination, action: \.destination)
    Reduce { state, _ in
      state.keepPlace()
      return .none
    }
  }
}

extension RecordingsListFeature.Destination.State: Equatable {}
