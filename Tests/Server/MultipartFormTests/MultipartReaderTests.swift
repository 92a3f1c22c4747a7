import HTTPMessages
import MultipartForm
import Testing

struct MultipartReaderTests {
  /// A form's names, file names and contents.
  private struct Field: Equatable {
    var name: String
    var fileName: String?
    var content: [UInt8]
  }

  private func request(
    _ bytes: [UInt8], type: String = "multipart/form-data; boundary=XX", pieces: Int = .max
  ) -> HTTPRequest {
    let pieces = Pieces(bytes, size: pieces)
    return HTTPRequest(
      .post, "/", headers: ["Content-Type": type], body: HTTPBody { await pieces.next() })
  }

  private actor Pieces {
    private var rest: ArraySlice<UInt8>
    private let size: Int

    init(_ bytes: [UInt8], size: Int) {
      rest = bytes[...]
      self.size = size
    }

    func next() -> ArraySlice<UInt8>? {
      defer { rest = rest.dropFirst(size) }
      return rest.isEmpty ? nil : rest.prefix(size)
    }
  }

  private func read(_ request: HTTPRequest) async throws -> [Field] {
    var reader = try MultipartReader(request)
    var fields: [Field] = []
    while let part = try await reader.nextPart() {
      var content: [UInt8] = []
      while let piece = try await reader.nextPiece() { content += piece }
      fields.append(Field(name: part.name, fileName: part.fileName, content: content))
    }
    return fields
  }

  private func form(_ fields: [Field], boundary: String = "XX") -> [UInt8] {
    var bytes: [UInt8] = []
    for field in fields {
      var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field.name)\""
      if let name = field.fileName { head += "; filename=\"\(name)\"\r\nContent-Type: audio/wav" }
      bytes += Array("\(head)\r\n\r\n".utf8) + field.content + [13, 10]
    }
    return bytes + Array("--\(boundary)--\r\n".utf8)
  }

  @Test("A form parses the same in chunks of any size", arguments: [1, 2, 3, 7, 64, .max])
  func pieces(size: Int) async throws {
    let fields = [
      Field(name: "model", content: Array("whisper-1".utf8)),
      Field(
        name: "file", fileName: "a \u{e4}.wav",
        // A partial end marker is not the end.
        content: Array("\r\n--X\r\n--XY\r\n\r\r\n-".utf8) + (0...255).map(UInt8.init)),
      Field(name: "empty", content: []),
    ]
    #expect(try await read(request(form(fields), pieces: size)) == fields)
  }

  @Test("The preamble and the epilogue are skipped")
  func around() async throws {
    let bytes =
      Array("hello\r\n".utf8) + form([Field(name: "a", content: [1])]) + Array("bye".utf8)
    #expect(try await read(request(bytes)) == [Field(name: "a", content: [1])])
  }

  @Test("A part that is not read is skipped, and a text may not be too long")
  func skipping() async throws {
    let bytes = form([
      Field(name: "a", content: Array(repeating: 7, count: 100_000)),
      Field(name: "b", content: Array("text".utf8)),
    ])
    var reader = try MultipartReader(request(bytes, pieces: 1000))
    #expect(try await reader.nextPart()?.name == "a")
    #expect(try await reader.nextPart()?.name == "b")
    #expect(try await reader.text(upTo: 4) == "text")
    #expect(try await reader.nextPart() == nil)
    #expect(try await reader.nextPart() == nil, "again")
    var long = try MultipartReader(request(bytes, pieces: 1000))
    _ = try await long.nextPart()
    await #expect(throws: HTTPBody.TooLarge(limit: 10)) { try await long.text(upTo: 10) }
  }

  @Test(
    "Names are read as they are sent",
    arguments: [
      (#"form-data; name=file; filename=a.wav"#, "file", "a.wav"),
      (#"form-data; filename="a;b=\"c\".wav" ; name="x""#, "x", #"a;b="c".wav"#),
      (#"form-data; name="x"; filename="C:\dir\a.wav";"#, "x", #"C:\dir\a.wav"#),
      (#"FORM-DATA; NAME="x""#, "x", nil),
      ("form-data; name=x; filename*=UTF-8''na%C3%AFve%20%e2%82%AC.wav", "x", "naïve €.wav"),
      ("form-data; name=x; filename=a.wav; filename*=iso-8859-1'en'%E4.wav", "x", "ä.wav"),
      ("form-data; name=x; filename=a.wav; filename*=utf-8''%+1.wav", "x", "a.wav"),
      ("form-data; name=x; filename=a.wav; filename*=utf-8''%4", "x", "a.wav"),
      ("form-data; name=x; filename=a.wav; filename*=koi8-r''b.wav", "x", "a.wav"),
      ("form-data; name=x; filename*=b.wav", "x", nil),
    ])
  func names(disposition: String, name: String, fileName: String?) async throws {
    let bytes = Array("--XX\r\nContent-Disposition: \(disposition)\r\n\r\n.\r\n--XX--".utf8)
    let fields = try await read(request(bytes))
    #expect(fields == [Field(name: name, fileName: fileName, content: [46])])
  }

  @Test("A file name in Latin-1 is read")
  func latin1() async throws {
    let head = Array(#"--XX\#r\#nContent-Disposition: form-data; name="x"; filename=""#.utf8)
    let name: [UInt8] = [0x61, 0xE4, 0x2E, 0x77, 0x61, 0x76]
    let bytes = head + name + Array("\"\r\n\r\n.\r\n--XX--".utf8)
    #expect(try await read(request(bytes)).map(\.fileName) == ["aä.wav"])
  }

  @Test(
    "An invalid boundary is refused",
    arguments: [
      "text/plain", "multipart/form-data", "multipart/form-data; boundary=",
      "multipart/mixed; boundary=XX", "multipart/form-data; boundary=\"XX",
      "multipart/form-data; boundary=\(String(repeating: "x", count: 71))",
    ])
  func otherTypes(type: String) {
    #expect(throws: MultipartError.notAForm) { try MultipartReader(request([], type: type)) }
  }

  @Test(
    "A malformed form is refused",
    arguments: [
      ("", MultipartError.endsEarly), ("--XX", .endsEarly), ("--XX\r\n", .endsEarly),
      ("--XX\r\nContent-Disposition: form-data; name=a\r\n\r\nabc", .endsEarly),
      ("--XXY\r\n\r\n", .malformed), ("--XX\r\n\r\nabc\r\n--XX--", .malformed),
      ("--XX\r\nContent-Disposition: attachment; name=a\r\n\r\n\r\n--XX--", .malformed),
      ("--XX\r\nno colon\r\n\r\n\r\n--XX--", .malformed),
      ("--XX\r\nContent-Disposition: form-data; name=a\n\n\r\n--XX--", .malformed),
      ("--XX\r\nContent-Disposition: form-data; name=a; name=b\r\n\r\n\r\n--XX--", .malformed),
      ("--XX\r\nX: \(String(repeating: "x", count: 20_000))\r\n\r\n\r\n--XX--", .malformed),
      (
        String(
          repeating: "--XX\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n", count: 1001),
        .tooManyParts
      ),
    ])
  func wrong(text: String, error: MultipartError) async {
    await #expect(throws: error) { try await read(request(Array(text.utf8))) }
  }

  #if DEBUG
    /// The optimized tests try ten times as many.
    private static let inputCount = 5_000
  #else
    private static let inputCount = 50_000
  #endif

  @Test("Random bytes end parsing without inventing data")
  func mutations() async throws {
    let whole = form([
      Field(name: "file", fileName: "a.wav", content: (0...255).map(UInt8.init)),
      Field(name: "b", content: Array("\r\n--".utf8)),
    ])
    var random = Shuffle(state: 1)
    for _ in 0..<Self.inputCount {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = bytes.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = .random(in: 0...255, using: &random)
        case 1: bytes.insert(contentsOf: "\r\n--XX".utf8, at: place)
        default: bytes.removeSubrange(place..<min(bytes.count, place + 5))
        }
        if bytes.isEmpty { bytes = [13] }
      }
      let fields = try? await read(request(bytes, pieces: .random(in: 1...50, using: &random)))
      #expect((fields ?? []).map(\.content.count).reduce(0, +) <= bytes.count)
    }
  }
}

/// Numbers that are the same each time.
private struct Shuffle: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}
