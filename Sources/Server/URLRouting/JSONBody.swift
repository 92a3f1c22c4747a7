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
    let body = Data(body)
    do {
      return try decoder().decode(Value.self, from: body)
    } catch let error as DecodingError {
      throw .malformed("the body cannot be decoded: \(error.reason(in: body))")
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
