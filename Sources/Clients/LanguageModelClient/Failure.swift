public import Foundation

extension LanguageModelClient {
  public struct Failure: Error, Equatable, Sendable {
    public var hint: String?
    public var message: String
    public var reason: Reason

    public enum Reason: Equatable, Sendable {
      case interrupted
      case off
      case server
      /// The request doesn't fit the model's context.
      case tooLong
    }

    public init(_ reason: Reason, message: String, hint: String? = nil) {
      self.hint = hint
      self.message = message
      self.reason = reason
    }

    public static let off = Self(
      .off, message: "no language model is set",
      hint: "run 'speechmemo settings assistant URL', such as http://localhost:11434/v1 for Ollama")
  }
}

extension LanguageModelClient.Failure: LocalizedError, CustomStringConvertible {
  public var description: String { hint.map { "\(message); \($0)" } ?? message }
  public var errorDescription: String? { description }
}
