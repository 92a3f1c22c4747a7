import Foundation
public import SharedModels

/// How likely a word is. OpenAI's clients call such a piece a token; the engine here tells it of
/// words.
public struct WordProbability: Encodable, Hashable, Sendable {
  let bytes: [UInt8]
  let logprob: Double
  let token: String

  public init(_ word: Word) {
    token = word.text
    bytes = Array(word.text.utf8)
    logprob = word.logProbability
  }
}

extension Word {
  /// The natural logarithm of how likely it is; as unlikely as a million to one where it is not at
  /// all.
  public var logProbability: Double { log(max(confidence, 1e-6)) }
}
