import Cpq
public import Foundation

final class PostgresResult {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) {
    self.handle = handle
  }

  deinit { PQclear(handle) }

  var rowCount: Int { Int(PQntuples(handle)) }

  var changedRowCount: Int {
    PQcmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0
  }

  func position(of name: StaticString) -> Int32? {
    let position = name.withUTF8Buffer { name in
      name.withMemoryRebound(to: CChar.self) { PQfnumber(handle, $0.baseAddress) }
    }
    return position < 0 ? nil : position
  }

  func isNull(_ row: Int32, _ column: Int32) -> Bool { PQgetisnull(handle, row, column) != 0 }

  func bytes(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: PQgetvalue(handle, row, column), count: Int(PQgetlength(handle, row, column)))
  }
}

/// A row of a result. `NULL` reads as zero, false or empty.
public struct PostgresRow {
  private let result: PostgresResult
  private let index: Int32

  init(_ index: Int, of result: PostgresResult) {
    self.result = result
    self.index = Int32(index)
  }

  public func position(of name: StaticString) -> Int32? { result.position(of: name) }

  public func isNull(_ column: Int32) -> Bool { result.isNull(index, column) }

  public func bool(_ column: Int32) -> Bool { bytes(column).first == 1 }

  public func int(_ column: Int32) -> Int { Int(int64(column)) }

  public func int64(_ column: Int32) -> Int64 {
    let bytes = bytes(column)
    return switch bytes.count {
    case 2: Int64(Int16(truncatingIfNeeded: bytes.number))
    case 4: Int64(Int32(truncatingIfNeeded: bytes.number))
    case 8: Int64(bitPattern: bytes.number)
    default: 0
    }
  }

  public func double(_ column: Int32) -> Double {
    let bytes = bytes(column)
    return switch bytes.count {
    case 4: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bytes.number)))
    case 8: Double(bitPattern: bytes.number)
    default: 0
    }
  }

  public func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

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

  public func uuid(_ column: Int32) -> UUID {
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &uuid) { $0.copyMemory(from: rebased(bytes(column).prefix(16))) }
    return UUID(uuid: uuid)
  }

  private func bytes(_ column: Int32) -> UnsafeRawBufferPointer { result.bytes(index, column) }

  private func rebased(_ bytes: Slice<UnsafeRawBufferPointer>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes)
  }
}

extension UnsafeRawBufferPointer {
  fileprivate var number: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}
