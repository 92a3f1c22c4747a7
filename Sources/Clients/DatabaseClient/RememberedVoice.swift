public import Foundation
public import SharedModels

public struct RememberedVoice: Equatable, Sendable {
  public var name: String
  /// Without an embedding if it is only on the server.
  public var voice: Voice
  public var createdAt: Date

  public init(name: String, voice: Voice, createdAt: Date) {
    self.createdAt = createdAt
    self.name = name
    self.voice = voice
  }
}

extension [Speaker] {
  public func recognized(by voices: [RememberedVoice]) -> Self {
    map { speaker in
      guard speaker.name == nil, speaker.likelyName == nil, let voice = speaker.voice
      else { return speaker }
      var speaker = speaker
      speaker.likelyName =
        voices.filter { voice.isSame(as: $0.voice) }
        .max { voice.likeness(to: $0.voice) ?? -1 < voice.likeness(to: $1.voice) ?? -1 }?.name
      return speaker
    }
  }
}

extension SpeakerEdit {
  package func recognizing(_ voices: @autoclosure () throws -> [RememberedVoice]) rethrows -> Self {
    guard case .replace(let speakers, let words, let turns) = self,
      speakers.contains(where: { $0.voice != nil })
    else { return self }
    return .replace(speakers.recognized(by: try voices()), words: words, turns: turns)
  }
}

extension DatabaseError {
  package static func noSpeaker(_ speaker: Speaker.ID, in id: Transcription.ID) -> Self {
    .notFound(
      "speaker \(speaker.number) of transcript \(id.text)")
  }
}
