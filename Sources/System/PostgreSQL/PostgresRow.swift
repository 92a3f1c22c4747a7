import Cpq
public import Foundation

/// The rows that a statement gave. They are freed with the last of this and of its rows.
final class PostgresResult {
  private let handle: OpaquePointer

  /// - Parameter handle: It is freed with this.
  init(_ handle: OpaquePointer) {
    self.handle = handle
  }

  deinit { PQclear(handle) }

  var rowCount: Int { Int(PQntuples(handle)) }

  /// How many rows a statement has changed, or given.
  var changedRowCount: Int {
    PQcmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0
  }

  func isNull(_ row: Int32, _ column: Int32) -> Bool { PQgetisnull(handle, row, column) != 0 }

  func bytes(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: PQgetvalue(handle, row, column), count: Int(PQgetlength(handle, row, column)))
  }
}

/// A row of a result. A column that holds another kind of value than is asked for reads as nothing.
public struct PostgresRow {
  private let result: PostgresResult
  private let index: Int32

  init(_ index: Int, of result: PostgresResult) {
    self.result = result
    self.index = Int32(index)
  }

  /// Whether there is nothing in a column.
  public func isNull(_ column: Int32) -> Bool { result.isNull(index, column) }

  /// A truth value; `false` for `NULL`.
  public func bool(_ column: Int32) -> Bool { bytes(column).first == 1 }

  /// A whole number; 0 for `NULL`.
  public func int(_ column: Int32) -> Int { Int(int64(column)) }

  /// A whole number; 0 for `NULL`.
  public func int64(_ column: Int32) -> Int64 {
    let bytes = bytes(column)
    return switch bytes.count {
    case 2: Int64(Int16(truncatingIfNeeded: bytes.number))
    case 4: Int64(Int32(truncatingIfNeeded: bytes.number))
    case 8: Int64(bitPattern: bytes.number)
    default: 0
    }
  }

  /// A number; 0 for `NULL`.
  public func double(_ column: Int32) -> Double {
    let bytes = bytes(column)
    return switch bytes.count {
    case 4: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bytes.number)))
    case 8: Double(bitPattern: bytes.number)
    default: 0
    }
  }

  /// A text; empty for `NULL`.
  public func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

  /// An array of texts; empty for `NULL`.
  public func texts(_ column: Int32) -> [String] {
    var rest = bytes(column)[...]
    func number() -> Int {
      let number = UnsafeRawBufferPointer(rebasing: rest.prefix(4)).number
      rest = rest.dropFirst(4)
      return Int(Int32(truncatingIfNeeded: number))
    }
    guard rest.count >= 20, number() == 1
    else { return [] }
    rest = rest.dropFirst(8)
    let count = number()
    rest = rest.dropFirst(4)
    var texts: [String] = []
    while texts.count < count, !rest.isEmpty {
      let text = rest.dropFirst(4).prefix(max(0, number()))
      texts.append(String(decoding: text, as: UTF8.self))
      rest = rest.dropFirst(text.count)
    }
    return texts
  }

  /// An id; all zero for `NULL`.
  public func uuid(_ column: Int32) -> UUID {
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &uuid) { $0.copyMemory(from: rebased(bytes(column).prefix(16))) }
    return UUID(uuid: uuid)
  }

  /// A number, `nil` for `NULL`.
  public func optionalDouble(_ column: Int32) -> Double? { isNull(column) ? nil : double(column) }

  /// A whole number, `nil` for `NULL`.
  public func optionalInt64(_ column: Int32) -> Int64? { isNull(column) ? nil : int64(column) }

  /// A text, `nil` for `NULL`.
  public func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  /// A value's bytes, valid within `body`: for what is read from it without a string between.
  public func withBytes<Value>(
    of column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Value
  ) rethrows -> Value {
    try withExtendedLifetime(result) { try body(bytes(column)) }
  }

  private func bytes(_ column: Int32) -> UnsafeRawBufferPointer { result.bytes(index, column) }

  private func rebased(_ bytes: Slice<UnsafeRawBufferPointer>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes)
  }
}

extension UnsafeRawBufferPointer {
  /// The number that these bytes are, the highest first.
  fileprivate var number: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}
