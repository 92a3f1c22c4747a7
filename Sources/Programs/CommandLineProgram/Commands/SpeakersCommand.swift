import DatabaseClient
import Dependencies
import Foundation
import SharedModels
import SpeakerCore
import Styleguide
import TerminalClient

struct SpeakersCommand {
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.terminal) private var terminal

  func list(_ memo: Recording) async throws {
    let transcription = try await transcription(of: memo)
    if transcription.speakers.isEmpty {
      terminal.hint(
        "This memo has no speakers yet. 'speechmemo speakers find \(memo.id.short)' detects them.")
    }
    try show(transcription)
  }

  func find(_ memo: Recording, count: Int?) async throws {
    do {
      try await SpeakerFinder().find(in: memo, count: count)
    } catch let problem as SpeakerProblem {
      throw CommandFailure(problem.description)
    }
    try show(try await transcription(of: memo))
  }

  func name(_ memo: Recording, _ number: Int, _ name: String, remembers: Bool) async throws {
    let before = try await transcription(of: memo)
    let speaker = try speaker(number, in: before)
    let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
    if remembers {
      guard !name.isEmpty
      else { throw CommandFailure("a voice can only be remembered with a name: add one") }
      guard try await database.voices.remember(of: speaker.id, in: before.id, name: name, at: now)
      else { throw CommandFailure(SpeakerProblem.noVoice.description) }
    }
    try await change(memo, before, .name(speaker.id, name.isEmpty ? nil : name))
  }

  func merge(_ memo: Recording, _ number: Int, into other: Int) async throws {
    let before = try await transcription(of: memo)
    guard number != other
    else {
      throw CommandFailure("a speaker cannot be merged with itself: give two different numbers")
    }
    try await change(
      memo, before,
      .merge(try speaker(number, in: before).id, into: try speaker(other, in: before).id))
  }

  /// Assigns the words between two times to a speaker; `nil` for a new one.
  func assign(
    _ memo: Recording, from start: Duration, to end: Duration, _ number: Int?
  ) async throws {
    let before = try await transcription(of: memo)
    let words = Array(before.words)
    let first = words.firstIndex { $0.start >= start && $0.start < end }
    let last = words.lastIndex { $0.start >= start && $0.start < end }
    guard let first, let last
    else {
      throw CommandFailure(
        "this memo has no words between \(start.clock) and \(end.clock)")
    }
    try await change(
      memo, before,
      .assign(first..<last + 1, to: try number.map { try speaker($0, in: before).id }))
  }

  func voices() async throws {
    let voices = try await database.voices.all()
    var time = LocalTime()
    for voice in voices {
      try terminal.line(
        "\(voice.name.printable)  \(Ink(terminal).dim("since \(time.text(for: voice.createdAt))"))",
        json: [
          "createdAt": voice.createdAt, "model": voice.voice.model, "name": voice.name,
        ])
    }
    if voices.isEmpty {
      terminal.hint(
        "No voices are remembered. 'speechmemo speakers name ID NUMBER NAME --remember' adds one.")
    }
  }

  func forget(_ name: String?) async throws {
    let erasure = try await database.voices.forget(of: name)
    guard erasure != .nothing
    else {
      throw CommandFailure(
        name.map {
          "no voice of '\($0.printable)' is stored: 'speechmemo speakers voices' shows the remembered ones"
        } ?? "no voices are stored")
    }
    let voice = name.map { "The voice of '\($0.printable)'" } ?? "Every voice"
    try terminal.note(
      "\(voice) is forgotten; earlier backups still contain it",
      json: ["erased": erasure == .complete, "event": "forgotten", "name": name])
    if erasure == .waiting {
      terminal.hint(
        "The library's log still contains it until it is overwritten: another program is reading the "
          + "library, or the database server keeps its log for a while")
    }
  }

  private func transcription(of memo: Recording) async throws -> Transcription {
    guard let transcription = try await database.transcription(of: memo.id)
    else { throw CommandFailure(SpeakerProblem.noTranscript.description) }
    return transcription
  }

  private func speaker(_ number: Int, in transcription: Transcription) throws -> Speaker {
    guard let speaker = transcription.speakers.first(where: { $0.id.number == number })
    else {
      let numbers = transcription.speakers.map { String($0.id.number) }
      throw CommandFailure(
        numbers.isEmpty
          ? "this memo has no speakers yet: 'speechmemo speakers find' detects them"
          : "this memo has no speaker \(number): use \(numbers.joined(separator: ", "))")
    }
    return speaker
  }

  private func change(
    _ memo: Recording, _ before: Transcription, _ edit: SpeakerEdit
  ) async throws {
    try await database.editSpeakers(id: before.id, with: edit)
    try show(try await transcription(of: memo))
  }

  private func show(_ transcription: Transcription) throws {
    let times = transcription.speakingTimes
    for speaker in transcription.speakers {
      let time = times[speaker.id] ?? .zero
      try terminal.line(
        "\(speaker.id.number)  \(speaker.label.printable)  " + Ink(terminal).dim(time.clock),
        json: [
          "label": speaker.label, "likelyName": speaker.likelyName, "name": speaker.name,
          "number": speaker.id.number, "seconds": time.secondsToMillisecond,
        ])
    }
    for speaker in transcription.speakers {
      guard let name = speaker.likelyName
      else { continue }
      let number = speaker.id.number
      terminal.hint(
        "Speaker \(number) sounds like \(name.printable): confirm it with 'speechmemo speakers name'."
      )
    }
  }
}
