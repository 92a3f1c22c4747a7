import ArgumentParsing
import DatabaseClient
import Dependencies
import SharedModels
import Styleguide
import TerminalClient

private struct ShownMemo: Encodable {
  let recording: RecordingJSON
  let transcription: Transcription?
  let unfinished: Transcription?

  private enum CodingKeys: CodingKey {
    case transcript, unfinishedTranscript
  }

  func encode(to encoder: any Encoder) throws {
    try recording.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(transcription, forKey: .transcript)
    try container.encodeIfPresent(unfinished, forKey: .unfinishedTranscript)
  }
}

extension CommandTable {
  static let show: Command = {
    let ids = Parameter<[String]>.arguments(
      "ID", completion: .speechmemo(.memos), help: "The memos' IDs, their titles, or last.")
    return Command(
      "show", summary: "Show memos and their transcripts", arguments: [ids]
    ) { arguments in
      @Dependency(\.terminal) var terminal
      for (index, recording) in try await arguments[ids].recordings(in: nil).enumerated() {
        if index > 0, !terminal.isJSON { try terminal.line("") }
        try await printMemo(recording)
      }
    }
  }()

  private static func printMemo(_ recording: Recording) async throws {
    @Dependency(\.database) var database
    @Dependency(\.terminal) var terminal
    let finished = try await database.transcription(of: recording.id)
    let unfinished =
      finished == nil ? try await database.jobs.unfinishedTranscription(of: recording.id) : nil
    if terminal.isJSON {
      return try terminal.json(
        encoding: ShownMemo(
          recording: RecordingJSON(recording), transcription: finished?.withoutVoices,
          unfinished: unfinished))
    }
    try terminal.show(recording)
    guard let transcription = finished ?? unfinished
    else { return }
    try terminal.show(transcription)
    let ink = Ink(terminal)
    if finished == nil { try terminal.line(ink.dim("… the rest is not transcribed yet.")) }
    if transcription.segments.isEmpty { try terminal.line(ink.dim("No speech detected.")) }
    if transcription.details.isForeign { terminal.warn(Transcription.foreignRemark) }
    if transcription.isTooFaint {
      terminal.hint(recording.faintRemark.firstLetterUppercased + ".")
    }
  }
}

extension TerminalClient {
  fileprivate func show(_ recording: Recording) throws {
    let ink = Ink(self)
    var time = LocalTime()
    try line(ink.bold(recording.title.printable))
    let facts = [
      time.text(for: recording.date), recording.duration.clock, recording.audio.format.rawValue,
      recording.id.text, recording.isTrashed ? "in the trash" : nil,
      recording.transcription.remark,
    ]
    let tags = recording.tags.map { "#\($0.printable)" }.joined(separator: " ")
    try line(ink.dim(facts.compactMap(\.self).joined(separator: " · ")))
    if !tags.isEmpty { try line(ink.dim(tags)) }
  }

  fileprivate func show(_ transcription: Transcription) throws {
    let ink = Ink(self)
    try line("")
    var speaker: Speaker.ID?
    var language: String?
    for segment in transcription.segments {
      if let now = segment.speaker, now != speaker, let known = transcription.speaker(now) {
        speaker = now
        try line(ink.bold(known.label.printable))
      }
      let now = segment.language ?? transcription.language
      let change = now == language ?? transcription.language ? nil : now
      language = now
      let mark = change.map { ink.dim("[\($0.printable)] ") } ?? ""
      try line("\(ink.dim(segment.start.clock))  \(mark)\(segment.text.withoutControls.printable)")
    }
  }
}
