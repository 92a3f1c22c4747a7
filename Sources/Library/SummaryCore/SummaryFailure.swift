public import Foundation
public import SharedModels

public enum SummaryFailure: Error, Equatable, Sendable {
  case contextTooSmall(model: String)
  case malformed(model: String, reason: String)
  case noWords
  case unsupported(model: String, dropped: Int)
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
    case .unsupported(let model, let count):
      """
      no quote in the transcript supports what the model '\(model)' wrote (\(count) dropped), so no \
      summary was stored; try again, or select another model with 'speechmemo settings assistant-model \
      NAME'
      """
    }
  }

  public var errorDescription: String? { description }
}

extension Summary {
  /// - Throws: ``SummaryFailure/unsupported(model:dropped:)`` if the model wrote points, and all were
  ///   dropped. Such a summary must not replace an earlier one.
  public func requireSupport() throws(SummaryFailure) {
    guard isEmpty, droppedCount > 0
    else { return }
    throw .unsupported(model: provenance.model, dropped: droppedCount)
  }
}
