import ArgumentParsing
import DatabaseClient
import Dependencies
import SharedModels
import Styleguide
import TerminalClient

struct HistoryCommand {
  let recording: Recording

  @Dependency(\.database.history) private var history
  @Dependency(\.terminal) private var terminal

  init(_ recording: Recording) {
    self.recording = recording
  }

  func list() async throws {
    let versions = try await history.versions(of: recording.id)
    guard !versions.isEmpty
    else {
      throw CommandFailure(
        """
        \(recording.label) has no transcript yet \
        (\(recording.transcription.remark ?? "not transcribed")); \
        'speechmemo retry \(recording.id.short)' creates one
        """)
    }
    let ink = Ink(terminal)
    var time = LocalTime()
    let width = "\(versions.count)".count
    let counts = versions.map { $0.wordCount?.counted("word") ?? "" }
    let countWidth = counts.map(\.count).max() ?? 0
    for (version, words) in zip(versions, counts) {
      let number = "\(version.number)".padded(to: width, isTrailing: true)
      let remarks = [
        version.restored.map { "back to version \($0)" }, version.isCurrent ? "current" : nil,
      ].compactMap(\.self)
      let remark = remarks.isEmpty ? "" : ink.dim("  (\(remarks.joined(separator: ", ")))")
      try terminal.line(
        """
        \(ink.bold(number))  \(time.text(for: version.date))  \
        \(words.padded(to: countWidth, isTrailing: true))  \
        \(version.author.text.printable)\(remark)
        """,
        json: version.json)
    }
  }

  func show(_ number: Int) async throws {
    do {
      let transcription = try await history.transcription(of: recording.id, version: number)
      let lines = transcription.editableText
        .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      try terminal.line(
        lines.map(\.printable).joined(separator: "\n"),
        json: ["version": number, "text": transcription.text])
    } catch DatabaseError.notFound(let item) {
      throw CommandFailure(
        "\(item) does not exist; 'speechmemo history \(recording.id.short)' lists all versions")
    }
  }
}

extension TextVersion {
  fileprivate var json: JSONObject {
    var (engine, usedModel): (TranscriptionEngine?, String?)
    if case .engine(let name, let model) = author { (engine, usedModel) = (name, model) }
    return [
      "author": engine == nil ? "user" : "engine", "date": date, "engine": engine,
      "isCurrent": isCurrent, "model": usedModel, "restored": restored, "version": number,
      "words": wordCount,
    ]
  }
}

extension TextVersion.Author {
  fileprivate var text: String {
    switch self {
    case .engine(let engine, let model):
      [engine.text, model].filter { !$0.isEmpty }.joined(separator: ", ")
    case .user: "user"
    }
  }
}

extension CommandTable {
  static let history: Command = {
    let version = Parameter<Int?>.option(
      "show", placeholder: "VERSION", help: "Print the text of this version.")
    return Command(
      "history", summary: "List the versions of a memo's text",
      discussion: """
        Each edit, each new transcript, and each undo adds a version. Versions have a date, a number \
        of words, and an author. The author is the user, or an engine with its model. 'speechmemo \
        undo' restores any version. Versions are deleted with their memo. A text that was edited \
        with an older SpeechMemo has no version from before.
        """,
      options: [version], arguments: [id]
    ) { arguments in
      let command = HistoryCommand(try await arguments.memo(in: nil))
      if let version = arguments[version] {
        try await command.show(version)
      } else {
        try await command.list()
      }
    }
  }()
}
