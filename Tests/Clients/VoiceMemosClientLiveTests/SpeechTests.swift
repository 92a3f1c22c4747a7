import Foundation
import SharedModels
import Testing
import VoiceMemosClient
import VoiceMemosClientLive

struct SpeechTests {
  private let folder: VoiceMemosFolder
  private let client = VoiceMemosClient.liveValue

  init() throws { folder = try VoiceMemosFolder() }

  private static let table = """
    {"locale":{"identifier":"en_US","current":0},"attributedString":{"attributeTable":[
    {"timeRange":[0.5,0.7]},{"timeRange":[0.7,1.15]},{"timeRange":[3.2,4]},{}],
    "runs":["We",0," agreed",1,".",1," Send it",2,"!",3]}}
    """

  private static let row = """
    {"locale":{"identifier":"de-DE"},"attributedString":["Guten",{"timeRange":[0,0.25]},
    " Tag",{"timeRange":[0.25,0.5]},"\\nIch",{"timeRange":[0.5,0.6]}]}
    """

  private func speech(_ bytes: [UInt8]) async throws -> VoiceMemoTranscript? {
    let file = folder.url.appendingPathComponent("\(UUID().uuidString).m4a")
    try Data(bytes).write(to: file)
    return try await client.transcript(in: file)
  }

  /// The location in an m4a file.
  private func m4a(_ json: String) -> [UInt8] {
    atom("ftyp", Array("M4A ".utf8)) + atom("mdat", [1, 2, 3])
      + atom(
        "moov", atom("mvhd", [0, 0]),
        atom("trak", atom("tkhd", [0]), atom("udta", atom("tsrp", Array(json.utf8)))))
  }

  /// The location in a qta file.
  private func qta(_ json: String, isFull: Bool = false) -> [UInt8] {
    let data = atom("data", [0, 0, 0, 1, 0, 0, 0, 0], Array(json.utf8))
    return atom("ftyp", Array("qt  ".utf8))
      + atom(
        "moov",
        atom(
          "trak",
          atom(
            "meta", isFull ? [0, 0, 0, 0] : [], atom("hdlr", [UInt8](repeating: 0, count: 24)),
            atom("keys", [0, 0, 0, 0, 0, 0, 0, 1]),
            atom("ilst", bigEndian(data.count + 8) + bigEndian(1) + data))))
  }

  @Test("Words have their times, marks belong to the word before them, and sentences are segments")
  func table() async throws {
    let speech = try #require(try await speech(m4a(Self.table)))
    #expect(speech.language == "en")
    #expect(speech.segments.map(\.text) == ["We agreed.", "Send it!"])
    #expect(
      speech.segments.flatMap(\.words).map {
        "\($0.text) \($0.start.wholeMilliseconds)-\($0.end.wholeMilliseconds)"
      } == ["We 500-700", "agreed. 700-1150", "Send 3200-3733", "it! 3733-4000"])
  }

  @Test("The other format, an array of texts and attributes, is read, too, from its own atom")
  func row() async throws {
    for isFull in [false, true] {
      let speech = try #require(try await speech(qta(Self.row, isFull: isFull)))
      #expect(speech.language == "de")
      #expect(speech.segments.map(\.text) == ["Guten Tag", "Ich"])
      #expect(speech.segments.last?.start == .milliseconds(500))
    }
  }

  @Test("A file without a transcript, no such file, and a folder have none")
  func nothing() async throws {
    #expect(try await speech(atom("ftyp", []) + atom("moov", atom("trak", []))) == nil)
    #expect(try await speech(m4a("{}")) == nil)
    #expect(try await speech(Array("not an atom at all".utf8)) == nil)
    #expect(try await client.transcript(in: folder.url) == nil)
    #expect(try await client.transcript(in: folder.url.appendingPathComponent("gone.m4a")) == nil)
  }

  @Test("Decreasing, distant and invalid times are corrected")
  func wildTimes() async throws {
    let json = """
      {"attributedString":{"attributeTable":[{"timeRange":[5,6]},{"timeRange":[-1,1e300]},
      {"timeRange":[1,2]},{"timeRange":[]}],"runs":["a",0," b",1," c",2," d",3," e",9,"f"]}}
      """
    let speech = try #require(try await speech(m4a(json)))
    #expect(speech.language == nil)
    let times = speech.segments.flatMap(\.words).flatMap { [$0.start, $0.end] }
    #expect(times == times.sorted() && times.first == .seconds(5) && times.last == .seconds(6))
  }

  @Test("A file that is cut short or has wrong sizes is read without harm")
  func damaged() async throws {
    let whole = qta(Self.row)
    for count in stride(from: 0, to: whole.count, by: 7) {
      _ = try await speech(Array(whole.prefix(count)))
    }
    for place in 0..<min(200, whole.count) {
      var bytes = whole
      bytes[place] = bytes[place] &+ UInt8(truncatingIfNeeded: 1 + place * 37)
      _ = try await speech(bytes)
    }
    // Atoms in atoms without end.
    var deep = atom("tsrp", Array(Self.row.utf8))
    for _ in 0..<100 { deep = atom("udta", deep) }
    #expect(try await speech(deep) == nil)
    #expect(
      try await speech([0, 0, 0, 1] + Array("moov".utf8) + [UInt8](repeating: 255, count: 8)) == nil
    )
  }
}
