import Csqlite3

extension Connection {
  /// Defines `marked(index, column, open, close)`: `highlight` without its quadratic time.
  public func defineMarked() throws {
    guard !hasMarked
    else { return }
    let api = try fullTextAPI()
    let code = api.pointee.xCreateFunction(
      api, "marked", nil,
      { api, index, context, count, values in
        guard let api = api?.pointee, let index, let context, let values, count == 3
        else { return }
        let marks = [1, 2].map { place in
          argument(values[place]) { Array($0) }
        }
        guard
          let text = MarkedText(
            api, index, column: sqlite3_value_int(values[0]), open: marks[0], close: marks[1])
        else { return sqlite3_result_error_code(context, SQLITE_ERROR) }
        setResult(text.output, context)
      }, nil)
    guard code == SQLITE_OK
    else { throw SQLiteError(code: code, message: "SQLite defines no full-text functions") }
    hasMarked = true
  }
}

private final class MarkedText {
  private(set) var output: [UInt8] = []
  private let text: UnsafeRawBufferPointer
  private let open: [UInt8]
  private let close: [UInt8]
  private var matches: [ClosedRange<Int32>] = []
  private var nextMatch = 0
  private var word: Int32 = 0
  private var position = 0

  init?(
    _ api: Fts5ExtensionApi, _ index: OpaquePointer, column: Int32, open: [UInt8], close: [UInt8]
  ) {
    self.open = open
    self.close = close
    var (bytes, length): (UnsafePointer<CChar>?, Int32) = (nil, 0)
    guard api.xColumnText(index, column, &bytes, &length) == SQLITE_OK
    else { return nil }
    text = UnsafeRawBufferPointer(start: bytes, count: Int(length))
    output.reserveCapacity(text.count)
    guard findMatches(api, index, column) == SQLITE_OK
    else { return nil }
    let this = Unmanaged.passUnretained(self).toOpaque()
    let code = api.xTokenize(index, bytes, length, this) { this, flags, _, _, start, end in
      if let this, flags & FTS5_TOKEN_COLOCATED == 0 {
        Unmanaged<MarkedText>.fromOpaque(this).takeUnretainedValue()
          .addWord(Int(start)..<max(Int(start), Int(end)))
      }
      return SQLITE_OK
    }
    guard code == SQLITE_OK
    else { return nil }
    output += text[position...]
  }

  private func findMatches(
    _ api: Fts5ExtensionApi, _ index: OpaquePointer, _ column: Int32
  ) -> Int32 {
    var count: Int32 = 0
    var code = api.xInstCount(index, &count)
    var match: Int32 = 0
    while code == SQLITE_OK, match < count {
      var (phrase, place, first): (Int32, Int32, Int32) = (0, 0, 0)
      code = api.xInst(index, match, &phrase, &place, &first)
      match += 1
      guard code == SQLITE_OK, place == column
      else { continue }
      let last = max(first, first + api.xPhraseSize(index, phrase) - 1)
      if let before = matches.last, first <= before.upperBound {
        matches[matches.count - 1] = before.lowerBound...max(before.upperBound, last)
      } else {
        matches.append(first...last)
      }
    }
    return code
  }

  private func addWord(_ range: Range<Int>) {
    defer { word += 1 }
    guard nextMatch < matches.count, position <= range.lowerBound, range.upperBound <= text.count
    else { return }
    if word == matches[nextMatch].lowerBound {
      output += text[position..<range.lowerBound]
      output += open
      position = range.lowerBound
    }
    if word == matches[nextMatch].upperBound {
      output += text[position..<range.upperBound]
      output += close
      position = range.upperBound
      nextMatch += 1
    }
  }
}
