public import Foundation

public enum SummaryFailure: Error, Equatable, Sendable {
  case contextTooSmall(model: String)
  case malformed(model: String, reason: String)
  case noWords
}

extension SummaryFailure: LocalizedError, CustomStringConvertible {
  public var description: String {
    switch self {
    case .contextTooSmall(let model):
      """
      the context of the model '\(model)' is too small for a summary; start its server with a larger \
      one, or select another model with 'speechmemo settings assistant-model NAME'
      """
    case .malformed(let model, let reason):
      """
      the model '\(model)' twice gave a response that is not usable (\(reason)); try again, or select \
      another model with 'speechmemo settings assistant-model NAME'
      """
    case .noWords:
      "there is nothing to summarize: the transcript has no words"
    }
  }

  public var errorDescription: String? { description }
}
