import Foundation
import SharedModels

public struct MCPResponse: Sendable {
  /// One line of JSON.
  public let bytes: [UInt8]
  /// The server's error, for the log. Agents get fewer details.
  public let failure: String?
  /// The revision that this answer to `initialize` has agreed on.
  public let handshake: String?
  public let outcome: Outcome

  public enum Outcome: Equatable, Sendable {
    case answered
    case malformed
    case unknownMethod
  }

  init(
    _ id: MCPRequestID, _ result: some Encodable, failure: String? = nil, handshake: String? = nil
  ) {
    self.init(
      Response(id: id, result: result), .answered, failure: failure, handshake: handshake)
  }

  init?(batch answers: [MCPResponse]) {
    guard !answers.isEmpty
    else { return nil }
    bytes = Array("[".utf8) + answers.map(\.bytes).joined(separator: ",".utf8) + Array("]".utf8)
    failure = answers.lazy.compactMap(\.failure).first
    handshake = nil
    outcome = .answered
  }

  init(_ id: MCPRequestID?, _ error: MCPError, isStateless: Bool) {
    // Clients of older revisions treat other statuses as connection failures.
    let outcome: Outcome =
      switch error.code {
      case .headerMismatch, .invalidRequest, .parse, .unsupportedVersion: .malformed
      case .invalidParams: isStateless ? .malformed : .answered
      case .methodNotFound: isStateless ? .unknownMethod : .answered
      case .internal: .answered
      }
    self.init(Failure(id: id, error: error), outcome)
  }

  private init(
    _ value: some Encodable, _ outcome: Outcome, failure: String? = nil, handshake: String? = nil
  ) {
    do {
      bytes = Array(try JSONEncoder.speechMemo.encode(value))
      self.failure = failure
    } catch {
      // Only a number that JSON can't represent could cause this.
      bytes = Array(
        #"{"error":{"code":-32603,"message":"Cannot encode the response"},"id":null,"jsonrpc":"2.0"}"#
          .utf8)
      self.failure = failure ?? String(describing: error)
    }
    self.handshake = handshake
    self.outcome = outcome
  }

  private struct Response<Value: Encodable>: Encodable {
    let id: MCPRequestID
    let jsonrpc = "2.0"
    let result: Value
  }

  private struct Failure: Encodable {
    let id: MCPRequestID?
    let error: MCPError

    private enum CodingKeys: CodingKey {
      case error, id, jsonrpc
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(error, forKey: .error)
      // JSON-RPC requires the id, even if it is null.
      try container.encode(id, forKey: .id)
      try container.encode("2.0", forKey: .jsonrpc)
    }
  }
}
