import SharedModels

extension Settings: Codable {
  private enum Field: String, CaseIterable {
    case assistant, assistantKey, assistantModel, compute, engine, engineKey, language, languages
    case model, quality, retention, speakers, theme, vocabulary
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    self.init(
      assistant: try container.read(Field.assistant),
      assistantKey: try container.read(Field.assistantKey),
      assistantModel: try container.read(Field.assistantModel),
      compute: try container.read(Field.compute).flatMap(Compute.init(rawValue:)) ?? .auto,
      engine: try container.read(Field.engine) ?? .whisper,
      engineKey: try container.read(Field.engineKey),
      language: try container.read(Field.language),
      languages: try container.read(Field.languages) ?? [],
      model: try container.read(Field.model),
      quality: try container.read(Field.quality).flatMap(TranscriptionQuality.init(rawValue:))
        ?? .fast,
      retention: try container.read(Field.retention) ?? Retention(),
      speakers: try container.read(Field.speakers).flatMap(Speakers.init(rawValue:)) ?? .off,
      theme: try container.read(Field.theme) ?? .system,
      vocabulary: try container.read(Field.vocabulary) ?? [])
    unknown = try container.others(than: Field.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.write(unknown)
    try container.write(assistant, Field.assistant)
    try container.write(assistantKey, Field.assistantKey)
    try container.write(assistantModel, Field.assistantModel)
    // Defaults are omitted, so that files of older versions stay unchanged.
    try container.write(compute == .auto ? nil : compute, Field.compute)
    try container.write(engine, Field.engine)
    try container.write(engineKey, Field.engineKey)
    try container.write(language, Field.language)
    try container.write(languages.isEmpty ? nil : languages, Field.languages)
    try container.write(model, Field.model)
    try container.write(quality == .fast ? nil : quality, Field.quality)
    try container.write(retention, Field.retention)
    try container.write(speakers == .off ? nil : speakers, Field.speakers)
    try container.write(theme, Field.theme)
    try container.write(vocabulary, Field.vocabulary)
  }
}

extension Settings.Engine: Codable {
  private static let whisperName = "whisper"

  public init(from decoder: any Decoder) throws {
    let name = try decoder.singleValueContainer().decode(String.self)
    if name.isEmpty || name == Self.whisperName {
      self = .whisper
    } else {
      self = ServerURL.isURL(name) ? .server(name) : .program(name)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(program ?? server ?? Self.whisperName)
  }
}

extension Settings.Retention: Codable {
  private enum Field: String, CaseIterable {
    case memoDays, trashDays
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    self.init(
      memoDays: try Self.number(.memoDays, in: container),
      trashDays: try Self.number(.trashDays, in: container))
    unknown = try container.others(than: Field.self)
  }

  /// An out-of-range number is an error: it must not get memos deleted.
  private static func number(
    _ field: Field, in container: KeyedDecodingContainer<FieldName>
  ) throws -> Int? {
    guard let number: Int = try container.read(field)
    else { return nil }
    guard days.contains(number)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: FieldName(field.rawValue), in: container,
        debugDescription: "\(number) is not between \(days.lowerBound) and \(days.upperBound) days")
    }
    return number
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.write(unknown)
    try container.write(memoDays, Field.memoDays)
    try container.write(trashDays, Field.trashDays)
  }
}

extension Settings.Theme: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(name: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
