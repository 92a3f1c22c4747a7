package import AudioFileClient
import DatabaseClient
import Dependencies
public import Foundation
import LibraryFolder
public import SharedModels
import SharedSettings
import Sharing
package import SpeechClient
import Tagged

public struct SpeakerFinder: Sendable {
  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.database) private var database
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.speechClient) private var speechClient

  public init() {}

  public static var keepsVoices: Bool {
    SharedReader(.settings).wrappedValue.speakers == .remember
  }

  /// Detects `count` speakers, or as many as the engine finds, and stores voices if set so.
  @discardableResult
  public func find(in memo: Recording, count: Int? = nil) async throws -> [Speaker] {
    try await find(in: memo, SpeakerSettings(count: count, keepsVoices: Self.keepsVoices))
  }

  /// Detects speakers and stores them. A new speaker gets the name of the former speaker of most of
  /// their words; others are recognized by remembered voices. Throws ``SpeakerProblem`` if no words
  /// have times, the engine's error, and `DatabaseError.conflict` if the text was edited meanwhile.
  @discardableResult
  public func find(in memo: Recording, _ settings: SpeakerSettings) async throws -> [Speaker] {
    guard var transcription = try await database.transcription(of: memo.id)
    else { throw SpeakerProblem.noTranscript }
    let file = folder.audioFile(named: memo.audio.fileName)
    try await detectSpeakers(
      in: &transcription, audio: file.audioTrack(transcription.settings.track),
      duration: memo.duration, settings)
    try await database.editSpeakers(
      id: transcription.id, with: transcription.speakerReplacement)
    return try await database.transcription(of: memo.id)?.speakers ?? []
  }

  /// Detects speakers without storing them. Throws ``SpeakerProblem/noWords``, or engine errors.
  public func detectSpeakers(
    in transcription: inout Transcription, audio file: URL, duration: Duration,
    _ settings: SpeakerSettings, knownVoices known: [NamedVoice] = []
  ) async throws {
    let words = Array(transcription.words)
    guard !words.isEmpty
    else { throw SpeakerProblem.noWords }
    let found = try await speechClient.speakers(
      SpeakersRequest(
        audio: audioFile.speech(in: file),
        count: settings.count, duration: duration,
        words: words.map { $0.start..<max($0.start, $0.end) }))
    let voices = found.voices.map { voice in
      var voice = voice
      voice?.sameLikeness = found.sameLikeness
      return voice
    }
    var speakers = voices.indices.map { Speaker(id: Speaker.ID($0)) }
    keepNames(of: transcription, in: &speakers, words: found.words)
    giveNames(of: known, to: &speakers, who: voices)
    if settings.keepsVoices {
      for index in speakers.indices { speakers[index].voice = voices[index] }
    }
    try replaceSpeakers(
      of: &transcription, with: speakers, words: found.words, turns: found.turns)
  }

  func replaceSpeakers(
    of transcription: inout Transcription, with speakers: [Speaker], words: [Int?],
    turns: [VoiceTurn] = []
  ) throws {
    guard
      transcription.apply(
        .replace(speakers, words: words.map { $0.map { Speaker.ID($0) } }, turns: turns))
    else { throw SpeechClient.Failure.taskError }
  }

  /// Returns the voice of a file with one speaker; `nil` without speech.
  public func voice(in file: URL, duration: Duration) async throws -> Voice? {
    let found = try await speechClient.speakers(
      SpeakersRequest(
        audio: audioFile.speech(in: file), count: 1, duration: duration))
    var voice = found.voices.first ?? nil
    voice?.sameLikeness = found.sameLikeness
    return voice
  }

  /// Matches each known voice with one speaker at most, the most similar first.
  private func giveNames(
    of known: [NamedVoice], to speakers: inout [Speaker], who voices: [Voice?]
  ) {
    let pairs = known.indices.flatMap { person in
      voices.indices.compactMap { index in
        voices[index].flatMap { voice in
          voice.isSame(as: known[person].voice)
            ? (person, index, voice.likeness(to: known[person].voice) ?? 0) : nil
        }
      }
    }
    var isNamed: Set<Int> = []
    for (person, index, _) in pairs.sorted(by: { $0.2 > $1.2 })
    where speakers[index].name == nil && isNamed.insert(person).inserted {
      speakers[index].name = known[person].name
    }
  }

  /// More than half of a new speaker's words must have been one former speaker's. If that one was
  /// split, the new speaker with most of the words keeps the name.
  private func keepNames(
    of transcription: Transcription, in speakers: inout [Speaker], words: [Int?]
  ) {
    var shared: [Int: [Speaker.ID: Int]] = [:]
    var counts: [Int: Int] = [:]
    for (word, new) in zip(transcription.words, words) {
      guard let new
      else { continue }
      counts[new, default: 0] += 1
      if let old = word.speaker { shared[new, default: [:]][old, default: 0] += 1 }
    }
    var heirs: [Speaker.ID: (index: Int, count: Int)] = [:]
    for index in speakers.indices {
      let most = shared[index]?.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
      guard let most, most.value * 2 > counts[index] ?? 0, most.value > heirs[most.key]?.count ?? 0
      else { continue }
      heirs[most.key] = (index, most.value)
    }
    for (former, heir) in heirs {
      speakers[heir.index].name = transcription.speaker(former)?.name
    }
  }
}

extension AudioFileClient {
  package func speech(in file: URL) -> SpeechAudio {
    .recording { decode(url: file, startingAt: $0).leveled() }
  }
}

public enum SpeakerProblem: Error, Equatable, CustomStringConvertible {
  case noChannels
  case noTranscript
  case noVoice
  case noWords

  public var description: String {
    switch self {
    case .noChannels: "the audio does not have two channels; detect its speakers with --speakers"
    case .noTranscript: "the memo has no transcript yet: transcribe it first"
    case .noVoice:
      "this speaker's voice was not stored: run 'speechmemo settings speakers remember', then "
        + "'speechmemo speakers find'"
    case .noWords: "the memo contains no speech"
    }
  }
}
