package import SharedModels

package struct SpokenWords {
  package let transcription: Transcription
  private let numbers: Set<Speaker.ID>

  package init(_ transcription: Transcription, by name: String) {
    self.transcription = transcription
    numbers = Set(transcription.speakers.filter { $0.hasName(startingWith: name) }.map(\.id))
  }

  package func contains(_ index: Int) -> Bool {
    guard transcription.words.indices.contains(index),
      let speaker = transcription.words[index].speaker
    else { return false }
    return numbers.contains(speaker)
  }

  package var turns: [SpeakerTurn] {
    transcription.turns.filter { $0.speaker.map(numbers.contains) ?? false }
  }
}
