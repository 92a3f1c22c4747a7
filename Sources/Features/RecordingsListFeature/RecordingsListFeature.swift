public import ComposableArchitecture
public import ComposableTerminal
import DatabaseClient
public import SharedModels
public import Tagged
import TerminalClient
public import TerminalUI
import UndoCore

@Reducer
public struct RecordingsListFeature: Sendable {
  @Reducer
  public enum Destination {
    case alert(AlertState<Alert>)
    case copy(ChoicePrompt<MemoCopy>)
    case edit(TextPrompt<RecordingEdit>)
    case filters(FiltersFeature)

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case tryAgainButtonTapped
    }
  }

  public enum Action: BindableAction {
    case binding(BindingAction<State>)
    case copyButtonTapped
    case delegate(Delegate)
    case previousDeletionResponse([Recording])
    case deleteButtonTapped
    case destination(PresentationAction<Destination.Action>)
    case editButtonTapped(RecordingEdit.Field)
    case favoriteButtonTapped
    case favoritesOnlyButtonTapped
    case filterButtonTapped
    case filterChanged(TextFieldState)
    case filterClearButtonTapped
    case filterDoneButtonTapped
    case filtersButtonTapped
    case firstWordsResponse(Result<[Recording.ID: String], any Error>)
    case loadResponse(Result<Void, any Error>)
    case markAllButtonTapped
    case markButtonTapped
    case matchSelected(by: Int)
    case openButtonTapped
    case orderButtonTapped
    case recordingsChanged
    case reloadButtonTapped
    case saveResponse(Result<Void, any Error>)
    case task
    case textChanged(Recording.ID)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case deleted([Recording])
      case loaded
      case loadFailed
      case notice(String)
      case recordingSelected(Recording.ID)
    }
  }

  @Dependency(\.database) var database
  @Dependency(\.date.now) var now
  @Dependency(\.terminal) var terminal

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in reduce(action, &state) }
      .ifLet(\.$destination, action: \.destination)
    Reduce { state, _ in
      state.storePlace()
      return readFirstWords(&state)
    }
  }

  private func reduce(_ action: Action, _ state: inout State) -> Effect<Action> {
    switch action {
    case .copyButtonTapped:
      state.destination = .copy(.copy(memoCount: state.targetIDs.count))
      return .none

    case .previousDeletionResponse(let recordings):
      if state.undoSteps.isEmpty { state.record(UndoStep(.deleted(recordings), of: recordings)) }
      return .none

    case .deleteButtonTapped:
      return deleteTargets(&state)

    case .destination(.presented(.alert(.tryAgainButtonTapped))):
      return save(state)

    case .destination(.presented(.copy(.delegate(.chosen(let what))))):
      state.destination = nil
      return copy(what, state)

    case .destination(.presented(.edit(.cancelButtonTapped))):
      state.recordCanceledSheet()
      return .none

    case .destination(.presented(.edit(.delegate(.saved(let text))))):
      guard let edit = state.destination?.edit?.subject
      else { return .none }
      state.closeSheet()
      return change(edit.recordingIDs, &state) { edit.apply(text, to: &$0) }

    case .destination(.presented(.edit(.textChanged))):
      state.storeTypedText()
      return .none

    case .destination(.presented(.filters(.delegate(.chosen(let filter))))):
      state.destination = nil
      state.filterField = nil
      state.arrangement.filter = filter.text
      state.arrangement.favoritesOnly = filter.favoritesOnly
      state.filter()
      return .none

    case .binding(\.list):
      state.newID = nil
      return .none

    case .binding, .delegate, .destination:
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
      state.clearFilter()
      return .none

    case .filterDoneButtonTapped:
      state.filterField = nil
      return .none

    case .filtersButtonTapped:
      state.destination = .filters(
        FiltersFeature.State(recordings: state.recordings, current: state.arrangement))
      return .none

    case .firstWordsResponse(.failure):
      return .none

    case .firstWordsResponse(.success(let words)):
      state.firstWords.merge(words) { $1 }
      return .none

    case .loadResponse(.failure(let error)):
      state.loadError = "\(error)"
      state.arrange()
      return .send(.delegate(.loadFailed))

    case .loadResponse(.success):
      state.loadError = nil
      state.firstWords = [:]
      state.arrange()
      if state.selectsFirst, state.list.selection == nil, !state.rows.isEmpty {
        let last = state.remembersPlace ? state.place.selectedID : nil
        state.list.selection = last.flatMap { state.rows.firstIndex(of: $0) } ?? 0
      }
      state.restoreUnsavedText()
      return .merge(
        .send(.delegate(.loaded)), state.remembersPlace ? readPreviousDeletion() : .none)

    case .markAllButtonTapped:
      state.marked = state.marked.isEmpty ? Set(state.rows) : []
      return .none

    case .markButtonTapped:
      guard let id = state.selectedID
      else { return .none }
      if state.marked.remove(id) == nil { state.marked.insert(id) }
      state.list.move(.by(1), count: state.rows.count)
      return .none

    case .matchSelected(let distance):
      state.selectMatch(by: distance)
      return .none

    case .openButtonTapped:
      return state.selectedID.map { .send(.delegate(.recordingSelected($0))) } ?? .none

    case .orderButtonTapped:
      state.arrangement.order = Arrangement.Order.allCases.cycled(
        from: state.arrangement.order, by: 1)
      state.arrange()
      return .none

    case .recordingsChanged:
      state.arrange()
      state.selectNewMemo()
      state.evictFirstWords()
      return .none

    case .reloadButtonTapped:
      state.loadError = nil
      return load(state)

    case .saveResponse(.failure(let error)):
      state.destination = .alert(.notSaved(error))
      return .none

    case .saveResponse(.success):
      state.dropSavedTexts()
      return .none

    case .task:
      return .merge(
        load(state),
        .run { [recordings = state.$recordings, first = state.recordings] send in
          // Compared off the main actor: each transcribed segment changes its memo, but no rows.
          var last = first
          for await recordings in recordings.values {
            if !Arrangement.hasSameRows(recordings, last) { await send(.recordingsChanged) }
            last = recordings
          }
        })

    case .textChanged(let id):
      state.firstWords[id] = nil
      return .none
    }
  }
}

extension RecordingsListFeature.Destination.State: Equatable {}
