public import HTTPMessages

/// Reads `multipart/form-data` (RFC 7578) piece by piece. The next part skips the rest of this one.
public struct MultipartReader {
  public struct Part: Equatable, Sendable {
    public let name: String
    /// As sent by the client. It is not a path on this machine.
    public let fileName: String?
  }

  private var buffer: [UInt8]
  private var start = 0
  private var body: HTTPBody.Iterator
  private var hasEnded = false
  private var place = Place.inPart
  private var partCount = 0
  private let delimiter: [UInt8]

  private enum Place { case inPart, behindPart, atEnd }

  static let headLimit = 16_384
  static let partLimit = 1_000

  public init(_ request: HTTPRequest) throws(MultipartError) {
    guard let type = request.headers["Content-Type"].flatMap(FieldParameters.init),
      type.value == "multipart/form-data", let boundary = type["boundary"],
      (1...70).contains(boundary.utf8.count)
    else { throw .notAForm }
    delimiter = Array("\r\n--\(boundary)".utf8)
    body = request.body.makeAsyncIterator()
    // The first delimiter may have no line break before it.
    buffer = [13, 10]
  }

  public mutating func nextPart() async throws -> Part? {
    while place == .inPart { _ = try await nextPiece() }
    guard place == .behindPart
    else { return nil }
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
        fileName = field.decoded("filename") ?? field["filename"]
      }
    }
    guard let name
    else { throw MultipartError.malformed }
    place = .inPart
    return Part(name: name, fileName: fileName)
  }

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

  /// Throws `HTTPBody.TooLarge` above `limit` bytes, ``MultipartError/malformed`` if not UTF-8.
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

  private func indexOfDelimiter() -> Int? {
    var place = start
    while let first = buffer[place...].firstIndex(of: 13), first + delimiter.count <= buffer.count {
      if buffer[first..<first + delimiter.count].elementsEqual(delimiter) { return first }
      place = first + 1
    }
    return nil
  }

  private mutating func nextLine() async throws -> String {
    var place = start
    while true {
      if let end = buffer[place...].firstIndex(of: 10) {
        guard end > start, buffer[end - 1] == 13
        else { throw MultipartError.malformed }
        defer { start = end + 1 }
        return String(utf8OrLatin1: buffer[start..<end - 1])
      }
      guard buffer.count - start <= Self.headLimit
      else { throw MultipartError.malformed }
      // `readMore` moves the unread bytes to the front.
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

public enum MultipartError: Error, Equatable, CustomStringConvertible {
  case endsEarly
  case malformed
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
