import ArgumentParsing

enum Format: String, ArgumentValue, CaseIterable {
  case txt, srt, vtt
}

/// A program with one of everything.
enum Sample {
  static let library = Parameter<String?>.option(
    "library", as: String.self, placeholder: "FOLDER", completion: .folders,
    help: "The library's folder.")
  static let json = Parameter.flag("json", help: "One JSON object a line.")
  static let link = Parameter.argument(optional: "LINK", as: String.self, help: "What to open.")

  static let files = Parameter.arguments(
    "FILE", as: String.self, completion: .files, help: "Audio files, folders, or - for stdin.")
  static let jobs = Parameter.option(
    "jobs", default: 2, short: "j", help: "How many at once.",
    check: { $0 < 1 ? "is less than 1" : nil })
  static let tags = Parameter.options(
    "tag", as: String.self, short: "t", help: "A label for the memo.")
  static let wait = Parameter.toggle("wait", default: true, help: "Wait for the transcripts.")
  static let quiet = Parameter.flag("quiet", short: "q", help: "Say nothing.")

  static let id = Parameter.argument("ID", as: String.self, help: "The memo's id, or its start.")
  static let format = Parameter.option(
    "format", default: Format.txt, short: "f", help: "The file's form.")
  static let offset = Parameter.option("offset", as: Double.self, help: "Seconds to add.")
  static let number = Parameter.argument(optional: "NUMBER", as: Int.self, help: "Which one.")

  static let command = Command(
    "memo",
    summary: "Turn speech into text",
    discussion: "Keeps what you say.\n\nIt's all on this machine.",
    options: [library, json],
    arguments: [link],
    subcommands: [
      Command(
        "import", aliases: ["add"], summary: "Import audio files",
        options: [jobs, tags, wait, quiet], arguments: [files], run: { _ in }),
      Command(
        "export", summary: "Export a transcript", discussion: "Writes to standard output.",
        options: [format, offset], arguments: [id, number], run: { _ in }),
      Command(
        "debug", summary: "Look inside",
        subcommands: [
          Command("words", summary: "Show words", run: { _ in })
        ], isHidden: true),
      Command(
        "settings", summary: "Read or change settings",
        subcommands: [
          Command("get", summary: "Show one", run: { _ in }),
          Command("set", summary: "Change one", arguments: [id], run: { _ in throw Failure() }),
        ]),
    ],
    version: "1.2.3",
    run: { _ in })

  static func parsed(_ line: String...) throws -> ParsedArguments {
    guard case .run(_, let arguments) = try command.parse(line)
    else { throw NothingToRun() }
    return arguments
  }

  static func error(_ line: String...) -> String? {
    do {
      _ = try command.parse(line)
      return nil
    } catch {
      return error.description
    }
  }

  struct Failure: Error {}

  struct NothingToRun: Error {}
}
