public import ComposableArchitecture
public import RetentionCore
public import SharedModels
public import SharedSettings
public import SpeechClient
import Styleguide
public import Tagged
public import TerminalUI

/// What a person sets: how memos are transcribed, how the app looks, and what goes by itself.
@Reducer
public struct SettingsFeature: Sendable {
  @Reducer
  public enum Destination {
    case alert(AlertState<Never>)
    case edit(SettingEdit)
    case models(ModelChoice)
    case retention(RetentionReview)
    case vocabulary(VocabularyEditor)
  }

  @ObservableState
  public struct State: Equatable {
    @Presents public var destination: Destination.State?
    /// The engine and its models; `nil` until it has answered.
    public var engineStatus: SpeechEngineStatus?
    public var list = ListState(selection: 0)
    /// What was done last, for a person to read.
    public var notice: String?
    /// What the last change of the days has moved away.
    public var retired: Retired?
    @Shared public var settings: Settings

    /// - Parameter settings: Those of the library, unless others are given.
    public init(settings: Shared<Settings> = Shared(.settings)) {
      _settings = settings
    }

    /// The setting that is chosen.
    public var selection: Setting {
      let rows = Self.rows
      return rows[min(max(0, list.selection ?? 0), rows.count - 1)]
    }

    static let rows = Setting.allCases
  }

  /// Memos that went to the trash, and the days that were in force before.
  public struct Retired: Equatable, Sendable {
    public var before: Settings.Retention
    public var ids: [Recording.ID]

    public init(before: Settings.Retention, ids: [Recording.ID]) {
      self.before = before
      self.ids = ids
    }
  }

  public enum Action {
    case applyResponse(Result<RetentionOutcome, any Error>, Settings.Retention)
    case destination(PresentationAction<Destination.Action>)
    case editButtonTapped
    case engineStatusResponse(SpeechEngineStatus)
    case listChanged(ListState)
    case planResponse(Result<RetentionPlan, any Error>, Settings.Retention)
    case restoreResponse(Result<Retired, any Error>)
    case saveResponse(error: String?)
    case task
    case themeButtonTapped(by: Int)
    case undoButtonTapped
  }

  private enum CancelID { case engineStatus, plan }

  @Dependency(\.retentionKeeper) var retentionKeeper
  @Dependency(\.speechClient) var speechClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .applyResponse(.failure(let error), _):
        state.destination = .alert(.notTidied(error))
        return .none

      case .applyResponse(.success(let outcome), let retention):
        let before = state.settings.retention
        state.retired =
          outcome.trashed.isEmpty ? nil : Retired(before: before, ids: outcome.trashed)
        state.notice = outcome.notice
        return set(&state) { $0.retention = retention }

      case .destination(.presented(.edit(.delegate(.saved(let settings))))):
        let setting = state.destination?.edit?.setting
        state.destination = nil
        return take(settings, from: setting, &state)

      case .destination(.presented(.models(.delegate(.chosen(let model))))):
        state.destination = nil
        return set(&state) { $0.model = model }

      case .destination(.presented(.models(.delegate(.otherButtonTapped)))):
        state.destination = .edit(SettingEdit.State(.model, of: state.settings))
        return .none

      case .destination(.presented(.retention(.delegate(.confirmed)))):
        guard let review = state.destination?.retention
        else { return .none }
        state.destination = nil
        return .run { send in
          await send(
            .applyResponse(
              Result { try await retentionKeeper.apply(plan: review.plan) }, review.retention))
        }

      case .destination(.presented(.vocabulary(.delegate(.changed)))):
        return save(state)

      case .destination:
        return .none

      case .editButtonTapped:
        return edit(&state)

      case .engineStatusResponse(let status):
        state.engineStatus = status
        return .none

      case .listChanged(let list):
        state.list = list
        return .none

      case .planResponse where state.destination != nil:
        // A person has gone on to something else, which is not taken from under their hands.
        return .none

      case .planResponse(.failure(let error), _):
        state.destination = .alert(.notPlanned(error))
        return .none

      case .planResponse(.success(let plan), let retention):
        state.destination = .retention(RetentionReview.State(retention, plan))
        return .none

      case .restoreResponse(.failure(let error)):
        state.destination = .alert(.notRestored(error))
        return .none

      case .restoreResponse(.success(let retired)):
        state.notice = "\(retired.ids.count.memos) back in the library."
        state.retired = nil
        return set(&state) { $0.retention = retired.before }

      case .saveResponse(let error):
        if let error { state.destination = .alert(.notSaved(error)) }
        return .none

      case .task:
        return lookAtEngine()

      case .themeButtonTapped(let distance):
        let themes = Settings.Theme.all
        let index = themes.firstIndex(of: state.settings.theme) ?? 0
        let next = (index + distance % themes.count + themes.count) % themes.count
        return set(&state) { $0.theme = themes[next] }

      case .undoButtonTapped:
        guard let retired = state.retired
        else { return .none }
        return .run { send in
          await send(
            .restoreResponse(
              Result {
                try await retentionKeeper.restore(ids: retired.ids)
                return retired
              }))
        }
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }

  private func edit(_ state: inout State) -> Effect<Action> {
    state.notice = nil
    switch state.selection {
    case .engine, .language, .memoDays, .trashDays:
      state.destination = .edit(SettingEdit.State(state.selection, of: state.settings))
    case .model:
      state.destination = .models(
        ModelChoice.State(
          chosen: state.settings.model, models: state.engineStatus?.models ?? []))
    case .theme:
      return .send(.themeButtonTapped(by: 1))
    case .vocabulary:
      state.destination = .vocabulary(
        VocabularyEditor.State(words: state.$settings.vocabulary))
    }
    return .cancel(id: CancelID.plan)
  }

  /// Takes what was typed. What makes memos go is shown first, and waits for a yes.
  private func take(
    _ settings: Settings, from setting: Setting?, _ state: inout State
  ) -> Effect<Action> {
    switch setting {
    case .memoDays, .trashDays:
      var retention = state.settings.retention
      if setting == .memoDays {
        retention.memoDays = settings.retention.memoDays
      } else {
        retention.trashDays = settings.retention.trashDays
      }
      guard retention.isStricter(than: state.settings.retention)
      else {
        return .merge(.cancel(id: CancelID.plan), set(&state) { $0.retention = retention })
      }
      return .run { [retention] send in
        await send(
          .planResponse(
            Result { try await retentionKeeper.plan(retention: retention) }, retention))
      }
      .cancellable(id: CancelID.plan, cancelInFlight: true)
    case .engine:
      state.engineStatus = nil
      return .concatenate(set(&state) { $0.engine = settings.engine }, lookAtEngine())
    case .language:
      return set(&state) { $0.language = settings.language }
    case .model:
      return set(&state) { $0.model = settings.model }
    case .theme, .vocabulary, nil:
      return .none
    }
  }

  private func lookAtEngine() -> Effect<Action> {
    .run { send in
      await send(.engineStatusResponse(speechClient.engineStatus()))
    }
    .cancellable(id: CancelID.engineStatus, cancelInFlight: true)
  }

  private func set(
    _ state: inout State, _ change: (inout Settings) -> Void
  ) -> Effect<Action> {
    state.$settings.withLock { change(&$0) }
    return save(state)
  }

  /// Waits until what was changed is stored, to tell if it cannot be.
  private func save(_ state: State) -> Effect<Action> {
    .run { [settings = state.$settings] send in
      try await settings.save()
      await send(.saveResponse(error: nil))
    } catch: { error, send in
      await send(.saveResponse(error: "\(error)"))
    }
  }
}

extension SettingsFeature.Destination.State: Equatable {}

extension Settings.Retention {
  /// Whether something goes earlier than it does with other days.
  func isStricter(than other: Self) -> Bool {
    (memoDays ?? .max) < (other.memoDays ?? .max)
      || (trashDays ?? .max) < (other.trashDays ?? .max)
  }
}

extension RetentionOutcome {
  /// What went, for a person.
  var notice: String? {
    var parts: [String] = []
    if !trashed.isEmpty { parts.append("\(trashed.count.memos) moved to the trash.") }
    if forgottenCount > 0 {
      parts.append("\(forgottenCount.memos) gone for good, \(freedByteCount.fileSize) freed.")
    }
    return (parts + failures).isEmpty ? nil : (parts + failures).joined(separator: " ")
  }
}

extension Int {
  /// "1 memo", "2 memos".
  var memos: String { "\(self) memo\(self == 1 ? "" : "s")" }
}
