import Foundation

extension DecodingError {
  /// The fault in the JSON, without names of Swift types.
  func reason(in body: Data) -> String {
    switch self {
    case .keyNotFound(let key, let context):
      "\"\(key.stringValue)\" is missing\(context.codingPath.isEmpty ? "" : " at \(context.place)")"
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      "\(context.codingPath.isEmpty ? "it" : context.place) must be \(jsonName(of: type))"
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      "the value is not allowed at \(context.place)"
    case .dataCorrupted where body.isEmpty: "it is empty"
    case .dataCorrupted:
      // The error has no path for a number that its type can't represent.
      (try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)) == nil
        ? "it is not valid JSON"
        : "a value is not allowed, such as a fraction instead of an integer"
    @unknown default: "it could not be decoded"
    }
  }
}

extension DecodingError.Context {
  fileprivate var place: String {
    codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
  }
}

private func jsonName(of type: any Any.Type) -> String {
  switch type {
  case is Bool.Type: "true or false"
  case is any BinaryInteger.Type: "an integer"
  case is any BinaryFloatingPoint.Type, is Decimal.Type: "a number"
  case is any StringProtocol.Type, is Date.Type, is URL.Type, is UUID.Type: "a string"
  case is any JSONObject.Type: "an object"
  case is any RandomAccessCollection.Type: "an array"
  default: "a value of another type"
  }
}

/// Dictionaries with any values: decoders name their own types of these.
private protocol JSONObject {}

extension Dictionary: JSONObject {}
