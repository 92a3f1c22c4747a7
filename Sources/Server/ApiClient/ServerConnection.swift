import Dependencies
import Foundation
public import HTTPMessages
public import ServerRouter
import SharedModels
import URLRouting

/// What is asked of one server, as routes; what they say is written by the router that the server
/// reads them with.
public struct ServerConnection: Sendable {
  public let address: ServerAddress
  @Dependency(\.apiClient) var client
  let router = ServerRouter()

  /// As large as an answer may be that is read as a whole, in bytes.
  private static let answerLimit = 1 << 28

  public init(_ address: ServerAddress) {
    self.address = address
  }

  /// Asks for something, and returns when the head of the answer is there.
  ///
  /// - Parameters:
  ///   - headers: What else to say.
  ///   - body: What to send, in the place of what the route has.
  /// - Throws: ``ApiError`` where no answer comes, or a problem.
  public func response(
    to route: ServerRoute, headers: HTTPHeaders = [:], body: HTTPBody? = nil
  ) async throws -> HTTPResponse {
    let data = try router.request(for: route)
    var headers = headers
    if !data.body.isEmpty { headers["Content-Type"] = "application/json" }
    return try await response(
      to: HTTPRequest(
        data.method, data.target, headers: headers, body: body ?? HTTPBody(data.body)))
  }

  /// The same for a request that no route prints, such as one to an address that the server gave.
  public func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try await success(of: client.send(request: request, to: address))
  }

  func success(of response: HTTPResponse) async throws -> HTTPResponse {
    let code = response.status.rawValue
    guard !(200..<300).contains(code)
    else { return response }
    let bytes = try await bytes(of: response)
    guard var problem = try? JSONDecoder.speechMemo.decode(ServerProblem.self, from: Data(bytes))
    else {
      // A server that is being started again, behind a proxy that is not.
      if [429, 502, 503, 504].contains(code) {
        throw ApiError.unreachable(
          server: address.base, reason: "it returned status \(code)", isTransient: true)
      }
      let place = response.headers["Location"].map { " with a redirect to \($0)" } ?? ""
      throw ApiError.notOurs(server: address.base, reason: "it returned status \(code)\(place)")
    }
    problem.status = response.status
    throw ApiError.problem(server: address.base, problem)
  }

  /// Asks for a value.
  public func value<Value: Decodable>(
    _ route: ServerRoute, as _: Value.Type = Value.self, headers: HTTPHeaders = [:]
  ) async throws -> Value {
    try await valueAndTag(route, headers: headers).value
  }

  /// The same with what tells its state from others.
  public func valueAndTag<Value: Decodable>(
    _ route: ServerRoute, as _: Value.Type = Value.self, headers: HTTPHeaders = [:]
  ) async throws -> (value: Value, tag: String?) {
    let response = try await response(to: route, headers: headers)
    let bytes = try await bytes(of: response)
    do {
      let value = try JSONDecoder.speechMemo.decode(Value.self, from: Data(bytes))
      return (value, response.headers["ETag"])
    } catch {
      throw ApiError.notOurs(server: address.base, reason: "its response could not be decoded")
    }
  }

  /// Asks for something that answers with nothing.
  public func perform(_ route: ServerRoute, headers: HTTPHeaders = [:]) async throws {
    _ = try await bytes(of: response(to: route, headers: headers))
  }

  private func bytes(of response: HTTPResponse) async throws -> [UInt8] {
    try await response.body.bytes(upTo: Self.answerLimit)
  }
}

extension HTTPResponse {
  /// What comes, whether it is there already or not.
  public var body: HTTPBody {
    get throws {
      switch content {
      case .bytes(let bytes): HTTPBody(bytes)
      case .file(let file): HTTPBody(try file.bytes())
      case .stream(let body): body
      case .upgrade: .empty
      }
    }
  }
}
