extension WyomingEvent {
  public static func error(_ text: String) -> Self { Self("error", ["text": .string(text)]) }

  public static func pong(text: String?) -> Self {
    Self("pong", text.map { ["text": .string($0)] } ?? [:])
  }

  public static func transcript(_ text: String, language: String?) -> Self {
    Self("transcript", named(language, and: ["text": .string(text)]))
  }

  public static func transcriptStart(language: String?) -> Self {
    Self("transcript-start", named(language, and: [:]))
  }

  public static func transcriptChunk(_ text: String) -> Self {
    Self("transcript-chunk", ["text": .string(text)])
  }

  public static let transcriptStop = Self("transcript-stop")

  public static func info(_ program: WyomingProgram) -> Self {
    Self("info", ["asr": .array([program.value])])
  }

  private static func named(
    _ language: String?, and data: [String: WyomingValue]
  ) -> [String: WyomingValue] {
    var data = data
    data["language"] = language.map { .string($0) }
    return data
  }
}

public struct WyomingProgram: Hashable, Sendable {
  public struct Model: Hashable, Sendable {
    public var name: String
    public var maker: String
    public var version: String?
    public var languages: [String]

    public init(name: String, maker: String, version: String?, languages: [String]) {
      self.name = name
      self.maker = maker
      self.version = version
      self.languages = languages
    }
  }

  public var name: String
  public var description: String
  public var version: String?
  public var models: [Model]

  public init(name: String, description: String, version: String?, models: [Model]) {
    self.name = name
    self.description = description
    self.version = version
    self.models = models
  }

  fileprivate var value: WyomingValue {
    .object([
      "attribution": attribution(name),
      "description": .string(description),
      "installed": .bool(!models.isEmpty),
      "models": .array(
        models.map { model in
          .object([
            "attribution": attribution(model.maker),
            "description": .string(model.name),
            "installed": true,
            "languages": .array(model.languages.map { .string($0) }),
            "name": .string(model.name),
            "version": optional(model.version),
          ])
        }),
      "name": .string(name),
      // `audio-stop` marks the end of a command.
      "requires_external_vad": true,
      "supports_transcript_streaming": true,
      "version": optional(version),
    ])
  }
}

private func attribution(_ name: String) -> WyomingValue {
  .object(["name": .string(name), "url": ""])
}

private func optional(_ text: String?) -> WyomingValue {
  text.map { .string($0) } ?? .null
}
