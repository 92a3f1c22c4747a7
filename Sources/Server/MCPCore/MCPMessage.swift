import Foundation

/// What tells one request of a client from another: its answer has the same.
enum MCPRequestID: Codable, Equatable, Sendable {
  case number(Int64)
  case text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int64.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }
}

/// One message of a client: all but the arguments of a tool, which are read when the tool is known.
struct MCPMessage: Decodable {
  /// `nil` for a notification, which has no answer.
  let id: MCPRequestID?
  /// `nil` where it answers a request, though none is sent from here.
  let method: String?
  let params: MCPParams?
  /// Whether `params` is something else than it can be.
  let hasBadParams: Bool

  private enum CodingKeys: CodingKey {
    case error, id, jsonrpc, method, params, result
  }

  /// - Throws: ``MCPError`` for what is no message.
  init(_ bytes: [UInt8]) throws(MCPError) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(bytes))
    } catch let error as MCPError {
      throw error
    } catch DecodingError.dataCorrupted {
      throw MCPError(.parse, "The message is not valid JSON")
    } catch {
      throw MCPError(.invalidRequest, "The message must be one JSON object, not a batch")
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard (try? container.decode(String.self, forKey: .jsonrpc)) == "2.0"
    else { throw MCPError(.invalidRequest, "'jsonrpc' must be \"2.0\"") }
    let id = try? container.decode(MCPRequestID.self, forKey: .id)
    guard id != nil || !container.contains(.id)
    else { throw MCPError(.invalidRequest, "'id' must be a string or an integer") }
    self.id = id
    if container.contains(.method) {
      guard let method = try? container.decode(String.self, forKey: .method)
      else { throw MCPError(.invalidRequest, "'method' must be a string") }
      self.method = method
    } else {
      guard container.contains(.result) || container.contains(.error)
      else { throw MCPError(.invalidRequest, "'method' is missing") }
      method = nil
    }
    params = try? container.decode(MCPParams.self, forKey: .params)
    hasBadParams = params == nil && container.contains(.params)
  }
}

/// What a request says besides its method.
struct MCPParams: Decodable {
  /// What the newest revision has each request say.
  struct Meta: Decodable {
    /// The revision; empty where it is no text.
    let version: String?
    let hasCapabilities: Bool

    private enum CodingKeys: String, CodingKey {
      case clientCapabilities = "io.modelcontextprotocol/clientCapabilities"
      case protocolVersion = "io.modelcontextprotocol/protocolVersion"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      version =
        container.contains(.protocolVersion)
        ? (try? container.decode(String.self, forKey: .protocolVersion)) ?? "" : nil
      hasCapabilities =
        (try? container.nestedContainer(keyedBy: CodingKeys.self, forKey: .clientCapabilities))
        != nil
    }
  }

  let meta: Meta?
  /// The tool that is called.
  let name: String?
  /// The revision that a client begins with.
  let protocolVersion: String?

  private enum CodingKeys: String, CodingKey {
    case meta = "_meta"
    case name, protocolVersion
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    meta = try? container.decode(Meta.self, forKey: .meta)
    name = try? container.decode(String.self, forKey: .name)
    protocolVersion = try? container.decode(String.self, forKey: .protocolVersion)
  }
}

/// The arguments with which a tool is called.
struct MCPArguments<Arguments: Decodable>: Decodable {
  /// `nil` where none are given.
  let arguments: Arguments?

  private enum CodingKeys: CodingKey {
    case arguments, params
  }

  init(from decoder: any Decoder) throws {
    arguments = try decoder.container(keyedBy: CodingKeys.self)
      .nestedContainer(keyedBy: CodingKeys.self, forKey: .params)
      .decodeIfPresent(Arguments.self, forKey: .arguments)
  }
}

/// The names of an object's values, whatever the values are.
struct MCPNames: Decodable {
  let names: [String]

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    names = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue).sorted()
  }
}
