import Csqlite3
import Glibc

/// SQLite's tokenizer, for other indexes that must find the same words. For one thread at a time.
public final class WordTokenizer {
  private struct Receiver {
    let body: (UnsafeRawBufferPointer, Range<Int>) -> Void
  }

  private let connection: Connection
  private let functions: fts5_tokenizer
  private let handle: OpaquePointer

  public init(_ name: String = "unicode61", _ arguments: [String] = ["remove_diacritics", "2"])
    throws
  {
    connection = try Connection(path: Connection.inMemory, busyTimeout: .zero)
    let api = try connection.fullTextAPI()
    var context: UnsafeMutableRawPointer?
    var functions = fts5_tokenizer()
    var handle: OpaquePointer?
    let words = arguments.map { strdup($0) }
    defer { words.forEach { free($0) } }
    var pointers = words.map { UnsafePointer<CChar>($0) }
    let code = api.pointee.xFindTokenizer(api, name, &context, &functions)
    guard code == SQLITE_OK,
      functions.xCreate?(context, &pointers, Int32(pointers.count), &handle) == SQLITE_OK,
      let handle
    else { throw SQLiteError(code: SQLITE_ERROR, message: "SQLite has no tokenizer '\(name)'") }
    self.functions = functions
    self.handle = handle
  }

  deinit { functions.xDelete(handle) }

  /// Passes each word's UTF-8, valid within `body`, and its UTF-8 offsets in the text.
  public func forEachWord(
    in text: String, _ body: (_ word: UnsafeRawBufferPointer, _ place: Range<Int>) -> Void
  ) {
    withoutActuallyEscaping(body) { body in
      var text = text
      withUnsafePointer(to: Receiver(body: body)) { receiver in
        text.withUTF8 { bytes in
          bytes.withMemoryRebound(to: CChar.self) { bytes in
            _ = functions.xTokenize(
              handle, UnsafeMutableRawPointer(mutating: receiver), FTS5_TOKENIZE_DOCUMENT,
              bytes.baseAddress, Int32(bytes.count)
            ) { receiver, _, word, count, start, end in
              receiver?.assumingMemoryBound(to: Receiver.self).pointee.body(
                UnsafeRawBufferPointer(start: word, count: Int(count)), Int(start)..<Int(end))
              return SQLITE_OK
            }
          }
        }
      }
    }
  }

  public func words(in text: String) -> [(text: String, place: Range<Int>)] {
    var words: [(String, Range<Int>)] = []
    forEachWord(in: text) { words.append((String(decoding: $0, as: UTF8.self), $1)) }
    return words
  }
}
