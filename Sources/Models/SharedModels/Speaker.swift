import Foundation
public import Tagged

/// Somebody who speaks in a transcript.
public struct Speaker: Codable, Equatable, Identifiable, Sendable {
  /// The speaker's number in the transcript. Speakers are numbered from 0, in the order in which they
  /// first speak; one that goes leaves the others' numbers as they are.
  public typealias ID = Tagged<Speaker, Int>

  /// By this, words name who speaks them.
  public let id: ID
  /// Whose voice this may be, which a person has neither said nor denied yet.
  public var likelyName: String?
  /// What a person calls the speaker.
  public var name: String?
  /// How the speaker sounds; `nil` where that is not kept.
  public var voice: Voice?

  /// Creates a value from its properties.
  public init(id: ID, name: String? = nil, likelyName: String? = nil, voice: Voice? = nil) {
    self.id = id
    self.likelyName = likelyName
    self.name = name
    self.voice = voice
  }

  /// What the speaker is called where nobody has said it: `Speaker 1`, or `Anna?` where it sounds
  /// like Anna.
  public var label: String { name ?? likelyName.map { "\($0)?" } ?? "Speaker \(id.number)" }
}

extension Speaker {
  /// The ids that an edit can introduce: far more than a recording has speakers.
  static let allowedIDs = ID(0)..<ID(1 << 20)
}

extension Speaker.ID {
  /// The speaker's number for the user, counted from 1. It saturates: older versions stored any id.
  public var number: Int { rawValue == .max ? .max : rawValue + 1 }
}

extension Speaker {
  /// Whether the name begins so, in any case, accents aside.
  public func isCalled(_ beginning: String) -> Bool {
    name?.range(
      of: beginning, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) != nil
  }
}

extension String {
  /// Whether both are the same name, in any case, accents and the space around them aside.
  public func isSameName(as other: String) -> Bool {
    trimmed.compare(
      other.trimmed, options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive])
      == .orderedSame
  }
}

/// How somebody sounds: personal data, by which a person can be recognized.
public struct Voice: Codable, Equatable, Sendable {
  /// The network that made the embedding. Only those of one network can be compared.
  public var model: String
  /// A vector of length 1.
  public var embedding: [Float]
  /// How alike voices of this network are when they are of one person; `nil` where that is not known.
  public var sameLikeness: Float?

  /// Creates a value from its properties.
  public init(model: String, embedding: [Float], sameLikeness: Float? = nil) {
    self.model = model
    self.embedding = embedding
    self.sameLikeness = sameLikeness
  }

  /// Whether both are likely of one person, by what their network says of it.
  public func isSame(as other: Self) -> Bool {
    if model == other.model, embedding == other.embedding { return !embedding.isEmpty }
    guard let likeness = likeness(to: other), let least = sameLikeness ?? other.sameLikeness
    else { return false }
    return likeness >= least
  }

  /// How alike two voices are, from -1 to 1; `nil` where they cannot be compared.
  public func likeness(to other: Self) -> Float? {
    guard model == other.model, embedding.count == other.embedding.count, !embedding.isEmpty
    else { return nil }
    return zip(embedding, other.embedding).reduce(0) { $0 + $1.0 * $1.1 }
  }
}

/// A voice of which it is certain whose it is.
public struct NamedVoice: Equatable, Sendable {
  public var name: String
  public var voice: Voice

  /// Creates a value from its properties.
  public init(name: String, voice: Voice) {
    self.name = name
    self.voice = voice
  }
}

/// Whether, and how, an engine is to tell speakers apart.
public struct SpeakerSettings: Codable, Equatable, Sendable {
  /// How many speakers there are; `nil` lets the engine find out.
  public var count: Int?
  /// Whether how they sound is kept, and compared with the voices that a person had remembered.
  public var keepsVoices: Bool

  /// How many speakers an engine can be told of.
  public static let counts = 1...20

  /// Creates a value from its properties.
  public init(count: Int? = nil, keepsVoices: Bool = false) {
    self.count = count
    self.keepsVoices = keepsVoices
  }

  /// What is asked for by a text: a number of speakers, or `auto` for as many as there are.
  ///
  /// - Returns: `nil` where it is neither.
  public init?(text: String) {
    let count = Int(text)
    guard text == Self.anyCount || count.map(Self.counts.contains) == true
    else { return nil }
    self.init(count: count)
  }

  /// How ``count`` is asked for.
  public var text: String { count.map(String.init) ?? Self.anyCount }

  private static let anyCount = "auto"

  /// What a text has to be for ``init(text:)``.
  public static let expectation =
    "auto, or a number from \(counts.lowerBound) to \(counts.upperBound)"
}
