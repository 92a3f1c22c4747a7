import ArgumentParsing
import DatabaseClient
import Dependencies
import SharedModels
import Styleguide
import TerminalClient

struct ShowCommand {
  var id: String
  var json = false

  @Dependency(\.terminal) private var terminal
  @Dependency(\.database) private var database
  @Dependency(\.timeZone) private var timeZone

  func run() async throws {
    let recording = try await RecordingReference(id).recording(in: nil)
    let finished = try await database.transcription(of: recording.id)
    let unfinished =
      finished == nil ? try await database.unfinishedTranscription(of: recording.id) : nil
    if json {
      try terminal.json(
        ShownMemo(
          recording: RecordingJSON(recording), transcription: finished?.withoutVoices,
          unfinished: unfinished))
      return
    }
    let ink = Ink(terminal)
    var time = LocalTime(timeZone: timeZone)
    try terminal.line(ink.bold(recording.title.printable))
    let facts = [
      time.text(for: recording.date), recording.duration.clock, recording.audio.format.rawValue,
      recording.id.text, recording.isTrashed ? "in the trash" : nil,
      recording.transcription.remark,
    ]
    try terminal.line(ink.dim(facts.compactMap(\.self).joined(separator: " · ")))
    guard let transcription = finished ?? unfinished
    else { return }
    try terminal.line("")
    var speaker: Speaker.ID?
    var language: String?
    for segment in transcription.segments {
      if let now = segment.speaker, now != speaker, let known = transcription.speaker(now) {
        speaker = now
        try terminal.line(ink.bold(known.label.printable))
      }
      let now = segment.language ?? transcription.language
      let change = now == language ?? transcription.language ? nil : now
      language = now
      let mark = change.map { ink.dim("[\($0.printable)] ") } ?? ""
      try terminal.line("\(ink.dim(segment.start.clock))  \(mark)\(segment.text.printable)")
    }
    if finished == nil { try terminal.line(ink.dim("… the rest is not transcribed yet.")) }
    if transcription.segments.isEmpty { try terminal.line(ink.dim("No speech detected.")) }
  }
}

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
  static let show = Command(
    "show", summary: "Show a memo and its transcript", arguments: [id]
  ) { arguments in
    try await ShowCommand(id: arguments[id], json: arguments[json]).run()
  }
}
