public import HTTPMessages

/// Reads a form with files while it comes, as browsers and `curl -F` send it: RFC 7578.
///
/// ```swift
/// var form = try MultipartReader(request)
/// while let part = try await form.nextPart() {
///   while let piece = try await form.nextPiece() { … }
/// }
/// ```
///
/// It keeps a piece of the body at a time, however large a file is. What is left of a part is skipped
/// when the next one is asked for.
public struct MultipartReader {
  /// What is known of a part before its content.
  public struct Part: Equatable, Sendable {
    /// The field's name.
    public let name: String
    /// What its sender calls the file, if it is one. It names no place here.
    public let fileName: String?
  }

  /// Bytes that have come and were not taken, from `start` on.
  private var buffer: [UInt8]
  private var start = 0
  private var body: HTTPBody.Iterator
  private var hasEnded = false
  private var place = Place.inPart
  private var partCount = 0
  /// What stands between two parts.
  private let delimiter: [UInt8]

  private enum Place { case inPart, behindPart, atEnd }

  /// How many bytes may stand before a part's content.
  static let headLimit = 16_384
  /// How many parts a form may have.
  static let partLimit = 1_000

  /// - Throws: ``MultipartError/notAForm`` where the request's body is none.
  public init(_ request: HTTPRequest) throws(MultipartError) {
    guard let type = request.headers["Content-Type"].flatMap(FieldParameters.init),
      type.value == "multipart/form-data", let boundary = type["boundary"],
      (1...70).contains(boundary.utf8.count)
    else { throw .notAForm }
    delimiter = Array("\r\n--\(boundary)".utf8)
    body = request.body.makeAsyncIterator()
    // The first delimiter may stand at the very beginning.
    buffer = [13, 10]
  }

  /// The next part, or `nil` at the form's end. What was not read of the one before is skipped.
  public mutating func nextPart() async throws -> Part? {
    while place == .inPart { _ = try await nextPiece() }
    guard place == .behindPart
    else { return nil }
    // Behind the delimiter: the end, or white space and a new line.
    try await need(2)
    if buffer[start] == UInt8(ascii: "-"), buffer[start + 1] == UInt8(ascii: "-") {
      place = .atEnd
      return nil
    }
    partCount += 1
    guard partCount <= Self.partLimit
    else { throw MultipartError.tooManyParts }
    guard try await nextLine().allSatisfy({ $0 == " " || $0 == "\t" })
    else { throw MultipartError.malformed }
    var (name, fileName, size): (String?, String?, Int) = (nil, nil, 0)
    while true {
      let line = try await nextLine()
      size += line.utf8.count
      guard size <= Self.headLimit
      else { throw MultipartError.malformed }
      if line.isEmpty { break }
      guard let colon = line.firstIndex(of: ":")
      else { throw MultipartError.malformed }
      if line[..<colon].lowercased() == "content-disposition" {
        let field = FieldParameters(String(line[line.index(after: colon)...]))
        guard let field, field.value == "form-data"
        else { throw MultipartError.malformed }
        name = field["name"]
        fileName = field["filename"]
      }
    }
    guard let name
    else { throw MultipartError.malformed }
    place = .inPart
    return Part(name: name, fileName: fileName)
  }

  /// The next bytes of the part, or `nil` at its end.
  public mutating func nextPiece() async throws -> ArraySlice<UInt8>? {
    guard place == .inPart
    else { return nil }
    while true {
      if let end = indexOfDelimiter() {
        if end > start {
          defer { start = end }
          return buffer[start..<end]
        }
        start += delimiter.count
        place = .behindPart
        return nil
      }
      // The last bytes may be the beginning of a delimiter.
      let safe = buffer.count - (delimiter.count - 1)
      if safe > start {
        defer { start = safe }
        return buffer[start..<safe]
      }
      try await readMore()
    }
  }

  /// All of the part as text.
  ///
  /// - Throws: `HTTPBody.TooLarge` where it has more bytes than `limit`, and
  ///   ``MultipartError/malformed`` where they are no UTF-8.
  public mutating func text(upTo limit: Int) async throws -> String {
    var bytes: [UInt8] = []
    while let piece = try await nextPiece() {
      guard bytes.count + piece.count <= limit
      else { throw HTTPBody.TooLarge(limit: limit) }
      bytes += piece
    }
    guard let text = String(validating: bytes, as: UTF8.self)
    else { throw MultipartError.malformed }
    return text
  }

  // MARK: - Bytes

  private func indexOfDelimiter() -> Int? {
    var place = start
    while let first = buffer[place...].firstIndex(of: 13), first + delimiter.count <= buffer.count {
      if buffer[first..<first + delimiter.count].elementsEqual(delimiter) { return first }
      place = first + 1
    }
    return nil
  }

  /// A line of a head, without its end.
  private mutating func nextLine() async throws -> String {
    var place = start
    while true {
      if let end = buffer[place...].firstIndex(of: 10) {
        guard end > start, buffer[end - 1] == 13,
          let line = String(validating: buffer[start..<end - 1], as: UTF8.self)
        else { throw MultipartError.malformed }
        start = end + 1
        return line
      }
      guard buffer.count - start <= Self.headLimit
      else { throw MultipartError.malformed }
      // The bytes move to the front when more are read.
      place = buffer.count - start
      try await readMore()
    }
  }

  private mutating func need(_ count: Int) async throws {
    while buffer.count - start < count { try await readMore() }
  }

  private mutating func readMore() async throws {
    guard !hasEnded, let piece = try await body.next()
    else {
      hasEnded = true
      throw MultipartError.endsEarly
    }
    buffer.removeFirst(start)
    start = 0
    buffer += piece
  }
}

/// Why a form cannot be read.
public enum MultipartError: Error, Equatable, CustomStringConvertible {
  /// It ends in the middle of a part.
  case endsEarly
  /// What stands before a part's content is not as it must be.
  case malformed
  /// The body is something else.
  case notAForm
  case tooManyParts

  public var description: String {
    switch self {
    case .endsEarly: "the form ends in the middle of a part: send it again"
    case .malformed: "the form is malformed: send it as 'curl -F' does"
    case .notAForm: "send a form: 'Content-Type: multipart/form-data; boundary=…'"
    case .tooManyParts: "the form has more than \(MultipartReader.partLimit) parts"
    }
  }
}
