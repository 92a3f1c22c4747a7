import AudioFileClient
import DatabaseClient
import Dependencies
public import Foundation
import LibraryFolder
public import SharedModels
import SharedSettings
import Sharing
import SpeechClient
import Tagged

/// Finds out who speaks in memos that have a transcript.
public struct SpeakerFinder: Sendable {
  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.database) private var database
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.speechClient) private var speechClient

  public init() {}

  /// Whether the person's settings allow that how somebody sounds is kept.
  public static var keepsVoices: Bool {
    SharedReader(.settings).wrappedValue.speakers == .remember
  }

  /// Tells the speakers of a memo apart, and keeps how they sound where the person's settings allow
  /// it; otherwise as ``find(in:_:)``.
  ///
  /// - Parameter count: How many there are; `nil` lets the engine find out.
  @discardableResult
  public func find(in memo: Recording, count: Int? = nil) async throws -> [Speaker] {
    try await find(in: memo, SpeakerSettings(count: count, keepsVoices: Self.keepsVoices))
  }

  /// Tells the speakers of a memo apart, and keeps that with its transcript. Who was called something
  /// before still is, where it is the same one who speaks; others are recognized by the voices that a
  /// person had remembered.
  ///
  /// - Returns: Who speaks.
  /// - Throws: ``SpeakerProblem`` where the memo has no words with times, what the engine does, and
  ///   `DatabaseError.changedMeanwhile` where the text was edited meanwhile.
  @discardableResult
  public func find(in memo: Recording, _ settings: SpeakerSettings) async throws -> [Speaker] {
    guard var transcription = try await database.transcription(of: memo.id)
    else { throw SpeakerProblem.noTranscript }
    try await tellApart(
      in: &transcription, hearing: folder.audioFile(named: memo.audio.fileName),
      duration: memo.duration, settings)
    try await database.editSpeakers(
      id: transcription.id,
      with: .replace(transcription.speakers, words: transcription.words.map(\.speaker)))
    return try await database.transcription(of: memo.id)?.speakers ?? []
  }

  /// Tells the speakers of a transcript apart, and keeps nothing.
  ///
  /// - Parameters:
  ///   - transcription: What was said. Its words get their speakers.
  ///   - file: The sound.
  ///   - duration: How long it is.
  ///   - settings: What to tell the engine.
  ///   - known: Who sounds like one of them has that name.
  /// - Throws: ``SpeakerProblem/noWords`` where there are no words with times, and what the engine
  ///   does.
  public func tellApart(
    in transcription: inout Transcription, hearing file: URL, duration: Duration,
    _ settings: SpeakerSettings, knowing known: [NamedVoice] = []
  ) async throws {
    let words = Array(transcription.words)
    guard !words.isEmpty
    else { throw SpeakerProblem.noWords }
    let found = try await speechClient.speakers(
      SpeakersRequest(
        audio: .recording { [audioFile] in audioFile.decode(url: file, startingAt: $0) },
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
    let ids = found.words.map { $0.map { Speaker.ID($0) } }
    guard transcription.apply(.replace(speakers, words: ids))
    else { throw SpeechClient.Failure.taskError }
  }

  /// How somebody sounds who speaks alone in a file; `nil` where nobody speaks.
  public func voice(in file: URL, duration: Duration) async throws -> Voice? {
    let found = try await speechClient.speakers(
      SpeakersRequest(
        audio: .recording { [audioFile] in audioFile.decode(url: file, startingAt: $0) }, count: 1,
        duration: duration))
    var voice = found.voices.first ?? nil
    voice?.sameLikeness = found.sameLikeness
    return voice
  }

  /// Nobody is two speakers, and no speaker is two people: those who are most alike come first.
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

  /// A speaker is who said more than half of the words before.
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
    for index in speakers.indices {
      let most = shared[index]?.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
      guard let most, most.value * 2 > counts[index] ?? 0
      else { continue }
      speakers[index].name = transcription.speaker(most.key)?.name
    }
  }
}

/// Why speakers cannot be found, or a voice not be remembered.
public enum SpeakerProblem: Error, Equatable, CustomStringConvertible {
  case noTranscript
  case noVoice
  case noWords

  public var description: String {
    switch self {
    case .noTranscript: "the memo has no transcript yet: transcribe it first"
    case .noVoice:
      "this speaker's voice was not stored: run 'speechmemo settings speakers remember', then "
        + "'speechmemo speakers find'"
    case .noWords: "the memo contains no speech"
    }
  }
}
