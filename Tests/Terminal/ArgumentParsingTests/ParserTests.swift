import ArgumentParsing
import Testing

@Suite("Parser")
struct ParserTests {
  @Test("Values are typed and have defaults")
  func values() throws {
    let arguments = try Sample.parsed("import", "a.wav")
    #expect(arguments.commandPath == ["memo", "import"])
    #expect(arguments[Sample.files] == ["a.wav"])
    #expect(arguments[Sample.jobs] == 2)
    #expect(arguments[Sample.tags] == [])
    #expect(arguments[Sample.wait])
    #expect(!arguments[Sample.quiet])
    #expect(arguments[Sample.library] == nil)
    #expect(!arguments.isGiven(Sample.jobs))
  }

  @Test(
    "All spellings of an option are equivalent",
    arguments: [
      ["--format", "srt"], ["--format=srt"], ["-f", "srt"], ["-fsrt"], ["-f=srt"],
      ["--format", "vtt", "-f", "srt"],
    ])
  func spellings(option: [String]) throws {
    for line in [["export"] + option + ["x"], ["export", "x"] + option] {
      guard case .run(_, let arguments) = try Sample.command.parse(line)
      else {
        Issue.record("Nothing to run")
        return
      }
      #expect(arguments[Sample.format] == .srt)
      #expect(arguments[Sample.id] == "x")
      #expect(arguments.isGiven(Sample.format))
    }
  }

  @Test("Flags in one word, a value at its end")
  func clusters() throws {
    let arguments = try Sample.parsed("import", "-qj4", "a")
    #expect(arguments[Sample.quiet])
    #expect(arguments[Sample.jobs] == 4)
  }

  @Test("Toggles can be denied, and the last word counts")
  func toggles() throws {
    #expect(try !Sample.parsed("import", "--no-wait", "a")[Sample.wait])
    #expect(try Sample.parsed("import", "--no-wait", "--wait", "a")[Sample.wait])
    #expect(Sample.error("import", "--no-quiet", "a")?.contains("unknown option") == true)
  }

  @Test("Repeated options keep their order")
  func repeated() throws {
    #expect(
      try Sample.parsed("import", "--tag", "b", "f", "-t", "a", "--tag=b")[Sample.tags]
        == ["b", "a", "b"])
  }

  @Test("Options of the program are known before and after the command")
  func inherited() throws {
    #expect(try Sample.parsed("--json", "import", "a")[Sample.json])
    #expect(try Sample.parsed("import", "a", "--json", "--library", "/x")[Sample.library] == "/x")
    #expect(try Sample.parsed("settings", "get", "--json").commandPath.count == 3)
  }

  @Test("A single dash is an argument and two end the options")
  func dashes() throws {
    #expect(try Sample.parsed("import", "-")[Sample.files] == ["-"])
    #expect(
      try Sample.parsed("import", "a", "--", "--jobs", "-q", "--", "--help")[Sample.files]
        == ["a", "--jobs", "-q", "--", "--help"])
    #expect(try Sample.parsed("--", "import")[Sample.link] == "import")
    #expect(try Sample.parsed("import", "--tag", "-", "x")[Sample.tags] == ["-"])
  }

  @Test("Negative numbers are values and arguments, not options")
  func negative() throws {
    let arguments = try Sample.parsed("export", "x", "-3", "--offset", "-1.5")
    #expect(arguments[Sample.number] == -3)
    #expect(arguments[Sample.offset] == -1.5)
  }

  @Test("Aliases and hidden commands are understood")
  func aliases() throws {
    #expect(try Sample.parsed("add", "a").commandPath == ["memo", "import"])
    #expect(try Sample.parsed("debug", "words").commandPath == ["memo", "debug", "words"])
  }

  @Test("Without a command, the program itself runs, with or without an argument")
  func root() throws {
    #expect(try Sample.parsed().commandPath == ["memo"])
    #expect(try Sample.parsed("memo://recordings/1")[Sample.link] == "memo://recordings/1")
    #expect(try Sample.parsed("", "--json")[Sample.link] == "")
  }

  @Test("The innermost command runs")
  func run() async throws {
    guard case .run(let run, let arguments) = try Sample.command.parse(["settings", "set", "x"])
    else {
      Issue.record("Nothing to run")
      return
    }
    await #expect(throws: Sample.Failure.self) { try await run(arguments) }
    #expect([ExitCode.done, .failed, .usage].map(\.rawValue) == [0, 1, 2])
  }

  @Test(
    "A usage error is one line with a fix",
    arguments: [
      (
        ["imprt", "a"], "memo: unknown command \"imprt\"; did you mean import? See 'memo --help'."
      ),
      (["export"], "memo export: ID is missing. See 'memo export --help'."),
      (["import"], "memo import: FILE is missing. See 'memo import --help'."),
      (
        ["export", "x", "--fromat", "srt"],
        "memo export: unknown option --fromat; did you mean --format? See 'memo export --help'."
      ),
      (
        ["import", "--nowait", "a"],
        "memo import: unknown option --nowait; did you mean --no-wait? See 'memo import --help'."
      ),
      (
        ["export", "x", "--format", "str"],
        """
        memo export: --format: "str" is not one of txt, srt, vtt; did you mean srt? \
        See 'memo export --help'.
        """
      ),
      (
        ["export", "x", "--format", "docx"],
        """
        memo export: --format: "docx" is not one of txt, srt, vtt. See 'memo export --help'.
        """
      ),
      (
        ["import", "-j", "two", "a"],
        "memo import: -j: \"two\" is not a whole number. See 'memo import --help'."
      ),
      (
        ["import", "-j0", "a"],
        "memo import: -j: \"0\" is less than 1. See 'memo import --help'."
      ),
      (
        ["export", "x", "--format"],
        "memo export: --format needs a value: --format FORMAT. See 'memo export --help'."
      ),
      (
        ["export", "--format", "--json", "x"],
        "memo export: --format needs a value: --format FORMAT. See 'memo export --help'."
      ),
      (
        ["import", "--quiet=yes", "a"],
        "memo import: --quiet takes no value. See 'memo import --help'."
      ),
      (["import", "-x", "a"], "memo import: unknown option -x. See 'memo import --help'."),
      (
        ["export", "x", "1", "y"],
        "memo export: unexpected argument \"y\". See 'memo export --help'."
      ),
      (
        ["export", "x", "y"],
        "memo export: NUMBER: \"y\" is not a whole number. See 'memo export --help'."
      ),
      (
        ["settings", "sett"],
        "memo settings: unknown command \"sett\"; did you mean set? See 'memo settings --help'."
      ),
      (
        ["settings", "zzz"],
        "memo settings: unknown command \"zzz\". See 'memo settings --help'."
      ),
      (
        ["export", "x", "1", "a\nb\u{1B}[2J"],
        """
        memo export: unexpected argument "a\\nb\\u{1B}[2J". See 'memo export --help'.
        """
      ),
    ])
  func mistakes(line: [String], message: String) {
    #expect {
      try Sample.command.parse(line)
    } throws: { error in
      #expect("\(error)" == message)
      return error is UsageError
    }
  }

  @Test("Hidden commands and options are not suggested")
  func hiddenNotSuggested() {
    #expect(Sample.error("import", "--trac", "a")?.contains("did you mean") == false)
    #expect(Sample.error("settings", "words")?.contains("did you mean") == false)
  }

  @Test("An invalid table reports its problem")
  func problems() {
    #expect(Sample.command.problems() == [])
    let wrong = Command(
      "p", summary: "", options: [Sample.json, Parameter.flag("json", help: "")],
      subcommands: [
        Command("a", summary: "", arguments: [Sample.number, Sample.id], run: { _ in }),
        Command("a", summary: ""),
        Command(
          "b", summary: "",
          options: [
            Parameter.flag("no-x", short: "h", help: ""),
            Parameter.toggle("x", default: true, help: ""),
          ],
          arguments: [Sample.files, Sample.id], run: { _ in }),
      ])
    #expect(
      wrong.problems() == [
        "p: --json is declared twice",
        "p: the command a is declared twice",
        "p a: --json is declared twice",
        "p a: a required argument after one that may be left out",
        "p a: --json is declared twice",
        "p a: neither runs nor has commands",
        "p b: --json is declared twice",
        "p b: -h is declared twice",
        "p b: --no-x is declared twice",
        "p b: an argument after one that takes all the rest",
      ])
  }
}
