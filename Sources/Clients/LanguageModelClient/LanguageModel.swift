public struct LanguageModel: Equatable, Sendable {
  /// The tokens of a request and its response together; `nil` if unknown.
  public var contextLength: Int?
  public var name: String

  public init(name: String, contextLength: Int? = nil) {
    self.contextLength = contextLength
    self.name = name
  }
}

public struct LanguageModelServer: Equatable, Sendable {
  public var isOnThisMachine: Bool
  public var name: String

  public init(name: String, isOnThisMachine: Bool) {
    self.isOnThisMachine = isOnThisMachine
    self.name = name
  }
}

public struct LanguageModelRequest: Equatable, Sendable {
  /// The task for the model, which never contains the user's data.
  public var instructions: String
  public var model: String
  public var prompt: String
  public var schema: Schema
  public var tokenLimit: Int

  /// A JSON schema, which servers enforce if they can.
  public struct Schema: Equatable, Sendable {
    public var json: String
    public var name: String

    public init(name: String, json: String) {
      self.json = json
      self.name = name
    }
  }

  public init(
    model: String, instructions: String, prompt: String, schema: Schema, tokenLimit: Int
  ) {
    self.instructions = instructions
    self.model = model
    self.prompt = prompt
    self.schema = schema
    self.tokenLimit = tokenLimit
  }
}

public enum LanguageModelEvent: Equatable, Sendable {
  case finished(Reason)
  case text(String)

  public enum Reason: Equatable, Sendable {
    case complete
    case length
    /// The server withheld the rest.
    case withheld
  }
}
