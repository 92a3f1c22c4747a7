import Dependencies
import Foundation
public import HTTPMessages
public import ServerRouter
import SharedModels
import URLRouting

public struct ServerConnection: Sendable {
  public let address: ServerAddress
  @Dependency(\.apiClient) var client
  let router = ServerRouter()

  private static let answerLimit = 1 << 28

  public init(_ address: ServerAddress) {
    self.address = address
  }

  /// Returns once the response head has arrived. Throws ``ApiError``, also for any status but 2xx.
  public func response(
    to route: ServerRoute, headers: HTTPHeaders = [:]
  ) async throws -> HTTPResponse {
    let data = try router.request(for: route)
    var headers = headers
    if !data.body.isEmpty { headers["Content-Type"] = "application/json" }
    return try await response(
      to: HTTPRequest(
        data.method, data.target, headers: headers, body: HTTPBody(data.body)))
  }

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
      // A proxy responds like this while the server behind it restarts.
      if [429, 502, 503, 504].contains(code) {
        throw ApiError.unreachable(
          server: address.base, reason: "it returned status \(code)", isTransient: true)
      }
      let place = response.headers["Location"].map { " with a redirect to \($0)" } ?? ""
      throw ApiError.incompatibleServer(
        server: address.base, reason: "it returned status \(code)\(place)")
    }
    problem.status = response.status
    throw ApiError.problem(server: address.base, problem)
  }

  public func value<Value: Decodable>(
    _ route: ServerRoute, as _: Value.Type = Value.self, headers: HTTPHeaders = [:]
  ) async throws -> Value {
    try await valueAndTag(route, headers: headers).value
  }

  public func valueAndTag<Value: Decodable>(
    _ route: ServerRoute, as _: Value.Type = Value.self, headers: HTTPHeaders = [:]
  ) async throws -> (value: Value, tag: String?) {
    let response = try await response(to: route, headers: headers)
    let bytes = try await bytes(of: response)
    do {
      let value = try JSONDecoder.speechMemo.decode(Value.self, from: Data(bytes))
      return (value, response.headers["ETag"])
    } catch {
      throw ApiError.incompatibleServer(
        server: address.base, reason: "its response could not be decoded")
    }
  }

  public func perform(_ route: ServerRoute, headers: HTTPHeaders = [:]) async throws {
    _ = try await bytes(of: response(to: route, headers: headers))
  }

  private func bytes(of response: HTTPResponse) async throws -> [UInt8] {
    try await response.body.bytes(upTo: Self.answerLimit)
  }
}

extension HTTPResponse {
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
