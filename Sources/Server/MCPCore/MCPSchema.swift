import Foundation
import ServerRouter

struct MCPSchema: Encodable {
  struct Property: Encodable {
    enum Kind {
      case cursor, id, moment, number, text, texts
      case count(maximum: Int)
    }

    let description: String
    let kind: Kind

    init(_ kind: Kind, _ description: String) {
      self.description = description
      self.kind = kind
    }

    private enum CodingKeys: CodingKey {
      case description, format, items, maximum, minimum, type
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(description, forKey: .description)
      switch kind {
      case .cursor, .moment, .text: try container.encode("string", forKey: .type)
      case .id:
        try container.encode("string", forKey: .type)
        try container.encode("uuid", forKey: .format)
      case .count(let maximum):
        try container.encode("integer", forKey: .type)
        try container.encode(1, forKey: .minimum)
        try container.encode(maximum, forKey: .maximum)
      case .number:
        try container.encode("number", forKey: .type)
        try container.encode(0, forKey: .minimum)
      case .texts:
        try container.encode("array", forKey: .type)
        try container.encode(["type": "string"], forKey: .items)
      }
    }

    fileprivate var expectation: String {
      switch kind {
      case .count(let maximum): "a whole number from 1 to \(maximum)"
      case .cursor: "the 'next' value of the previous page"
      case .id: "a memo's id, as returned by 'list_memos' or 'search'"
      case .moment: "a date such as 2026-01-31 or 2026-01-31T12:00:00Z"
      case .number: "a number of seconds, 0 or more"
      case .text: "a string"
      case .texts: "a list of strings"
      }
    }
  }

  let properties: [String: Property]
  let required: [String]

  private enum CodingKeys: CodingKey {
    case additionalProperties, properties, required, type
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("object", forKey: .type)
    try container.encode(properties, forKey: .properties)
    try container.encode(required, forKey: .required)
    try container.encode(false, forKey: .additionalProperties)
  }
}

extension MCPSchema {
  /// Returns the arguments, or a problem for the agent. Throws ``MCPError`` unless given an object.
  func arguments<Arguments: Decodable>(
    _: Arguments.Type, of message: [UInt8]
  ) throws(MCPError) -> Result<Arguments, ServerProblem> {
    let decoder = JSONDecoder()
    let message = Data(message)
    let names: [String]?
    do {
      names = try decoder.decode(MCPArguments<MCPNames>.self, from: message).arguments?.names
    } catch {
      throw MCPError(.invalidParams, "'params.arguments' must be an object")
    }
    if let name = names?.first(where: { properties[$0] == nil }) {
      let known = properties.keys.sorted().joined(separator: ", ")
      return .failure(
        .badArgument("unknown argument '\(name.prefix(100))': use \(known)"))
    }
    do {
      let arguments = try decoder.decode(MCPArguments<Arguments>.self, from: message).arguments
      return .success(try arguments ?? decoder.decode(Arguments.self, from: Data("{}".utf8)))
    } catch let error as DecodingError {
      return .failure(problem(error))
    } catch {
      return .failure(ServerProblem(error))
    }
  }

  private func problem(_ error: DecodingError) -> ServerProblem {
    let (path, missing): ([any CodingKey], (any CodingKey)?) =
      switch error {
      case .dataCorrupted(let context): (context.codingPath, nil)
      case .keyNotFound(let key, let context): (context.codingPath, key)
      case .typeMismatch(_, let context), .valueNotFound(_, let context): (context.codingPath, nil)
      @unknown default: ([], nil)
      }
    guard
      let name = (path.map(\.stringValue) + [missing?.stringValue].compactMap(\.self))
        .first(where: { properties[$0] != nil }), let property = properties[name]
    else {
      // The error has no path for a number out of range or an invalid string.
      return .badArgument("an argument does not match the tool's schema: check all arguments")
    }
    return missing?.stringValue == name
      ? .badArgument("'\(name)' is missing: give \(property.expectation)") : bad(name)
  }

  func count(_ value: Double?, _ name: String) throws(ServerProblem) -> Int? {
    guard let value
    else { return nil }
    guard let property = properties[name], case .count(let maximum) = property.kind,
      let count = Int(exactly: value), (1...maximum).contains(count)
    else { throw bad(name) }
    return count
  }

  func seconds(_ value: Double, _ name: String) throws(ServerProblem) -> Duration {
    guard value >= 0, let duration = Duration(secondsToMillisecond: value)
    else { throw bad(name) }
    return duration
  }

  private func bad(_ name: String) -> ServerProblem {
    .badArgument("'\(name)' must be \(properties[name]?.expectation ?? "a different value")")
  }
}

extension ServerProblem {
  static func badArgument(_ detail: String) -> Self {
    Self(.unprocessableContent, .invalidArgument, detail: detail)
  }
}
