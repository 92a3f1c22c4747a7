import Dependencies
import ImportCore
import SharedModels
import Styleguide
import TerminalClient

/// Reports imported files. A closed output doesn't stop an import.
struct ImportReport: Sendable {
  @Dependency(\.terminal) private var terminal

  func imported(_ outcome: Importer.Outcome, from file: String) throws {
    switch outcome {
    case .added(let recording, let isTruncated, let dateSource):
      try print(
        "\(recording.id.short)  saved \(recording.title.printable)\(text(for: dateSource))",
        json: .memo(
          "saved", recording,
          ["file": file, "date": recording.date, "dateSource": dateSource.rawValue]))
      logFile(of: recording, from: file)
      if isTruncated {
        let source = file == "-" ? "standard input" : file.printable
        terminal.warn(
          "\(source) is truncated; only the first \(recording.duration.clock) was imported")
      }
    case .alreadyExists(let recording):
      try print(
        "\(recording.id.short)  already in the library: \(file.printable) is \(recording.title.printable)",
        json: .memo("existing", recording, ["file": file]))
    }
  }

  private func text(for source: Importer.DateSource) -> String {
    switch source {
    case .given, .imported: ""
    case .metadata: ", dated by its metadata"
    case .modified: ", dated by its last change"
    case .name: ", dated by its name"
    }
  }

  /// Warns about options for a new memo if the library already has the audio.
  func ignored(_ options: [String], _ file: String, _ recording: Recording) {
    guard !options.isEmpty
    else { return }
    let id = recording.id.short
    var remedies: [String] = []
    if options.contains("--title") {
      remedies.append("'speechmemo rename \(id) TITLE' renames the memo")
    }
    if options.contains(where: { $0 != "--title" && $0 != "--date" }) {
      remedies.append("'speechmemo retry \(id)' with these options transcribes it again")
    }
    let names = options.joined(separator: ", ")
    terminal.warn(
      (["\(names) ignored: \(file.printable) is already in the library"] + remedies)
        .joined(separator: "; "))
  }

  private func logFile(of recording: Recording, from file: String) {
    let audio = recording.audio
    terminal.detail(
      """
      \(recording.id.short)  \(file.printable) is stored as audio/\(audio.fileName): \
      \(audio.format.rawValue), \(audio.channelCount) channel\(audio.channelCount == 1 ? "" : "s") \
      at \(audio.sampleRate) Hz, \(audio.byteCount.fileSize), \(recording.duration.clock)
      """)
  }

  func refused(_ file: String, reason: String) throws {
    try ignoringClosedOutput {
      try terminal.warn(
        reason.printable, json: ["event": "refused", "file": file, "reason": reason])
    }
  }

  func recorded(_ recording: Recording) throws {
    try print(
      "\(recording.id.short)  saved \(recording.title.printable), \(recording.duration.clock)",
      json: .memo("saved", recording))
  }

  func transcribed(_ recording: Recording, _ transcription: Transcription) throws {
    let count = transcription.wordCount
    let track = transcription.settings.track
    var text = "\(recording.id.short)  \(recording.title.printable): "
    text += count == 0 ? "no speech detected" : count.counted("word")
    if transcription.isTooFaint { text += "; \(recording.faintRemark)" }
    if let track { text += " in audio track \(track)" }
    if count > 0 { text += "\n          \(Ink(terminal).dim(excerpt(of: transcription.text)))" }
    if transcription.details.isForeign {
      terminal.warn("\(recording.title.printable): \(Transcription.foreignRemark)")
    }
    try print(
      text,
      json: .memo(
        "transcribed", recording, ["words": count, "text": transcription.text, "track": track]))
  }

  func failed(_ recording: Recording, reason: String) throws {
    try ignoringClosedOutput {
      try terminal.warn(
        """
        \(recording.title.printable) was not transcribed: \(reason.printable); the memo \
        is saved, and 'speechmemo retry \(recording.id.short)' tries again
        """, json: .memo("failed", recording, ["reason": reason]))
    }
  }

  private func print(_ text: String, json object: JSONObject) throws {
    try ignoringClosedOutput { try terminal.line(text, json: object) }
  }

  private func excerpt(of text: String) -> String {
    text.printable.truncated(toColumns: max(20, terminal.width - 12))
  }
}
