import Foundation

/// A value that a property list can hold.
enum StoredValue: Hashable, Sendable {
  case array([StoredValue])
  case bool(Bool)
  case data(Data)
  case date(Date)
  case dictionary([String: StoredValue])
  case double(Double)
  case int(Int)
  case string(String)

  /// Converts a Foundation value; `nil` if a property list cannot store it.
  init?(_ value: Any) {
    switch value {
    case let value as String: self = .string(value)
    case let value as Data: self = .data(value)
    case let value as Date: self = .date(value)
    case let value as NSNumber: self.init(number: value)
    case let value as URL: self = .string(value.absoluteString)
    case let value as [Any]:
      let values = value.map(StoredValue.init)
      guard !values.contains(nil)
      else { return nil }
      self = .array(values.compactMap(\.self))
    case let value as [String: Any]:
      let values = value.mapValues(StoredValue.init)
      guard !values.values.contains(nil)
      else { return nil }
      self = .dictionary(values.compactMapValues(\.self))
    default: return nil
    }
  }

  /// Foundation keeps numbers of all kinds in one class, and truth values, too.
  private init(number: NSNumber) {
    switch String(cString: number.objCType) {
    case "c", "B": self = .bool(number.boolValue)
    case "d", "f": self = .double(number.doubleValue)
    default: self = .int(number.intValue)
    }
  }

  /// The value as a Foundation object.
  var foundation: Any {
    switch self {
    case .array(let values): values.map(\.foundation)
    case .bool(let value): value
    case .data(let value): value
    case .date(let value): value
    case .dictionary(let values): values.mapValues(\.foundation)
    case .double(let value): value
    case .int(let value): value
    case .string(let value): value
    }
  }
}

extension FileCoding<[String: StoredValue]> {
  /// The values as a property list.
  static let propertyList = Self { data in
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    guard let list = list as? [String: Any], case .dictionary(let values)? = StoredValue(list)
    else { throw CocoaError(.propertyListReadCorrupt) }
    return values
  } encode: { values in
    // The other format, XML, keeps no fractions of a second.
    try PropertyListSerialization.data(
      fromPropertyList: values.mapValues(\.foundation), format: .binary, options: 0)
  }
}
