import ComposableArchitecture
import DatabaseClient
import SharedModels
import Tagged

extension PlaybackFeature {
  /// Has a speaker called something, or nothing.
  func name(_ id: Speaker.ID, _ name: String?, _ state: inout State) -> Effect<Action> {
    guard var loaded = state.transcript.loaded, loaded.apply(.name(id, name))
    else { return .none }
    state.transcript = .loaded(loaded)
    return .run { [id = loaded.transcription.id, edit = SpeakerEdit.name(id, name)] send in
      await send(
        .speakerResponse(Result { try await database.editSpeakers(id: id, with: edit) }))
    }
  }
}

extension PlaybackFeature.State {
  /// Who says the chosen or spoken word, or the first one.
  var focusedSpeaker: Speaker? {
    guard let transcription = transcript.loaded?.transcription, !transcription.words.isEmpty
    else { return nil }
    return transcription.speaker(transcription.words[focusedWord ?? 0].speaker)
  }

  /// A name that is only likely is offered: to save it says that it is right.
  mutating func beginNamingSpeaker() {
    guard let speaker = focusedSpeaker
    else { return }
    scroll = nil
    let name = speaker.name ?? ""
    editing = PlaybackFeature.Editing(
      .speaker(speaker.id), text: name, draft: speaker.likelyName ?? name)
  }
}
