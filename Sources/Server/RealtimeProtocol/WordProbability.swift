import Foundation
public import SharedModels

/// OpenAI's probability of a token, here per word, as the engine reports it.
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
  /// The natural logarithm of the confidence, which counts as at least one in a million.
  public var logProbability: Double { log(max(confidence, 1e-6)) }
}
