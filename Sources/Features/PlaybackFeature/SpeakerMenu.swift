import ComposableArchitecture
import ComposableTerminal
public import SharedModels
import SpeakerCore
public import Tagged

extension PlaybackFeature {
  /// What can be done about who speaks.
  public enum SpeakerChoice: Equatable, Sendable {
    /// Asks who says the turn.
    case assign
    /// The turn is said by that speaker, or, without one, by somebody new.
    case assignTo(Speaker.ID?)
    /// Tells the speakers apart.
    case find
    /// Asks which voice to forget.
    case forget
    case forgetVoice(String)
    /// Asks who it is the same one as.
    case merge
    case mergeInto(Speaker.ID)
    case name
    case remember
    /// Somebody new says the rest of the turn.
    case split
  }
}

extension PlaybackFeature.State {
  /// What one speaker says around the chosen or spoken word.
  var focusedTurn: SpeakerTurn? {
    let word = focusedWord ?? 0
    return transcript.loaded?.transcription.turns.first { $0.words.contains(word) }
  }

  /// Who says the chosen or spoken word, or the first one.
  var focusedSpeaker: Speaker? {
    focusedTurn.flatMap { transcript.loaded?.transcription.speaker($0.speaker) }
  }

  /// A name that is only likely is offered: to save it says that it is right.
  mutating func beginNamingSpeaker() {
    guard let speaker = focusedSpeaker
    else { return }
    scroll = nil
    let name = speaker.name ?? ""
    editing = PlaybackFeature.Editing(
      .speaker(speaker.id), text: name, typed: speaker.likelyName ?? name)
  }

  mutating func openSpeakerMenu() {
    guard let transcription = transcript.loaded?.transcription
    else { return }
    var choices: [ChoicePrompt<PlaybackFeature.SpeakerChoice>.Choice] = []
    if let speaker = focusedSpeaker {
      let others = transcription.speakers.count > 1
      choices.append(.init("Rename \(speaker.label)", value: .name))
      if others {
        choices.append(.init("Merge \(speaker.label) into another speaker", value: .merge))
      }
      choices.append(.init("Start a new speaker at this word", value: .split))
      if others { choices.append(.init("Assign this turn to another speaker", value: .assign)) }
      if let name = speaker.name, speaker.voice != nil, SpeakerFinder.keepsVoices {
        choices.append(.init("Remember \(name)'s voice", value: .remember))
      }
    }
    let isFound = !transcription.speakers.isEmpty
    choices.append(.init(isFound ? "Detect speakers again" : "Detect speakers", value: .find))
    choices.append(.init("Forget a voice", value: .forget))
    speakerMenu = ChoicePrompt.State("Speakers", choices: choices, selection: choices[0].value)
  }

  /// Asks for another speaker than that one.
  func menu(
    of speaker: Speaker, _ title: String, new: Bool
  ) -> ChoicePrompt<PlaybackFeature.SpeakerChoice>.State? {
    let others = (transcript.loaded?.transcription.speakers ?? []).filter { $0.id != speaker.id }
    guard let first = others.first
    else { return nil }
    func value(_ id: Speaker.ID) -> PlaybackFeature.SpeakerChoice {
      new ? .assignTo(id) : .mergeInto(id)
    }
    return ChoicePrompt.State(
      title,
      choices: others.map { .init($0.label, value: value($0.id)) }
        + (new ? [.init("New speaker", value: .assignTo(nil))] : []),
      selection: value(first.id))
  }
}
