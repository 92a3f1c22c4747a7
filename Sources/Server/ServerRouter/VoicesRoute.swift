public import CasePaths
public import DatabaseClient
public import Foundation
public import SharedModels
import URLRouting

/// A library's remembered voices. Their embeddings are never sent.
@CasePathable
public enum VoicesRoute: Equatable, Sendable {
  case list
  case remember(VoiceRequest)
  case forget(VoiceSelection)
}

public struct VoiceRequest: Codable, Equatable, Sendable {
  public var name: String
  public var speaker: Speaker.ID
  public var transcript: Transcription.ID

  public init(name: String, speaker: Speaker.ID, transcript: Transcription.ID) {
    self.name = name
    self.speaker = speaker
    self.transcript = transcript
  }
}

public struct VoiceSelection: Equatable, Sendable {
  /// In the query rather than the path, because paths are logged.
  public var name: String?
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

public struct VoiceValue: Codable, Equatable, Sendable {
  public var createdAt: Date
  public var model: String
  public var name: String

  public init(_ voice: RememberedVoice) {
    createdAt = voice.createdAt
    model = voice.voice.model
    name = voice.name
  }

  public var value: RememberedVoice {
    RememberedVoice(
      name: name, voice: Voice(model: model, embedding: []), createdAt: createdAt)
  }
}

public struct VoiceList: Codable, Equatable, Sendable {
  public var voices: [VoiceValue]

  public init(voices: [VoiceValue]) {
    self.voices = voices
  }
}

public struct ForgottenVoices: Codable, Equatable, Sendable {
  /// `false` if the data is overwritten later, because another program is still reading it.
  public var erased: Bool

  public init(erased: Bool) {
    self.erased = erased
  }
}
