public import Foundation
public import SharedModels
import Tagged

/// A voice that is to be recognized in other memos.
public struct RememberedVoice: Equatable, Sendable {
  /// Whose it is.
  public var name: String
  /// How they sound; without an embedding where that is not known on this machine.
  public var voice: Voice
  /// When it was remembered.
  public var createdAt: Date

  public init(name: String, voice: Voice, createdAt: Date) {
    self.createdAt = createdAt
    self.name = name
    self.voice = voice
  }
}

extension [Speaker] {
  /// The same, where each of whom nothing is said yet but how they sound has the likely name of the voice
  /// that theirs is most like. A person is asked: it is not their name yet.
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
  /// The same, where an engine's speakers are recognized.
  package func recognizing(_ voices: @autoclosure () throws -> [RememberedVoice]) rethrows -> Self {
    guard case .replace(let speakers, let words) = self,
      speakers.contains(where: { $0.voice != nil })
    else { return self }
    return .replace(speakers.recognized(by: try voices()), words: words)
  }
}

extension DatabaseError {
  /// Somebody who does not speak in a transcript, or in one that is not there.
  package static func noSpeaker(_ speaker: Speaker.ID, in id: Transcription.ID) -> Self {
    .notFound(
      "speaker \(speaker.number) of transcript \(id.rawValue.uuidString.lowercased())")
  }
}
