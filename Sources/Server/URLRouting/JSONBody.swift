public import Foundation

public struct JSONBody<Value: Codable & Sendable>: RouteParser {
  private let decoder: @Sendable () -> JSONDecoder
  private let encoder: @Sendable () -> JSONEncoder

  public init(
    _: Value.Type = Value.self,
    encoder: @autoclosure @escaping @Sendable () -> JSONEncoder = .init(),
    decoder: @autoclosure @escaping @Sendable () -> JSONDecoder = .init()
  ) {
    self.decoder = decoder
    self.encoder = encoder
  }

  public func parse(_: inout RouteData) throws(RouteError) -> RouteMatch<Value> {
    RouteMatch(hasBody: true, output: value)
  }

  private func value(of body: [UInt8]) throws(RouteError) -> Value {
    do {
      return try decoder().decode(Value.self, from: Data(body))
    } catch let error as DecodingError {
      throw .malformed("the body cannot be decoded: \(error.reason)")
    } catch {
      throw .malformed("the body is not valid JSON")
    }
  }

  public func print(_ value: Value, into data: inout RouteData) throws(RouteError) {
    do {
      data.body = Array(try encoder().encode(value))
    } catch {
      throw .malformed("the value cannot be written as JSON")
    }
  }
}

extension DecodingError {
  fileprivate var reason: String {
    switch self {
    case .keyNotFound(let key, let context):
      "\"\(key.stringValue)\" is missing\(place(context.codingPath))"
    case .typeMismatch(let type, let context):
      "expected a value of type \(type)\(place(context.codingPath))"
    case .valueNotFound(_, let context):
      "a value is missing\(place(context.codingPath))"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "it is not valid JSON" : "the value is not allowed\(place(context.codingPath))"
    @unknown default: "it could not be decoded"
    }
  }

  private func place(_ path: [any CodingKey]) -> String {
    path.isEmpty
      ? ""
      : " at " + path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
  }
}
