import Foundation
public import Tagged

public struct Speaker: Codable, Equatable, Identifiable, Sendable {
  /// Counts from 0, in order of first appearance. Removing a speaker keeps the other numbers.
  public typealias ID = Tagged<Speaker, Int>

  public let id: ID
  /// A guess from the voice that the user has neither confirmed nor rejected.
  public var likelyName: String?
  public var name: String?
  public var voice: Voice?

  public init(id: ID, name: String? = nil, likelyName: String? = nil, voice: Voice? = nil) {
    self.id = id
    self.likelyName = likelyName
    self.name = name
    self.voice = voice
  }

  public var label: String { name ?? likelyName.map { "\($0)?" } ?? "Speaker \(id.number)" }
}

extension Speaker {
  static let allowedIDs = ID(0)..<ID(1 << 20)
}

extension Speaker.ID {
  /// Counted from 1, for users. Saturates, because older versions stored any id.
  public var number: Int { rawValue == .max ? .max : rawValue + 1 }
}

extension Speaker {
  public func hasName(startingWith beginning: String) -> Bool {
    name?.range(
      of: beginning, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) != nil
  }
}

extension String {
  public func isSameName(as other: String) -> Bool {
    trimmed.compare(
      other.trimmed, options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive])
      == .orderedSame
  }
}

/// A voice embedding: personal data that can identify someone.
public struct Voice: Codable, Equatable, Sendable {
  /// The network that made the embedding. Other networks' embeddings are not comparable.
  public var model: String
  public var embedding: [Float]
  /// The likeness from which two voices count as one person.
  public var sameLikeness: Float?

  public init(model: String, embedding: [Float], sameLikeness: Float? = nil) {
    self.model = model
    self.embedding = embedding
    self.sameLikeness = sameLikeness
  }

  public func isSame(as other: Self) -> Bool {
    if model == other.model, embedding == other.embedding { return !embedding.isEmpty }
    guard let likeness = likeness(to: other), let least = sameLikeness ?? other.sameLikeness
    else { return false }
    return likeness >= least
  }

  /// From -1 to 1; `nil` if the voices are not comparable.
  public func likeness(to other: Self) -> Float? {
    guard model == other.model, embedding.count == other.embedding.count, !embedding.isEmpty
    else { return nil }
    return zip(embedding, other.embedding).reduce(0) { $0 + $1.0 * $1.1 }
  }
}

public struct NamedVoice: Equatable, Sendable {
  public var name: String
  public var voice: Voice

  public init(name: String, voice: Voice) {
    self.name = name
    self.voice = voice
  }
}

public struct SpeakerSettings: Codable, Equatable, Sendable {
  public var count: Int?
  public var keepsVoices: Bool

  public static let counts = 1...20

  public init(count: Int? = nil, keepsVoices: Bool = false) {
    self.count = count
    self.keepsVoices = keepsVoices
  }

  public init?(text: String) {
    let count = Int(text)
    guard text == Self.anyCount || count.map(Self.counts.contains) == true
    else { return nil }
    self.init(count: count)
  }

  public var text: String { count.map(String.init) ?? Self.anyCount }

  private static let anyCount = "auto"

  public static let expectation =
    "auto, or a number from \(counts.lowerBound) to \(counts.upperBound)"
}
