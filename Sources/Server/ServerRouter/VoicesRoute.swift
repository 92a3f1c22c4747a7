public import CasePaths
public import DatabaseClient
public import Foundation
public import SharedModels
import URLRouting

/// What can be asked of the voices that a library remembers. How somebody sounds is not told.
@CasePathable
public enum VoicesRoute: Equatable, Sendable {
  case list
  /// Remembers how a speaker of a transcript sounds.
  case remember(VoiceRequest)
  case forget(VoiceSelection)
}

/// A speaker of a transcript whose voice is to be remembered.
public struct VoiceRequest: Codable, Equatable, Sendable {
  /// Whose voice it is.
  public var name: String
  public var speaker: Speaker.ID
  public var transcript: Transcription.ID

  public init(name: String, speaker: Speaker.ID, transcript: Transcription.ID) {
    self.name = name
    self.speaker = speaker
    self.transcript = transcript
  }
}

/// Whose voices are to be forgotten.
public struct VoiceSelection: Equatable, Sendable {
  /// Somebody's, however the name is spelled. It is no part of the path, which logs have.
  public var name: String?
  /// Or everybody's.
  public var isEverybody = false

  public init(name: String? = nil, isEverybody: Bool = false) {
    self.isEverybody = isEverybody
    self.name = name
  }

  static let parser = Query(Self()) {
    Field("name", \.name)
    Field("everybody", \.isEverybody)
  }
}

/// A voice that is remembered, without how it sounds.
public struct VoiceValue: Codable, Equatable, Sendable {
  public var createdAt: Date
  /// The network by which it is recognized.
  public var model: String
  public var name: String

  public init(_ voice: RememberedVoice) {
    createdAt = voice.createdAt
    model = voice.voice.model
    name = voice.name
  }

  /// The same as the database tells it.
  public var value: RememberedVoice {
    RememberedVoice(
      name: name, voice: Voice(model: model, embedding: []), createdAt: createdAt)
  }
}

/// The voices that a library remembers, by their names.
public struct VoiceList: Codable, Equatable, Sendable {
  public var voices: [VoiceValue]

  public init(voices: [VoiceValue]) {
    self.voices = voices
  }
}

/// That voices are forgotten.
public struct ForgottenVoices: Codable, Equatable, Sendable {
  /// Whether nothing of them is left in the library's files; it is overwritten later where another
  /// program is reading them.
  public var erased: Bool

  public init(erased: Bool) {
    self.erased = erased
  }
}
