import Foundation

/// Converts a value to and from a property list value.
struct AppStorageCoding<Value: Sendable>: Sendable {
  /// Returns `nil` for stored values of another type, for which the default is used. Throws for
  /// values of the right type that can't be decoded.
  let read: @Sendable (StoredValue) throws -> Value?
  /// `nil` for a value that is stored as no value.
  let write: @Sendable (Value) throws -> StoredValue?

  /// The same for a value that may be missing.
  var optional: AppStorageCoding<Value?> {
    AppStorageCoding<Value?> { [read] in
      try read($0).map(Optional.some)
    } write: { [write] in
      try $0.flatMap(write)
    }
  }
}

extension AppStorageCoding<Bool> {
  static let bool = Self {
    switch $0 {
    case .bool(let value): value
    case .int(let value): value != 0
    default: nil
    }
  } write: {
    .bool($0)
  }
}

extension AppStorageCoding<Int> {
  static let int = Self {
    switch $0 {
    case .int(let value): value
    case .double(let value): Int(exactly: value)
    case .bool(let value): value ? 1 : 0
    default: nil
    }
  } write: {
    .int($0)
  }
}

extension AppStorageCoding<Double> {
  static let double = Self {
    switch $0 {
    case .double(let value): value
    case .int(let value): Double(value)
    default: nil
    }
  } write: {
    .double($0)
  }
}

extension AppStorageCoding<String> {
  static let string = Self {
    if case .string(let value) = $0 { value } else { nil }
  } write: {
    .string($0)
  }
}

extension AppStorageCoding<[String]> {
  static let strings = Self {
    guard case .array(let values) = $0
    else { return nil }
    let strings = try values.compactMap(AppStorageCoding<String>.string.read)
    return strings.count == values.count ? strings : nil
  } write: {
    .array($0.map { .string($0) })
  }
}

extension AppStorageCoding<URL> {
  static let url = Self {
    if case .string(let value) = $0 { URL(string: value) } else { nil }
  } write: {
    .string($0.absoluteString)
  }
}

extension AppStorageCoding<Data> {
  static let data = Self {
    if case .data(let value) = $0 { value } else { nil }
  } write: {
    .data($0)
  }
}

extension AppStorageCoding<Date> {
  static let date = Self {
    if case .date(let value) = $0 { value } else { nil }
  } write: {
    .date($0)
  }
}

extension AppStorageCoding where Value: RawRepresentable, Value.RawValue: Sendable {
  static func raw(_ coding: AppStorageCoding<Value.RawValue>) -> Self {
    Self {
      try coding.read($0).flatMap(Value.init(rawValue:))
    } write: {
      try coding.write($0.rawValue)
    }
  }
}

extension AppStorageCoding where Value: Codable {
  /// The value as JSON. Its keys are sorted, so that equal values are stored alike.
  static var json: Self {
    Self {
      guard case .data(let data) = $0
      else { return nil }
      return try JSONDecoder().decode(Value.self, from: data)
    } write: {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return .data(try encoder.encode($0))
    }
  }
}
