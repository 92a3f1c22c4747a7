import Foundation
import SharedModels
import Testing

/// The turns that an engine found, and how they change with the speakers of the words.
struct VoiceTurnTests {
  /// Words of a second each, with a pause of a second after the third.
  private static func talk(
    _ words: [Int?], turns: [(Int, ClosedRange<Double>)], speakerCount: Int = 2
  ) -> Transcription {
    var talk = Transcription(
      segments: [
        Segment(
          words: words.enumerated().map { index, speaker in
            let start = Duration.seconds(index < 3 ? index : index + 1)
            return Word(
              text: "w\(index)", start: start, end: start + .seconds(1),
              speaker: speaker.map { Speaker.ID($0) })
          })
      ],
      speakers: (0..<speakerCount).map { Speaker(id: Speaker.ID($0)) })
    talk.details.turns = Self.turns(turns)
    return talk
  }

  private static func turns(_ turns: [(Int, ClosedRange<Double>)]) -> [VoiceTurn] {
    turns.map {
      VoiceTurn(
        speaker: Speaker.ID($0), start: .seconds($1.lowerBound), end: .seconds($1.upperBound))
    }
  }

  @Test("A merged speaker's turns are the other's, and overlapping ones become one")
  func merge() {
    var talk = Self.talk(
      [0, 0, 1, 0], turns: [(0, 0.1...2), (1, 1.8...3), (0, 4...5)])
    let fits = talk.apply(.merge(1, into: 0))
    #expect(fits)
    #expect(talk.details.turns == Self.turns([(0, 0.1...3), (0, 4...5)]))
  }

  @Test("Assigned words take their time with them, up to the middle of the pauses around them")
  func assign() {
    var talk = Self.talk(
      [0, 0, 0, 0, 1], turns: [(0, 0.1...5.1), (1, 1.2...1.4), (1, 5...6.2)])
    let fits = talk.apply(.assign(3..<4, to: nil))
    #expect(fits)
    #expect(
      talk.details.turns
        == Self.turns([(0, 0.1...3.5), (1, 1.2...1.4), (2, 3.5...5), (0, 5...5.1), (1, 5...6.2)]))
  }

  @Test("The first and the last words take the turns' edges with them")
  func edges() {
    var talk = Self.talk([0, 1, 0], turns: [(0, 0.2...1.1), (1, 1...2), (0, 2...4.5)])
    var fits = talk.apply(.assign(0..<1, to: 1))
    #expect(fits)
    #expect(talk.details.turns == Self.turns([(1, 0.2...2), (0, 1...1.1), (0, 2...4.5)]))
    fits = talk.apply(.assign(2..<3, to: 1))
    #expect(fits)
    #expect(talk.details.turns == Self.turns([(1, 0.2...4.5)]), "speaker 0 has no words")
  }

  @Test("New speakers replace all turns, which must be theirs")
  func replace() {
    var talk = Self.talk([0, 1], turns: [(0, 0...1), (1, 1...2)])
    let before = talk
    let speakers = [Speaker(id: 4), Speaker(id: 5)]
    for turns in [[(6, 0...1)], [(4, -1...1)]] as [[(Int, ClosedRange<Double>)]] {
      let fits = talk.apply(.replace(speakers, words: [4, 4], turns: Self.turns(turns)))
      #expect(!fits)
    }
    #expect(talk == before)
    var fits = talk.apply(
      .replace(speakers, words: [4, 4], turns: Self.turns([(4, 0...2), (5, 1...2)])))
    #expect(fits)
    #expect(talk.details.turns == Self.turns([(4, 0...2)]), "speaker 5 has no words")
    fits = talk.apply(.replace(speakers, words: [4, nil]))
    #expect(fits && talk.details.turns.isEmpty)
    fits = talk.apply(before.speakerReplacement)
    #expect(fits && talk == before)
  }

  @Test("Without found turns, the words have them")
  func words() {
    let talk = Self.talk([0, 0, 1], turns: [])
    #expect(talk.voiceTurns == Self.turns([(0, 0...2), (1, 2...3)]))
    let found = Self.talk([0, 0, 1], turns: [(0, 0...2.5), (1, 2...3)])
    #expect(found.voiceTurns == found.details.turns)
    var edited = talk
    let fits = edited.apply(.assign(0..<1, to: 1))
    #expect(fits && edited.details.turns.isEmpty)
  }

  @Test("Turns are coded in seconds, with the transcript and the edit")
  func coding() throws {
    let talk = Self.talk([0, 0, 1], turns: [(0, 0.25...2.5), (1, 2...3)])
    let json = String(decoding: try JSONEncoder.speechMemo.encode(talk.details), as: UTF8.self)
    #expect(
      json == """
        {"turns":[{"end":2.5,"speaker":0,"start":0.25},{"end":3,"speaker":1,"start":2}]}
        """)
    #expect(
      try JSONDecoder().decode(TranscriptionDetails.self, from: Data(json.utf8)) == talk.details)
    let edit = try JSONEncoder().encode(talk.speakerReplacement)
    #expect(try JSONDecoder().decode(SpeakerEdit.self, from: edit) == talk.speakerReplacement)
    let earlier = Data(#"{"op":"replace","speakers":[],"words":[null]}"#.utf8)
    #expect(
      try JSONDecoder().decode(SpeakerEdit.self, from: earlier) == .replace([], words: [nil]))
  }
}
