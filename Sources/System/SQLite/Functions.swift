import Csqlite3

extension Connection {
  /// Defines a function of one text. It returns NULL for NULL.
  public func define(_ name: String, _ function: @escaping @Sendable (String) -> String) throws {
    let box = Unmanaged.passRetained(TextFunction(function))
    let code = sqlite3_create_function_v2(
      handle, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, box.toOpaque(),
      { context, _, values in
        guard let context, let value = values?.pointee, sqlite3_value_type(value) != SQLITE_NULL,
          let box = sqlite3_user_data(context)
        else { return }
        let function = Unmanaged<TextFunction>.fromOpaque(box).takeUnretainedValue().function
        let text = argument(value) { String(decoding: $0, as: UTF8.self) }
        setResult(Array(function(text).utf8), context)
      }, nil, nil,
      { box in
        if let box { Unmanaged<TextFunction>.fromOpaque(box).release() }
      })
    guard code == SQLITE_OK
    else { throw SQLiteError(handle, code: code) }
  }
}

private final class TextFunction {
  let function: @Sendable (String) -> String

  init(_ function: @escaping @Sendable (String) -> String) {
    self.function = function
  }
}

func argument<Result>(
  _ value: OpaquePointer?, _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
  // In this order: reading the text may convert the value.
  let bytes = sqlite3_value_text(value)
  return body(UnsafeBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value))))
}

func setResult(_ text: [UInt8], _ context: OpaquePointer) {
  // SQLITE_TRANSIENT, as in `Bindable`: SQLite copies the bytes.
  let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  text.withUnsafeBytes { bytes in
    // Without an address, the result would be NULL.
    let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
    sqlite3_result_text64(
      context, start?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count), transient,
      UInt8(SQLITE_UTF8))
  }
}
