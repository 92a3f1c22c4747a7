import Csqlite3

public protocol Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension String: Bindable {
  public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    // SQLITE_TRANSIENT, which Swift does not import: SQLite copies the bytes.
    let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    var text = self
    // An empty buffer may have a null pointer, which would bind NULL.
    if text.isEmpty { return sqlite3_bind_text(statement, index, "", 0, copy) }
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text64(
          statement, index, $0.baseAddress, UInt64($0.count), copy, UInt8(SQLITE_UTF8))
      }
    }
  }
}

extension Int: Bindable {
  public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(self))
  }
}

extension Int64: Bindable {
  public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self)
  }
}

extension Double: Bindable {
  public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_double(statement, index, self)
  }
}

extension Bool: Bindable {
  public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self ? 1 : 0)
  }
}

extension Optional: Bindable where Wrapped: Bindable {
  public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .some(let value): value.bind(to: statement, at: index)
    case .none: sqlite3_bind_null(statement, index)
    }
  }
}
