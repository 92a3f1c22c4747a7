import AudioPlayerClient
public import ComposableArchitecture
import ComposableTerminal
import RetentionCore
import SharedModels
public import SharedSettings
import SpeechClient

extension SettingsFeature {
  func edit(_ state: inout State) -> Effect<Action> {
    state.notice = nil
    guard case .setting(let setting) = state.selection
    else {
      state.destination = .devices(
        ChoicePrompt<String?>.State(
          devices: state.playbackDevices, selection: state.playbackDevice))
      return .cancel(id: CancelID.plan)
    }
    switch setting {
    case .assistant, .assistantKey, .assistantModel, .engine, .engineKey, .language, .languages,
      .memoDays, .trashDays:
      state.destination = .edit(TextPrompt<Setting>.State(setting, of: state.settings))
    case .model:
      state.destination = .models(
        ChoicePrompt<ModelOption>.State(
          model: state.settings.model, of: state.engineStatus?.models ?? []))
    case .compute, .quality, .speakers, .theme:
      return choose(by: 1, &state)
    case .vocabulary:
      state.destination = .vocabulary(
        VocabularyEditor.State(words: state.$settings.vocabulary))
    }
    return .cancel(id: CancelID.plan)
  }

  func choose(by distance: Int, _ state: inout State) -> Effect<Action> {
    switch state.selection {
    case .setting(.compute):
      let next = Settings.Compute.allCases.cycled(from: state.settings.compute, by: distance)
      state.engineStatus = nil
      return .concatenate(set(&state) { $0.compute = next }, checkEngine())
    case .setting(.quality):
      let next = TranscriptionQuality.allCases.cycled(from: state.settings.quality, by: distance)
      return set(&state) { $0.quality = next }
    case .setting(.speakers):
      let next = Settings.Speakers.allCases.cycled(from: state.settings.speakers, by: distance)
      return set(&state) { $0.speakers = next }
    case .setting(.theme):
      let next = Settings.Theme.all.cycled(from: state.settings.theme, by: distance)
      return set(&state) { $0.theme = next }
    default:
      return .none
    }
  }

  /// Saves valid text. A value that would delete memos is reviewed first.
  func save(_ text: String, _ state: inout State) -> Effect<Action> {
    guard let setting = state.destination?.edit?.subject
    else { return .none }
    var settings = state.settings
    do {
      try setting.set(text, in: &settings)
    } catch {
      state.destination.modify(\.edit) { $0.problem = "\(error)" }
      return .none
    }
    state.destination = nil
    switch setting {
    case .assistant:
      return set(&state) { $0.assistant = settings.assistant }
    case .assistantKey:
      return set(&state) { $0.assistantKey = settings.assistantKey }
    case .assistantModel:
      return set(&state) { $0.assistantModel = settings.assistantModel }
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
      return .respond(with: { [retention] in .planResponse($0, retention) }) { [retention] in
        try await retentionKeeper.plan(retention: retention)
      }
      .cancellable(id: CancelID.plan, cancelInFlight: true)
    case .engine:
      state.engineStatus = nil
      return .concatenate(set(&state) { $0.engine = settings.engine }, checkEngine())
    case .engineKey:
      state.engineStatus = nil
      return .concatenate(set(&state) { $0.engineKey = settings.engineKey }, checkEngine())
    case .language:
      return set(&state) { $0.language = settings.language }
    case .languages:
      return set(&state) { $0.languages = settings.languages }
    case .model:
      return set(&state) { $0.model = settings.model }
    case .compute, .quality, .speakers, .theme, .vocabulary:
      return .none
    }
  }

  func readDevices() -> Effect<Action> {
    .run { send in
      // Without a sound server, there is nothing to choose.
      await send(.devicesResponse((try? await audioPlayer.devices()) ?? []))
    }
  }

  public func selectPlaybackDevice(_ state: State) -> Effect<Action> {
    state.playbackDevice.map { device in
      .run { _ in await audioPlayer.selectDevice(id: device) }
    } ?? .none
  }

  func checkEngine() -> Effect<Action> {
    .run { send in
      await send(.engineStatusResponse(speechClient.engineStatus()))
    }
    .cancellable(id: CancelID.engineStatus, cancelInFlight: true)
  }

  func fetch(_ model: String, _ state: inout State) -> Effect<Action> {
    state.fetching = model
    return .respond(with: { .fetchResponse($0, model) }) {
      try await speechClient.prepareModel(name: model)
    }
    .cancellable(id: CancelID.fetch, cancelInFlight: true)
  }

  /// Restores the retention before a cleanup, except what the user has loosened since.
  public func restore(_ former: Settings.Retention, _ state: inout State) -> Effect<Action> {
    // The notice describes the cleanup that is undone.
    state.notice = nil
    return set(&state) { $0.retention.loosen(to: former) }
  }

  func set(
    _ state: inout State, _ change: (inout Settings) -> Void
  ) -> Effect<Action> {
    let former = state.settings
    state.$settings.withLock { change(&$0) }
    let settings = state.settings
    return save(state, Setting.allCases.filter { $0.text(in: settings) != $0.text(in: former) })
  }

  func save(_ state: State, _ changed: [Setting]) -> Effect<Action> {
    .respond(with: Action.saveResponse) { [settings = state.$settings] in
      try await settings.save(changed)
    }
  }
}

extension Settings.Retention {
  fileprivate mutating func loosen(to other: Self) {
    memoDays = memoDays.flatMap { days in other.memoDays.map { max(days, $0) } }
    trashDays = trashDays.flatMap { days in other.trashDays.map { max(days, $0) } }
  }

  func isStricter(than other: Self) -> Bool {
    (memoDays ?? .max) < (other.memoDays ?? .max)
      || (trashDays ?? .max) < (other.trashDays ?? .max)
  }
}
