public import ArgumentParsing
import TerminalClient
import Dependencies
import FileStorage
import Foundation
import ImportCore
import SharedModels
import SharedSettings
import Sharing
import Styleguide
import TranscriptExport

/// The program's commands, as data.
public enum CommandTable {
  /// - Parameter version: What `--version` prints.
  public static func speechmemo(version: String) -> Command {
    Command(
      "speechmemo",
      summary: "Spoken memos in, timed transcripts out, all on this machine",
      discussion: """
        Memos are kept in the folder that SPEECHMEMO_HOME names, else in speechmemo below \
        XDG_DATA_HOME, else in ~/.local/share/speechmemo. An ID may be shortened to any \
        unique prefix; in its place a title or its beginning will do, and last for the newest \
        memo, last~1 for the one before it. Without a command it opens the app.
        """,
      subcommands: [
        AppCommand.command,
        record, play, `import`, list, show, search, export, rename, delete, undo, emptyTrash, tidy,
        retry, recover, settings, doctor, devices, completions(version: version),
        manual(version: version),
      ],
      version: version)
  }

  /// The script that teaches a shell to complete the program's commands.
  private static func completions(version: String) -> Command {
    let shell = Parameter<Shell>.argument("SHELL", help: "bash, zsh or fish.")
    return Command(
      "completions", summary: "Print the completions for a shell", arguments: [shell]
    ) { arguments in
      @Dependency(\.terminal) var terminal
      try terminal.print(
        text: speechmemo(version: version).completionScript(for: arguments[shell]), to: .output)
      return .done
    }
  }

  /// The manual page, in the language of `man`.
  private static func manual(version: String) -> Command {
    Command("manual", summary: "Print the manual page") { _ in
      @Dependency(\.terminal) var terminal
      try terminal.print(text: Manual.page(version: version), to: .output)
      return .done
    }
  }

  static let json = Parameter.flag("json", help: "Print one JSON object per line.")

  static let id = Parameter<String>.argument("ID", help: "The memo's ID, its title, or last.")
  private static let optionalIDs = Parameter<[String]>.arguments(
    "ID", isRequired: false, help: "The memos' IDs or titles.")

  private static let list: Command = {
    let limit = Parameter<Int?>.option(
      "limit", placeholder: "N", help: "Only the newest N.", check: positive)
    let trash = Parameter.flag("trash", help: "List the trash instead of the library.")
    return Command(
      "list", aliases: ["ls"], summary: "List the memos, newest first",
      options: FilterOptions.all + [limit, trash, json]
    ) { arguments in
      try await ListCommand(
        filter: FilterOptions.filter(arguments), json: arguments[json], limit: arguments[limit],
        place: arguments[trash] ? .trash : .library
      ).run()
      return .done
    }
  }()

  private static let show = Command(
    "show", summary: "Show a memo and its transcript", options: [json], arguments: [id]
  ) { arguments in
    try await ShowCommand(id: arguments[id], json: arguments[json]).run()
    return .done
  }

  private static let search: Command = {
    let words = Parameter<[String]>.arguments(
      "WORDS", help: "All must occur; '\"some words\"' is a phrase, 'transc*' matches a prefix.")
    let (from, until) = (FilterOptions.from, FilterOptions.until)
    let limit = Parameter.option(
      "limit", default: 50, placeholder: "N", help: "At most N memos.", check: positive)
    let places = Parameter<Int?>.option(
      "places", placeholder: "N",
      help: "At most N places of each memo; 10 unless given, with --json all.", check: positive)
    return Command(
      "search", summary: "Find words in every transcript and title",
      discussion: "Ends with status 1 where nothing is found.",
      options: [from, until, limit, places, json], arguments: [words]
    ) { arguments in
      let filter = FilterOptions.filter(arguments)
      return try await SearchCommand(
        words: arguments[words], from: filter.from, json: arguments[json],
        limit: arguments[limit], placeLimit: arguments[places], until: filter.until
      ).run() ? .done : .failed
    }
  }()

  private static let export: Command = {
    let all = Parameter.flag("all", help: "Export every memo of the library.")
    let format = Parameter<ExportContent?>.option(
      "format", short: "f", placeholder: "FORMAT",
      help: """
        File format; 'audio' is the recording as the library stores it. Unless given, the ending \
        of the output's name decides, and else it is txt.
        """)
    let output = Parameter<String?>.option(
      "output", short: "o", placeholder: "FILE", completion: .files,
      help: "Write to this file or folder instead of standard output, which is -.")
    return Command(
      "export", summary: "Write transcripts as text, subtitles, JSON or Markdown, or the sound",
      discussion: """
        With a file name, an existing file is replaced. With a folder, each memo gets a file named \
        after its title; nothing is replaced, and the names are printed. A name that ends with a \
        slash is a folder's, which is made where it is missing. Of a memo that is being \
        transcribed its text so far is written, which is told.
        """,
      options: [format, output, all] + FilterOptions.all, arguments: [optionalIDs]
    ) { arguments in
      try await ExportCommand(
        selection: RecordingSelection(
          arguments, ids: arguments[optionalIDs], isAll: arguments[all]),
        content: arguments[format], output: arguments[output]
      ).run()
      return .done
    }
  }()

  private static let rename: Command = {
    let title = Parameter<[String]>.arguments("TITLE", help: "The new title.")
    return Command("rename", summary: "Give a memo another title", arguments: [id, title]) {
      arguments in
      try await RenameCommand(id: arguments[id], title: arguments[title].joined(separator: " "))
        .run()
      return .done
    }
  }()

  private static let delete = Command(
    "delete", aliases: ["rm"], summary: "Move memos to the trash", options: FilterOptions.all,
    arguments: [optionalIDs]
  ) { arguments in
    try await DeleteCommand(
      selection: RecordingSelection(arguments, ids: arguments[optionalIDs])
    ).run()
    return .done
  }

  private static let undo = Command(
    "undo", summary: "Restore memos from the trash",
    discussion: "Without an ID, restores those deleted last.", arguments: [optionalIDs]
  ) { arguments in
    try await UndoCommand(ids: arguments[optionalIDs]).run()
    return .done
  }

  private static let emptyTrash = Command(
    "empty-trash", summary: "Permanently delete everything in the trash"
  ) { _ in
    try await EmptyTrashCommand().run()
    return .done
  }

  private static let recover = Command(
    "recover", summary: "Make memos of what an interrupted recording or import left behind",
    options: RequestOptions.all
  ) { arguments in
    try await RecoverCommand(
      request: RequestOptions.request(arguments).completed(), width: arguments[RequestOptions.width]
    ).run()
    return .done
  }

  private static let doctor = Command(
    "doctor", summary: "Check that everything the program needs is there", options: [json]
  ) { arguments in
    try await DoctorCommand(json: arguments[json]).run() ? .done : .failed
  }

  private static let `import`: Command = {
    let paths = Parameter<[String]>.arguments(
      "FILE", completion: .files,
      help: "Audio or video files, folders of them, or - for standard input.")
    let waits = Parameter.toggle(
      "wait", default: true,
      help: "Wait for the transcripts; --no-wait returns once the memos are saved.")
    return Command(
      "import", summary: "Import audio files and transcribe them",
      discussion: """
        The library keeps a copy of each file; the file itself is not changed. A file that the \
        library already has is not imported again. With --json each event is a line: 'saved' once \
        a memo is safe, then 'transcribed' or 'failed'; 'existing' for a file that is already there.
        """,
      options: [waits] + RequestOptions.all + [json], arguments: [paths]
    ) { arguments in
      try await ImportCommand(
        paths: arguments[paths], json: arguments[json],
        request: RequestOptions.request(arguments).completed(), waits: arguments[waits],
        width: arguments[RequestOptions.width]
      ).run()
      return .done
    }
  }()

  private static let retry: Command = {
    let force = Parameter.flag("force", help: "Replace the text even if it was edited.")
    return Command(
      "retry", summary: "Make the transcripts that are missing or failed",
      discussion: """
        Without an ID: all that are waiting, were interrupted, or failed; a failed one is tried \
        with the model and options given, or else with those it had. With an ID or a choice by \
        options: those memos again, with the model and options given, or else with those that 'speechmemo settings' shows.
        """,
      options: [force] + FilterOptions.all + RequestOptions.all + [json], arguments: [optionalIDs]
    ) { arguments in
      try await RetryCommand(
        selection: RecordingSelection(arguments, ids: arguments[optionalIDs]),
        force: arguments[force], json: arguments[json],
        request: RequestOptions.request(arguments), width: arguments[RequestOptions.width]
      ).run()
      return .done
    }
  }()
}

@Sendable private func positive(_ number: Int) -> String? {
  number > 0 ? nil : "must be 1 or more"
}

/// The options of commands that make transcripts.
enum RequestOptions {
  static let language = Parameter<String?>.option(
    "language", placeholder: "CODE", help: "The language spoken, such as en; auto to detect it.")
  static let model = Parameter<String?>.option(
    "model", placeholder: "NAME", completion: .folders,
    help: "A folder with a model, or the name of one that the engine can download.")
  static let vocabulary = Parameter<String?>.option(
    "vocabulary", placeholder: "WORDS", help: "Names and terms that are likely to occur.")
  static let width = Parameter.option(
    "jobs", default: 1, placeholder: "N", help: "Transcribe N memos at once.", check: positive)

  /// What concerns one transcript.
  static let engine: [any CommandParameter] = [language, model, vocabulary]
  static let all: [any CommandParameter] = engine + [width]

  static func request(_ arguments: ParsedArguments) -> JobRequest {
    JobRequest(
      model: arguments[model].map(located),
      settings: TranscriptionSettings(
        beamSize: 1, language: arguments[language], vocabulary: arguments[vocabulary]))
  }

  /// A folder's absolute path: the memo may be transcribed later, from another current folder.
  private static func located(_ model: String) -> String {
    let path = XDGFolders().url(of: model).path
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    return isThere && isFolder.boolValue ? path : model
  }
}

extension JobRequest {
  /// The request, completed from the library's settings.
  func completed() -> JobRequest {
    @Dependency(\.terminal) var terminal
    @SharedReader(.settings) var settings
    if let error = $settings.loadError {
      terminal.note("speechmemo: \(String(describing: error).printable)")
    }
    return completed(by: settings)
  }
}

extension ExportContent: ArgumentValue {}
