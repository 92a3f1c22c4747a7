public import AudioPlayerClient
public import ComposableArchitecture
public import ComposableTerminal
public import RetentionCore
public import SharedModels
public import SharedSettings
public import SpeechClient
public import TerminalUI

@Reducer
public struct SettingsFeature: Sendable {
  @Reducer
  public enum Destination {
    case alert(AlertState<Alert>)
    case devices(ChoicePrompt<String?>)
    case edit(TextPrompt<Setting>)
    case models(ChoicePrompt<ModelOption>)
    case retention(RetentionReview)
    case vocabulary(VocabularyEditor)
  }

  @CasePathable
  public enum Alert: Equatable, Sendable {
    case fetchButtonTapped(String)
  }

  @ObservableState
  public struct State: Equatable {
    @Presents public var destination: Destination.State?
    public var engineStatus: SpeechEngineStatus?
    public var fetching: String?
    public var list = ListState(selection: 0)
    public var notice: String?
    /// `nil` for the system's default.
    @Shared(.appStorage("playbackDevice")) public var playbackDevice: String?
    public var playbackDevices: [AudioOutputDevice] = []
    @Shared public var settings: Settings

    public init(settings: Shared<Settings> = Shared(.settings)) {
      _settings = settings
    }

    public var selection: Row {
      let rows = rows
      return rows[min(max(0, list.selection ?? 0), rows.count - 1)]
    }

    /// With a single playback device, there is nothing to choose.
    public var rows: [Row] {
      Setting.allCases.filter { setting in
        switch setting {
        case .assistant, .assistantKey, .assistantModel: settings.assistant != nil
        case .engineKey: settings.engine.server != nil
        default: true
        }
      }
      .map(Row.setting)
        + (playbackDevices.count > 1 || playbackDevice != nil ? [.playbackDevice] : [])
    }
  }

  public enum Row: Hashable, Sendable {
    case playbackDevice
    case setting(Setting)
  }

  public enum Action: BindableAction {
    case applyResponse(Result<RetentionOutcome, any Error>, RetentionReview.State)
    case binding(BindingAction<State>)
    case choiceButtonTapped(by: Int)
    case delegate(Delegate)
    case destination(PresentationAction<Destination.Action>)
    case devicesResponse([AudioOutputDevice])
    case editButtonTapped
    case engineStatusResponse(SpeechEngineStatus)
    case fetchResponse(Result<Void, any Error>, String)
    case planResponse(Result<RetentionPlan, any Error>, Settings.Retention)
    case saveResponse(Result<Void, any Error>)
    case task

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// Memos went to the trash because of a new retention.
      case cleanedUp([Recording], former: Settings.Retention)
    }
  }

  enum CancelID { case engineStatus, fetch, plan }

  @Dependency(\.audioPlayer) var audioPlayer
  @Dependency(\.retentionKeeper) var retentionKeeper
  @Dependency(\.speechClient) var speechClient

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .applyResponse(.failure(let error), _):
        state.destination = .alert(.retentionNotApplied(error))
        return .none

      case .applyResponse(.success(let outcome), let review):
        let former = state.settings.retention
        let trashed = review.plan.toTrash.filter { outcome.trashed.contains($0.id) }
        state.notice = outcome.notice
        return .concatenate(
          set(&state) { $0.retention = review.retention },
          trashed.isEmpty ? .none : .send(.delegate(.cleanedUp(trashed, former: former))))

      case .choiceButtonTapped(let distance):
        return choose(by: distance, &state)

      case .destination(.presented(.alert(.fetchButtonTapped(let model)))):
        return fetch(model, &state)

      case .destination(.presented(.devices(.delegate(.chosen(let device))))):
        state.destination = nil
        state.$playbackDevice.withLock { $0 = device }
        return .run { _ in await audioPlayer.selectDevice(id: device) }

      case .destination(.presented(.edit(.delegate(.saved(let text))))):
        return save(text, &state)

      case .destination(.presented(.models(.delegate(.chosen(.engineDefault))))):
        state.destination = nil
        return set(&state) { $0.model = nil }

      case .destination(.presented(.models(.delegate(.chosen(.named(let model)))))):
        state.destination = nil
        let isMissing = state.engineStatus?.models.contains { $0.name == model && !$0.isInstalled }
        if isMissing == true, state.fetching != model { state.destination = .alert(.fetch(model)) }
        return set(&state) { $0.model = model }

      case .destination(.presented(.models(.delegate(.chosen(.other))))):
        state.destination = .edit(TextPrompt<Setting>.State(.model, of: state.settings))
        return .none

      case .destination(.presented(.retention(.delegate(.confirmed)))):
        guard let review = state.destination?.retention
        else { return .none }
        state.destination = nil
        return .respond(with: { .applyResponse($0, review) }) {
          try await retentionKeeper.apply(plan: review.plan)
        }

      case .destination(.presented(.vocabulary(.delegate(.changed)))):
        return save(state, [.vocabulary])

      case .binding, .delegate, .destination, .saveResponse(.success):
        return .none

      case .devicesResponse(let devices):
        state.playbackDevices = devices
        return .none

      case .editButtonTapped:
        return edit(&state)

      case .engineStatusResponse(let status):
        state.engineStatus = status
        return .none

      case .fetchResponse(.failure(let error), let model):
        state.fetching = nil
        state.destination = .alert(.notFetched(model, error))
        return .none

      case .fetchResponse(.success, _):
        state.fetching = nil
        return checkEngine()

      case .planResponse where state.destination != nil:
        // The user has opened something else, which is not replaced.
        return .none

      case .planResponse(.failure(let error), _):
        state.destination = .alert(.notPlanned(error))
        return .none

      case .planResponse(.success(let plan), let retention):
        state.destination = .retention(RetentionReview.State(retention, plan))
        return .none

      case .saveResponse(.failure(let error)):
        state.destination = .alert(.notSaved(error))
        return .none

      case .task:
        return .merge(checkEngine(), readDevices())
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension SettingsFeature.Destination.State: Equatable {}
