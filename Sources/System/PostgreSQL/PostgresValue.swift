public import Foundation

public protocol PostgresValue: Sendable {
  static var postgresType: UInt32 { get }
  var postgresBytes: [UInt8]? { get }
}

extension Bool: PostgresValue {
  public static var postgresType: UInt32 { 16 }
  public var postgresBytes: [UInt8]? { [self ? 1 : 0] }
}

extension Double: PostgresValue {
  public static var postgresType: UInt32 { 701 }
  public var postgresBytes: [UInt8]? { bitPattern.postgresBytes }
}

extension Int: PostgresValue {
  public static var postgresType: UInt32 { 20 }
  public var postgresBytes: [UInt8]? { UInt64(bitPattern: Int64(self)).postgresBytes }
}

extension Int64: PostgresValue {
  public static var postgresType: UInt32 { 20 }
  public var postgresBytes: [UInt8]? { UInt64(bitPattern: self).postgresBytes }
}

extension String: PostgresValue {
  public static var postgresType: UInt32 { 25 }
  public var postgresBytes: [UInt8]? { Array(utf8) }
}

extension UUID: PostgresValue {
  public static var postgresType: UInt32 { 2950 }
  public var postgresBytes: [UInt8]? { withUnsafeBytes(of: uuid) { Array($0) } }
}

extension Optional: PostgresValue where Wrapped: PostgresValue {
  public static var postgresType: UInt32 { Wrapped.postgresType }
  public var postgresBytes: [UInt8]? { flatMap(\.postgresBytes) }
}

public protocol PostgresElement: PostgresValue {
  static var postgresArrayType: UInt32 { get }
}

extension Int: PostgresElement {
  public static var postgresArrayType: UInt32 { 1016 }
}

extension Int64: PostgresElement {
  public static var postgresArrayType: UInt32 { 1016 }
}

extension String: PostgresElement {
  public static var postgresArrayType: UInt32 { 1009 }
}

extension UUID: PostgresElement {
  public static var postgresArrayType: UInt32 { 2951 }
}

extension Optional: PostgresElement where Wrapped: PostgresElement {
  public static var postgresArrayType: UInt32 { Wrapped.postgresArrayType }
}

extension Array: PostgresValue where Element: PostgresElement {
  public static var postgresType: UInt32 { Element.postgresArrayType }

  public var postgresBytes: [UInt8]? {
    var bytes: [UInt8] = []
    func add(_ number: UInt32) {
      Swift.withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
    let elements = map(\.postgresBytes)
    // Dimensions, NULL flag, element type; then the length and the lower bound.
    add(isEmpty ? 0 : 1)
    add(elements.contains(nil) ? 1 : 0)
    add(Element.postgresType)
    guard !isEmpty
    else { return bytes }
    add(UInt32(count))
    add(1)
    for element in elements {
      add(element.map { UInt32($0.count) } ?? .max)
      bytes += element ?? []
    }
    return bytes
  }
}

extension UInt64 {
  fileprivate var postgresBytes: [UInt8] {
    Swift.withUnsafeBytes(of: bigEndian) { Array($0) }
  }
}
