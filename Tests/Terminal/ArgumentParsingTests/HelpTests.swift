import ArgumentParsing
import Testing

@Suite("Help")
struct HelpTests {
  private func help(_ line: String..., width: Int = 80) throws -> String {
    guard case .help(let text) = try Sample.command.parse(line, width: width)
    else { throw Sample.NothingToRun() }
    return text
  }

  @Test("Of the program")
  func program() throws {
    #expect(
      try help("--help") == """
        Turn speech into text.

        Usage: memo [OPTIONS] [LINK] [COMMAND]

        Keeps what you say.

        It's all on this machine.

        Commands:
          import    Import audio files.
          export    Export a transcript.
          settings  Read or change settings.

        Arguments:
          [LINK]  What to open.

        Options:
              --library FOLDER  The library's folder.
              --json            One JSON object a line.
          -h, --help            Show this help.
          -V, --version         Show the version.

        See 'memo COMMAND --help' for help on a command.

        """)
  }

  @Test("Of a command, wrapped to a narrow terminal")
  func command() throws {
    let text = try help("import", "-h", width: 44)
    #expect(
      text == """
        Import audio files.

        Usage: memo import [OPTIONS] FILE...

        Arguments:
          FILE...  Audio files, folders, or - for
                   stdin.

        Options:
          -j, --jobs NUMBER
                          How many at once.
                          (default: 2)
          -t, --tag TEXT  A label for the memo. (may
                          be repeated)
              --[no-]wait
                          Wait for the transcripts.
                          (default: --wait)
          -q, --quiet     Say nothing.
              --library FOLDER
                          The library's folder.
              --json      One JSON object a line.
          -h, --help      Show this help.

        """)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 44 })
  }

  @Test("Choices and defaults are shown")
  func choices() throws {
    #expect(
      try help("export", "--help", width: 120)
        .contains("-f, --format FORMAT   The file's form. (one of txt, srt, vtt; default: txt)"))
  }

  @Test("Is given even if the rest is missing or wrong after it")
  func wins() throws {
    #expect(try help("export", "--help", "--nonsense").hasPrefix("Export a transcript."))
  }

  @Test("A command with only subcommands shows its help")
  func holder() throws {
    #expect(try help("settings").contains("Usage: memo settings [OPTIONS] COMMAND"))
  }

  @Test("help COMMAND is the same as COMMAND --help")
  func helpCommand() throws {
    #expect(try help("help", "settings", "set") == help("settings", "set", "--help"))
    #expect(try help("help") == help("--help"))
    #expect(
      Sample.error("help", "exprt")
        == "memo: unknown command \"exprt\"; did you mean export? See 'memo --help'.")
    #expect(
      Sample.error("help", "export", "x")
        == "memo export: unknown command \"x\". See 'memo export --help'.")
  }

  @Test("Help is available by command names")
  func byName() {
    #expect(Sample.command.help(for: ["settings", "set"])?.hasPrefix("Change one.") == true)
    #expect(Sample.command.help(for: ["nothing"]) == nil)
    #expect(Sample.command.help(width: 5)?.isEmpty == false)
  }

  @Test(
    "The version is printed before and after a command's name",
    arguments: [["--version"], ["-V"], ["import", "--version"], ["settings", "set", "-V"]])
  func version(line: [String]) throws {
    guard case .version("1.2.3") = try Sample.command.parse(line)
    else {
      Issue.record("No version")
      return
    }
    #expect(Sample.command.help(for: ["import"])?.contains("--version") == false)
  }
}
