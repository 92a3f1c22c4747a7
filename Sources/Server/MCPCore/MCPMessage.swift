import Foundation

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

struct MCPBatch {
  let messages: [[UInt8]]

  init?(_ bytes: [UInt8]) {
    let isSpace = { (byte: UInt8) in [0x20, 0x09, 0x0a, 0x0d].contains(byte) }
    guard bytes.first(where: { !isSpace($0) }) == UInt8(ascii: "["),
      let items = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [Any],
      let messages = try? items.map({
        Array(try JSONSerialization.data(withJSONObject: $0, options: .fragmentsAllowed))
      })
    else { return nil }
    self.messages = messages
  }
}

/// A client's message. Tool arguments are decoded later, once the tool is known.
struct MCPMessage: Decodable {
  /// `nil` for notifications, which get no answer.
  let id: MCPRequestID?
  /// `nil` for responses, although the server sends no requests.
  let method: String?
  let params: MCPParams?
  let hasBadParams: Bool

  private enum CodingKeys: CodingKey {
    case error, id, jsonrpc, method, params, result
  }

  init(_ bytes: [UInt8]) throws(MCPError) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(bytes))
    } catch let error as MCPError {
      throw error
    } catch DecodingError.dataCorrupted {
      throw MCPError(.parse, "The message is not valid JSON")
    } catch {
      throw MCPError(
        .invalidRequest,
        "The message must be one JSON object: only revision \(MCPVersion.batches) has batches")
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

struct MCPParams: Decodable {
  /// Required in every request of the newest revision.
  struct Meta: Decodable {
    /// The revision; empty if it isn't a string.
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
  let name: String?
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

struct MCPArguments<Arguments: Decodable>: Decodable {
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
