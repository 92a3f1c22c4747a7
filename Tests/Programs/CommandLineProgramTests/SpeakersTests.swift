import CommandLineProgram
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import SharedModels
import SharedSettings
import Sharing
import SpeechClient
import Testing

/// Speakers on the command line.
struct SpeakersTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession([.numbered(1, title: "Talk", "One two three four five six.")])
  }

  private func speakers(_ arguments: String...) async -> CommandSession.Outcome {
    await session.run(["speakers"] + arguments)
  }

  private func lines(_ outcome: CommandSession.Outcome) -> [String] {
    outcome.output.split(separator: "\n").map { line in
      line.split(separator: " ").dropLast().joined(separator: " ")
    }
  }

  @Test("Speakers are detected, named, merged and reassigned")
  func all() async throws {
    #expect(await speakers("list", "Talk").error.contains("speakers find"))
    #expect(lines(await speakers("find", "Talk")) == ["1 Speaker 1", "2 Speaker 2"])
    #expect(lines(await speakers("name", "Talk", "2", "Anna")) == ["1 Speaker 1", "2 Anna"])
    #expect(await session.run("show", "Talk").output.contains("Speaker 1\n"))
    #expect(lines(await speakers("assign", "Talk", "0:00", "0:01")).last == "3 Speaker 3")
    #expect(await lines(speakers("merge", "Talk", "3", "2")).contains("2 Anna"))
    #expect(await session.run("export", "Talk", "--format", "rttm").status == 0)
    let objects = await session.run("speakers", "list", "Talk", "--json").objects
    #expect(objects.contains { $0["name"] as? String == "Anna" })
    #expect(lines(await speakers("find", "Talk", "--count", "1")).count == 1)
  }

  @Test("Speakers are detected on request, whatever the settings")
  func asked() async throws {
    let counts = LockIsolated<[Int?]>([])
    let update: @Sendable (inout DependencyValues) -> Void = {
      let speakers = $0.speechClient.speakers
      $0.speechClient.speakers = { request in
        counts.withValue { $0.append(request.count) }
        return try await speakers(request)
      }
    }
    #expect(await session.run("retry", "Talk").status == 0)
    #expect(await session.run("retry", "Talk", "--speakers", "1", update: update).status == 0)
    #expect(await session.run("retry", "Talk", "--speakers", "auto", update: update).status == 0)
    #expect(counts.value == [1, nil])
    let memo = TranscribedMemo.numbered(1).recording.id
    let settings = try await session.database.transcription(of: memo)?.settings
    #expect(settings?.speakers == SpeakerSettings())
    for wrong in ["0", "21", "many"] {
      let refused = await session.run("transcribe", "a.wav", "--speakers", wrong)
      #expect(refused.status == 2 && refused.error.contains("auto, or a number from 1 to 20"))
    }
  }

  @Test("Invalid arguments are refused in one line with valid ones")
  func problems() async throws {
    #expect(await speakers("name", "Talk", "1", "Anna").error.contains("speakers find"))
    _ = await speakers("find", "Talk")
    #expect(await speakers("name", "Talk", "9", "Anna").error.contains("use 1, 2"))
    #expect(await speakers("name", "Talk", "--", "\(Int.min)", "Anna").error.contains("use 1, 2"))
    #expect(await speakers("merge", "Talk", "1", "1").status != 0)
    #expect(await speakers("assign", "Talk", "9:00", "9:10").error.contains("memo has no words"))
    #expect(await speakers("find", "Talk", "--count", "40").status == 2)
    #expect(await speakers("forget", "Nobody").error.contains("no voice of 'Nobody'"))
    let deaf = await session.run("speakers", "find", "Talk") {
      $0.speechClient.speakers = { _ in
        throw SpeechClient.Failure.request(message: "it is deaf", hint: "set it up")
      }
    }
    #expect(deaf.status == 1 && deaf.error.contains("it is deaf; set it up"))
  }

  @Test("A voice is remembered only if voices are stored, and can be forgotten")
  func voices() async throws {
    _ = await speakers("find", "Talk")
    let refused = await speakers("name", "Talk", "1", "Anna", "--remember")
    #expect(refused.status == 1 && refused.error.contains("settings speakers remember"))
    #expect(await speakers("voices").error.contains("No voices are remembered"))
    let transcription = try #require(
      try await session.database.transcription(of: TranscribedMemo.numbered(1).recording.id))
    var kept = transcription.speakers
    for index in kept.indices {
      kept[index].voice = Voice(model: "m", embedding: index == 0 ? [1, 0] : [0, 1])
    }
    try await session.database.editSpeakers(
      id: transcription.id, with: .replace(kept, words: transcription.words.map(\.speaker)))
    #expect(await speakers("name", "Talk", "1", "Anna", "--remember").status == 0)
    #expect(await speakers("voices").output.hasPrefix("Anna"))
    #expect(await speakers("forget", "Anna").status == 0)
    #expect(try await session.database.voices.all().isEmpty)
    let speaker = try await session.database.transcription(
      of: TranscribedMemo.numbered(1).recording.id)?
      .speakers.first
    #expect(speaker == Speaker(id: Speaker.ID(0), name: "Anna"))
    // The other one has no name, and a voice.
    #expect(await speakers("forget").status == 2)
    #expect(await speakers("forget", "Anna", "--all").status == 2)
    let all = await session.run("speakers", "forget", "--all", "--json").objects
    #expect(all.map { $0["erased"] as? Bool } == [true])
    #expect(await speakers("forget", "--all").error.contains("no voices are stored"))
  }

  @Test("Voices left in the library's log and in backups are mentioned")
  func waiting() async throws {
    let outcome = await session.run("speakers", "forget", "Anna") {
      $0.database.voices.forget = { name in
        #expect(name == "Anna")
        return .waiting
      }
    }
    #expect(outcome.status == 0)
    #expect(outcome.error.contains("backups"))
    #expect(outcome.error.contains("log still contains it"))
  }
}
