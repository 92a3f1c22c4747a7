import ArgumentParsing
import DatabaseClient
import Dependencies
import Foundation
import SharedModels
import Styleguide
import TerminalClient
import TextEditorClient

struct EditCommand {
  let recording: Recording
  /// `-` reads standard input; `nil` opens the editor on the terminal.
  let text: String?

  @Dependency(\.terminal) private var terminal
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.textEditor) private var editor

  private static let byteLimit = 1 << 26

  init(_ recording: Recording, text: String?) {
    self.recording = recording
    self.text = text
  }

  func run() async throws {
    guard let transcription = try await database.transcription(of: recording.id)
    else {
      throw CommandFailure(
        """
        \(recording.label) has no transcript to edit \
        (\(recording.transcription.remark ?? "not transcribed")); \
        'speechmemo retry \(recording.id.short)' creates one
        """)
    }
    if let text = try await givenText() {
      try await keep(text, transcription)
      return
    }
    terminal.detail("using the editor '\(editor.command().printable)'")
    let edited = try await editedText(of: transcription)
    // Saves even after a Ctrl-C, which was meant for the editor.
    try await Task {
      do {
        try await keep(edited.text, transcription)
      } catch {
        guard edited.text != transcription.editableText
        else { throw error }
        throw CommandFailure(
          "\(String(describing: error)); your text is kept in \(edited.file.path)")
      }
    }.value
    editor.discard(file: edited.file)
  }

  private func editedText(of transcription: Transcription) async throws -> EditedText {
    do {
      return try await editor.open(text: transcription.editableText)
    } catch TextEditorFailure.noTerminal {
      throw CommandFailure(
        "the editor needs a terminal; --text - reads the new text from standard input")
    }
  }

  private func givenText() async throws -> String? {
    guard text == "-"
    else { return text }
    guard let bytes = try await terminal.pipedInput(byteLimit: Self.byteLimit)
    else {
      throw CommandFailure(
        "--text - reads the text from a pipe or a file, but standard input is a terminal")
    }
    guard let text = String(validating: bytes, as: UTF8.self)
    else { throw CommandFailure("the text is not UTF-8; nothing was changed") }
    return text
  }

  private func keep(_ text: String, _ transcription: Transcription) async throws {
    let newText = Transcription.text(fromEditable: text)
    guard !newText.isEmpty
    else { throw CommandFailure("the new text is empty; nothing was changed") }
    guard text != transcription.editableText,
      let edit = transcription.edit(text: newText, at: now)
    else {
      return try terminal.note(
        "\(recording.label): nothing was changed", json: .memo("unchanged", recording))
    }
    do {
      // If the memo has a new transcript by now, this would edit the old one.
      guard try await database.transcription(of: recording.id)?.id == transcription.id
      else {
        throw DatabaseError.conflict(
          ofTextOf: recording.title,
          with: try await database.history.versions(of: recording.id).current)
      }
      try await database.editTranscription(id: transcription.id, with: edit)
    } catch DatabaseError.conflict(let text) {
      throw DatabaseError.conflict(text.printable)
    }
    let words = Transcription(formattedString: newText).wordCount
    try terminal.note(
      "\(recording.label): edited, now \(words) word\(words == 1 ? "" : "s")",
      json: .memo("edited", recording, ["words": words]))
  }
}

extension CommandTable {
  static let edit: Command = {
    let text = Parameter<String?>.option(
      "text", placeholder: "TEXT",
      help: "Use this text instead of opening an editor; - to read it from standard input.")
    return Command(
      "edit", summary: "Edit a memo's text in your own editor",
      discussion: """
        Opens the text in the editor set by VISUAL or EDITOR, or in vi, as a file that only you can \
        read: one line per segment, with an empty line between paragraphs. Unchanged words keep \
        their times, and so do words whose case or punctuation you change. New words share the \
        time of the words they replace. Line breaks do not matter. If the editor fails or the text \
        cannot be saved, the transcript stays as it was, and the error names the file with your \
        text. The editor runs on the terminal, even if standard input is a file or a pipe. Only \
        --text - reads the new text from there.
        """,
      options: [text], arguments: [id]
    ) { arguments in
      try await EditCommand(try await arguments.memo(), text: arguments[text]).run()
    }
  }()
}
