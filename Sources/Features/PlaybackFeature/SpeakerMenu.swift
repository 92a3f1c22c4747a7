import ComposableArchitecture
import ComposableTerminal
public import SharedModels
import SpeakerCore
public import Tagged

extension PlaybackFeature {
  public enum SpeakerChoice: Equatable, Sendable {
    case assign
    /// `nil` for a new speaker.
    case assignTo(Speaker.ID?)
    case find
    case forget
    case forgetVoice(String)
    case merge
    case mergeInto(Speaker.ID)
    case name
    case remember
    /// Assigns the rest of the turn to a new speaker.
    case split
  }
}

extension PlaybackFeature.State {
  var focusedTurn: SpeakerTurn? {
    let word = focusedWord ?? 0
    return transcript.loaded?.transcription.turns.first { $0.words.contains(word) }
  }

  var focusedSpeaker: Speaker? {
    focusedTurn.flatMap { transcript.loaded?.transcription.speaker($0.speaker) }
  }

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
    destination = .speakers(
      ChoicePrompt.State("Speakers", choices: choices, selection: choices[0].value))
  }

  mutating func showMenu(of speaker: Speaker, _ title: String, new: Bool) {
    let others = (transcript.loaded?.transcription.speakers ?? []).filter { $0.id != speaker.id }
    guard let first = others.first
    else { return }
    func value(_ id: Speaker.ID) -> PlaybackFeature.SpeakerChoice {
      new ? .assignTo(id) : .mergeInto(id)
    }
    destination = .speakers(
      ChoicePrompt.State(
        title,
        choices: others.map { .init($0.label, value: value($0.id)) }
          + (new ? [.init("New speaker", value: .assignTo(nil))] : []),
        selection: value(first.id)))
  }
}
