import Foundation
import SharedModels
import Testing

struct SpeakerTests {
  private static func transcription(_ speakers: [Int?], named: [String?] = ["Anna", nil])
    -> Transcription
  {
    let words = speakers.enumerated().map { index, speaker in
      Word(
        text: "w\(index)", start: .seconds(index), end: .seconds(index + 1),
        speaker: speaker.map { Speaker.ID($0) })
    }
    return Transcription(
      segments: [
        Segment(words: Array(words.prefix(3))), Segment(words: Array(words.dropFirst(3))),
      ],
      speakers: named.enumerated().map { Speaker(id: Speaker.ID($0), name: $1) })
  }

  @Test("Turns end where the speaker changes, and unassigned words belong to the previous one")
  func turns() {
    let transcription = Self.transcription([0, nil, 0, 1, 1, 0])
    #expect(
      transcription.turns == [
        SpeakerTurn(speaker: Speaker.ID(0), words: 0..<3, start: .zero, end: .seconds(3)),
        SpeakerTurn(speaker: Speaker.ID(1), words: 3..<5, start: .seconds(3), end: .seconds(5)),
        SpeakerTurn(speaker: Speaker.ID(0), words: 5..<6, start: .seconds(5), end: .seconds(6)),
      ])
    #expect(
      transcription.speakingTimes == [Speaker.ID(0): .seconds(4), Speaker.ID(1): .seconds(2)])
    #expect(transcription.segments[1].speaker == Speaker.ID(1))
    #expect(transcription.speakers.map(\.label) == ["Anna", "Speaker 2"])
    #expect(Self.transcription([nil, nil], named: []).turns.isEmpty)
  }

  @Test("Merging two speakers removes one")
  func merge() {
    var transcription = Self.transcription([0, 0, 1, 1])
    let fits = transcription.apply(.merge(Speaker.ID(0), into: Speaker.ID(1)))
    #expect(fits)
    #expect(transcription.words.map(\.speaker) == Array(repeating: Speaker.ID(1), count: 4))
    #expect(transcription.speakers.map(\.id) == [Speaker.ID(1)])
    let again = transcription.apply(.merge(Speaker.ID(0), into: Speaker.ID(1)))
    #expect(!again, "speaker 0 has gone")
  }

  @Test("Part of a turn is assigned to another or a new speaker")
  func assign() {
    var transcription = Self.transcription([0, 0, 0, 1])
    var fits = transcription.apply(.assign(1..<2, to: nil))
    #expect(fits)
    #expect(transcription.words.map { $0.speaker?.rawValue } == [0, 2, 0, 1])
    #expect(transcription.speakers.map(\.id.rawValue) == [0, 1, 2])
    fits = transcription.apply(.assign(2..<3, to: Speaker.ID(1)))
    #expect(fits)
    #expect(transcription.words.map { $0.speaker?.rawValue } == [0, 2, 1, 1])
    let before = transcription
    for edit in [
      SpeakerEdit.assign(3..<5, to: nil), .assign(1..<1, to: nil),
      .assign(0..<1, to: Speaker.ID(9)),
      .name(Speaker.ID(9), "X"), .replace([], words: [nil]),
      .replace([], words: [Speaker.ID(0), nil, nil, nil]),
    ] {
      let fits = transcription.apply(edit)
      #expect(!fits, "\(edit)")
    }
    #expect(transcription == before)
  }

  @Test("Ids out of range are refused, and a stored one has a label")
  func idsOutOfRange() throws {
    for id in [-1, 1 << 20, Int.max] {
      var transcription = Self.transcription([0, 1])
      let isApplied = transcription.apply(
        .replace([Speaker(id: Speaker.ID(id))], words: [Speaker.ID(id), nil]))
      #expect(!isApplied, "\(id)")
      let json = #"{"op":"replace","speakers":[{"id":\#(id)}],"words":[\#(id),null]}"#
      #expect(throws: DecodingError.self, "\(id)") {
        try JSONDecoder.speechMemo.decode(SpeakerEdit.self, from: Data(json.utf8))
      }
    }
    var stored = Self.transcription([0, 1])
    stored.speakers.append(Speaker(id: Speaker.ID(Int.max)))
    #expect(stored.speakers.last?.label == "Speaker \(Int.max)")
    let isApplied = stored.apply(.assign(0..<1, to: nil))
    #expect(isApplied)
    #expect(stored.words.map { $0.speaker?.rawValue } == [2, 1])
  }

  @Test("A name is set and removed, and is then not a guess")
  func name() {
    var transcription = Self.transcription([0, 1])
    transcription.speakers[1].likelyName = "Ben"
    #expect(transcription.speakers[1].label == "Ben?")
    var fits = transcription.apply(.name(Speaker.ID(1), " Carla "))
    #expect(fits)
    #expect(transcription.speakers[1] == Speaker(id: Speaker.ID(1), name: "Carla"))
    fits = transcription.apply(.name(Speaker.ID(1), " "))
    #expect(fits)
    #expect(transcription.speakers[1].label == "Speaker 2")
  }

  @Test("Typed words have the speaker of the words they replace")
  func edits() throws {
    var transcription = Self.transcription([0, 0, 0, 1, 1])
    let edit = try #require(
      transcription.edit(text: "w0 changed w2 w3 w4 and more", at: Date(timeIntervalSince1970: 1)))
    let fits = transcription.apply(edit)
    #expect(fits)
    #expect(transcription.words.map { $0.speaker?.rawValue } == [0, 0, 0, 1, 1, 1, 1])
  }

  @Test("Changes and speakers survive a JSON round trip")
  func json() throws {
    let edits: [SpeakerEdit] = [
      .assign(1..<4, to: nil), .assign(0..<2, to: Speaker.ID(3)),
      .merge(Speaker.ID(1), into: Speaker.ID(0)), .name(Speaker.ID(0), "Anna"),
      .name(Speaker.ID(0), nil),
      .replace(
        [Speaker(id: Speaker.ID(0), voice: Voice(model: "m", embedding: [0.6, 0.8]))],
        words: [Speaker.ID(0), nil]),
    ]
    for edit in edits {
      let data = try JSONEncoder.speechMemo.encode(edit)
      #expect(try JSONDecoder.speechMemo.decode(SpeakerEdit.self, from: data) == edit)
    }
    for text in [#"{"op":"assign","first":3,"upTo":1}"#, #"{"op":"sing"}"#, "{}"] {
      #expect(throws: DecodingError.self, "\(text)") {
        try JSONDecoder.speechMemo.decode(SpeakerEdit.self, from: Data(text.utf8))
      }
    }
    let transcription = Self.transcription([0, nil, 1])
    let data = try JSONEncoder.speechMemo.encode(transcription)
    #expect(try JSONDecoder.speechMemo.decode(Transcription.self, from: data) == transcription)
  }

  @Test("Only voices of the same network are compared")
  func likeness() {
    let voice = Voice(model: "m", embedding: [0.6, 0.8])
    #expect(voice.likeness(to: voice) == 1)
    #expect(voice.likeness(to: Voice(model: "m", embedding: [0.8, -0.6])) == 0)
    #expect(voice.likeness(to: Voice(model: "n", embedding: [0.6, 0.8])) == nil)
    #expect(voice.likeness(to: Voice(model: "m", embedding: [1])) == nil)
  }
}
