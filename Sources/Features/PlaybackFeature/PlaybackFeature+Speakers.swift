import ComposableArchitecture
import ComposableTerminal
import DatabaseClient
import SharedModels
import SpeakerCore
import Tagged
import UndoCore

extension PlaybackFeature {
  func choose(_ choice: SpeakerChoice, _ state: inout State) -> Effect<Action> {
    let speaker = state.focusedSpeaker
    state.destination = nil
    switch choice {
    case .assign:
      if let speaker { state.showMenu(of: speaker, "Speaker of this turn", new: true) }
      return .none

    case .assignTo(let id):
      return state.focusedTurn.map { change(.assign($0.words, to: id), &state) } ?? .none

    case .find:
      return findSpeakers(&state)

    case .forget:
      return .respond(with: Action.voicesResponse) { try await database.voices.all().map(\.name) }

    case .forgetVoice(let name):
      state.destination = .alert(.forgetVoice(name))
      return .none

    case .merge:
      if let speaker { state.showMenu(of: speaker, "Merge \(speaker.label) into", new: false) }
      return .none

    case .mergeInto(let other):
      return speaker.map { change(.merge($0.id, into: other), &state) } ?? .none

    case .name:
      state.beginNamingSpeaker()
      return .none

    case .remember:
      if let speaker, let name = speaker.name {
        state.destination = .alert(.rememberVoice(of: speaker.id, name))
      }
      return .none

    case .split:
      guard let turn = state.focusedTurn
      else { return .none }
      let first = max(turn.words.lowerBound, state.focusedWord ?? 0)
      return change(.assign(first..<turn.words.upperBound, to: nil), &state)
    }
  }

  func change(
    _ edit: SpeakerEdit, typed: UnsavedText? = nil, _ state: inout State
  ) -> Effect<Action> {
    guard let transcription = state.transcript.loaded?.transcription
    else { return .none }
    var edited = transcription
    guard edited.apply(edit)
    else {
      if let typed { state.drop(typed) }
      return .none
    }
    state.record(.speakers(transcription.id, transcription.inverse(of: edit)))
    return commit(UnsavedChange(.speakers(edit), typed: typed), &state)
  }

  private func findSpeakers(_ state: inout State) -> Effect<Action> {
    guard !state.isFindingSpeakers
    else { return .none }
    state.isFindingSpeakers = true
    return .respond(with: Action.speakersFound) { [memo = state.recording] in
      try await SpeakerFinder().find(in: memo)
      return try await database.transcription(of: memo.id)
    }
  }

  func handleSpeakersFound(
    _ result: Result<Transcription?, any Error>, _ state: inout State
  ) -> Effect<Action> {
    state.isFindingSpeakers = false
    switch result {
    case .failure(let error):
      state.destination = .alert(.speakersNotFound(error))
      return .none

    case .success(let found):
      guard let found
      else { return .none }
      if let before = state.transcript.loaded?.transcription, before.id == found.id {
        state.record(.speakers(found.id, before.speakerReplacement))
      }
      state.show(found)
      let count = found.speakers.count
      return .send(.delegate(.notice("Detected \(count.counted("speaker")).")))
    }
  }

  func handleVoicesResponse(
    _ result: Result<[String], any Error>, _ state: inout State
  ) -> Effect<Action> {
    switch result {
    case .failure(let error):
      state.destination = .alert(.voicesNotRead(error))
      return .none

    case .success(let names):
      guard let first = names.first
      else { return .send(.delegate(.notice("No voices are remembered."))) }
      state.destination = .speakers(
        ChoicePrompt.State(
          "Forget a voice", choices: names.map { .init($0, value: .forgetVoice($0)) },
          selection: .forgetVoice(first)))
      return .none
    }
  }

  func rememberVoice(of id: Speaker.ID, _ state: State) -> Effect<Action> {
    guard let transcription = state.transcript.loaded?.transcription,
      let name = transcription.speaker(id)?.name
    else { return .none }
    return .respond(with: Action.voiceResponse) { [now] in
      guard try await database.voices.remember(of: id, in: transcription.id, name: name, at: now)
      else { throw SpeakerProblem.noVoice }
      return .remembered(name)
    }
  }

  func forgetVoice(_ name: String) -> Effect<Action> {
    .respond(with: Action.voiceResponse) {
      _ = try await database.voices.forget(of: name)
      return .forgotten(name)
    }
  }

  func handleVoiceResponse(
    _ result: Result<VoiceChange, any Error>, _ state: inout State
  ) -> Effect<Action> {
    switch result {
    case .failure(let error):
      state.destination = .alert(.notSaved(error))
      return .none

    case .success(.remembered(let name)):
      return .send(.delegate(.notice("\(name)'s voice is now remembered.")))

    case .success(.forgotten(let name)):
      state.$undoSteps.withLock { $0.removeVoice(of: name) }
      return .merge(
        .send(
          .delegate(
            .notice("\(name)'s voice has been forgotten. Earlier backups still contain it."))),
        load(state.recording.id))
    }
  }

  public enum VoiceChange: Equatable, Sendable {
    case forgotten(String)
    case remembered(String)
  }
}
