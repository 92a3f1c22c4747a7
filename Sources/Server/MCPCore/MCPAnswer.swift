import Foundation
import SharedModels

/// What a message is answered with.
public struct MCPAnswer: Sendable {
  /// The answer, on one line of JSON.
  public let bytes: [UInt8]
  /// What went wrong here, for who runs the server: its agents are told less.
  public let failure: String?
  /// How it ended, in terms of HTTP.
  public let outcome: Outcome

  /// How a message's answer is to be sent.
  public enum Outcome: Equatable, Sendable {
    /// As any other: it has a result, or an error that is only told inside of it.
    case answered
    /// As that of a request that is not understood.
    case malformed
    /// As that of a request for something that is not there.
    case unknownMethod
  }

  init(_ id: MCPRequestID, _ result: some Encodable, failure: String? = nil) {
    self.init(Response(id: id, result: result), .answered, failure: failure)
  }

  init(_ id: MCPRequestID?, _ error: MCPError, isStateless: Bool) {
    // Clients of the older revisions take another status for a failure of the connection.
    let outcome: Outcome =
      switch error.code {
      case .headerMismatch, .invalidRequest, .parse, .unsupportedVersion: .malformed
      case .invalidParams: isStateless ? .malformed : .answered
      case .methodNotFound: isStateless ? .unknownMethod : .answered
      case .internal: .answered
      }
    self.init(Failure(id: id, error: error), outcome)
  }

  private init(_ value: some Encodable, _ outcome: Outcome, failure: String? = nil) {
    do {
      bytes = Array(try JSONEncoder.speechMemo.encode(value))
      self.failure = failure
    } catch {
      // Only a number that JSON has not could do that.
      bytes = Array(
        #"{"error":{"code":-32603,"message":"Cannot encode the response"},"id":null,"jsonrpc":"2.0"}"#
          .utf8)
      self.failure = failure ?? String(describing: error)
    }
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
      // It is there even where it is not known.
      try container.encode(id, forKey: .id)
      try container.encode("2.0", forKey: .jsonrpc)
    }
  }
}
