import Dependencies
import ImportCore
import SharedModels
import Styleguide
import TerminalClient

/// Reports imported files. A closed output doesn't stop an import.
struct ImportReport: Sendable {
  let json: Bool

  @Dependency(\.terminal) private var terminal

  init(json: Bool) {
    self.json = json
  }

  func imported(_ outcome: Importer.Outcome, from file: String) throws {
    switch outcome {
    case .added(let recording, let isTruncated):
      if json {
        try write(Event("saved", recording, file: file))
      } else {
        try write("\(recording.id.short)  saved \(recording.title.printable)")
      }
      logFile(of: recording, from: file)
      if isTruncated {
        let source = file == "-" ? "standard input" : file.printable
        terminal.warn(
          """
          \(source) is truncated; \
          only the first \(recording.duration.clock) was imported
          """)
      }
    case .alreadyExists(let recording):
      if json {
        try write(Event("existing", recording, file: file))
      } else {
        try write(
          "\(recording.id.short)  already in the library: \(file.printable) is \(recording.title.printable)"
        )
      }
    }
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

  func recorded(_ recording: Recording) throws {
    if json {
      try write(Event("saved", recording))
    } else {
      try write(
        "\(recording.id.short)  saved \(recording.title.printable), \(recording.duration.clock)")
    }
  }

  func transcribed(_ recording: Recording, _ transcription: Transcription) throws {
    if json {
      try write(
        Event("transcribed", recording, words: transcription.wordCount, text: transcription.text))
    } else {
      let count = transcription.wordCount
      let ink = Ink(terminal)
      let what = count == 0 ? "no speech detected" : count.counted("word")
      try write("\(recording.id.short)  \(recording.title.printable): \(what)")
      if count > 0 { try write("          \(ink.dim(excerpt(of: transcription.text)))") }
    }
  }

  func failed(_ recording: Recording, reason: String) throws {
    if json {
      try write(Event("failed", recording, reason: reason))
    } else {
      terminal.warn(
        """
        \(recording.title.printable) was not transcribed: \(reason.printable); the memo \
        is saved, and 'speechmemo retry \(recording.id.short)' tries again
        """)
    }
  }

  private func write(_ line: String) throws {
    do { try terminal.line(line) } catch is TerminalClient.OutputClosed {}
  }

  private func write(_ event: Event) throws {
    do { try terminal.json(event) } catch is TerminalClient.OutputClosed {}
  }

  private func excerpt(of text: String) -> String {
    let text = text.printable
    let room = max(20, terminal.width - 12)
    return text.truncated(toColumns: room)
  }

  private struct Event: Encodable {
    let event: String
    let id: String
    let title: String
    let file: String?
    let reason: String?
    let text: String?
    let words: Int?

    init(
      _ event: String, _ recording: Recording, file: String? = nil, reason: String? = nil,
      words: Int? = nil, text: String? = nil
    ) {
      self.event = event
      id = recording.id.text
      title = recording.title
      self.file = file
      self.reason = reason
      self.text = text
      self.words = words
    }
  }
}
