import ApiClient
import ArgumentParsing
@testable import CommandLineProgram
import DatabaseClient
import Dependencies
import Foundation
import LanguageModelClient
import RetentionCore
import SharedModels
import Testing
import TextEditorClient

/// Rules for every command of the table.
struct GlobalOptionsTests {
  private static let table = CommandTable.speechmemo(version: "1")
  private static let names = table.subcommands.map(\.name)

  private let session: CommandSession

  init() throws {
    session = try CommandSession([.numbered(1, title: "One"), .numbered(2, title: "Two")])
  }

  /// The arguments that make each command print something.
  private static let lines: [String: [String]] = [
    "delete": ["One"], "devices": [], "doctor": [], "edit": ["One", "--text", "Hi."],
    "empty-trash": ["--yes"], "export": ["One"], "favorite": ["One"],
    "history": ["One"], "import": ["FILE"],
    "list": [], "maintain": [], "models": [], "play": ["One"], "record": ["--seconds", "0.1"],
    "recover": [],
    "rename": ["One", "New"], "retry": ["One"], "search": ["hello"], "settings": [],
    "share": ["One"], "show": ["One"], "speakers": ["find", "One"], "stats": [],
    "summarize": ["One"],
    "tag": ["One", "--add", "x"],
    "tidy": ["--dry-run"],
    "tokens": ["add", "x"], "undo": [],
  ]

  /// Commands whose own tests check their objects, since they need folders or run until they are
  /// stopped.
  private static let triedElsewhere: Set = [
    "backup", "libraries", "migrate", "move", "restore", "serve", "setup-engine", "transcribe",
    "transcriber",
    "verify", "watch",
  ]

  /// Options of systemctl, which the help of `watch` describes.
  private static let othersOptions: Set = ["now", "user"]

  /// Commands that print objects only for actual changes.
  private static let silent: Set = ["empty-trash", "maintain", "recover", "tidy", "undo"]

  @Test("A server without an address is an error, and not the library on this machine")
  func emptyServer() async {
    let outcome = await session.run("list", "--server", "")
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(outcome.error.contains("--server is empty: give an address"))
  }

  @Test("A server on another machine is used without encryption only if that is allowed")
  func plainServer() async {
    let plain = "--server: the token and the memos would cross the network to"
    func error(_ server: String, _ options: String..., variable: String? = nil) async -> String {
      await session.run(["list", "--server", server] + options) {
        $0.apiClient = .previewValue
        $0.terminal.environment = { variable.map { ["SPEECHMEMO_PLAIN_HTTP": $0] } ?? [:] }
      }.error
    }
    for server in ["http://192.0.2.1:8080", "http://home.example", "http://127.0.0.1.example"] {
      #expect(await error(server).contains(plain))
      #expect(await error(server, variable: "0").contains(plain))
      #expect(await error(server, "--plain-http").contains("is not a SpeechMemo server"))
      #expect(await error(server, variable: "1").contains("is not a SpeechMemo server"))
    }
    for server in ["http://127.0.0.1:8080", "http://[::1]", "http://localhost", "home.example"] {
      #expect(await error(server).contains("is not a SpeechMemo server"))
    }
    let invalid = await error("http://home.example", variable: "maybe")
    #expect(invalid.contains("SPEECHMEMO_PLAIN_HTTP is 'maybe' but must be 1 or 0"))
    let unused = await session.run("verify", "--plain-http")
    #expect(unused.status == 2 && unused.error.contains("it is for --server and for serve"))
  }

  @Test("Commands that need the library's files refuse a server from any option")
  func refusedServer() async {
    let reason = "run the command on the machine that has the library"
    let option = await session.run("verify", "--server", "https://memos.example")
    #expect(option.status == 2)
    #expect(option.error.contains("verify: --server is not supported: \(reason)"))
    let variable = await session.run("verify") {
      $0.terminal.environment = { ["SPEECHMEMO_SERVER": "https://memos.example"] }
    }
    #expect(variable.status == 2)
    #expect(variable.error.contains("verify: SPEECHMEMO_SERVER is not supported: \(reason)"))
  }

  @Test(
    "Every command supports --json or refuses it", arguments: names)
  func json(name: String) async throws {
    let command = try #require(Self.table.subcommands.first { $0.name == name })
    if let reason = command.refusedOptions["json"] {
      let words = ["complete": ["memos"], "completions": ["bash"]][name] ?? []
      let outcome = await session.run([name] + words + ["--json"])
      #expect(outcome.status == 2 && outcome.output == "")
      #expect(outcome.error.contains("--json is not supported: \(reason)"))
      return
    }
    if Self.triedElsewhere.contains(name) { return }
    let words = try #require(Self.lines[name], "say how '\(name)' is made to print something")
    let file = try session.file("a.wav", "wav")
    let line = [name] + words.map { $0 == "FILE" ? file : $0 }
    for arguments in [["--json"] + line, line + ["--json"]] {
      let outcome = try await CommandSession([.numbered(1, title: "One")]).run(arguments) {
        $0.audioPlayer = .simulated(duration: .milliseconds(100))
        $0.calendar = Calendar(identifier: .iso8601)
        $0.healthCheck.findings = { _ in [] }
        $0.languageModel = .scripted([
          #"{"keyPoints":[],"decisions":[],"actionItems":[]}"#
        ])
        $0.retentionKeeper.plan = { _ in RetentionPlan() }
        $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
      }
      let lines = outcome.output.split(separator: "\n")
      #expect(outcome.objects.count == lines.count, "\(outcome)")
      #expect(outcome.status != 2, "\(outcome)")
      #expect(!lines.isEmpty || Self.silent.contains(name) || name == "doctor", "\(outcome)")
    }
  }

  @Test("Trash commands print JSON objects")
  func trashEvents() async throws {
    func events(_ arguments: String...) async -> [String] {
      await session.run(arguments + ["--json"]).objects.map {
        "\($0["event"] ?? "") \($0["title"] ?? "")"
      }
    }
    #expect(await events("delete", "One", "Two") == ["trashed One", "trashed Two"])
    #expect(Set(await events("undo")) == ["restored One", "restored Two"])
    #expect(await events("delete", "One") == ["trashed One"])
    #expect(await events("empty-trash", "--yes") == ["deleted One"])
    #expect(await events("rename", "Two", "New") == ["renamed New"])
  }

  @Test("Exports print JSON objects: the text without a file, otherwise the file")
  func exportObjects() async throws {
    let texts = await session.run("export", "--all", "--json", "-f", "srt").objects
    #expect(texts.count == 2)
    #expect((texts.first?["text"] as? String)?.hasPrefix("1\n00:00:00,000 -->") == true)
    let folder = session.folder.root.path
    let files = await session.run("export", "--all", "--json", "-o", folder).objects
    #expect(
      files.compactMap { $0["file"] as? String } == ["\(folder)/Two.txt", "\(folder)/One.txt"])
    #expect(await session.run("export", "One", "--json", "-f", "audio").status == 1)
  }

  @Test("Errors are not JSON: they go to standard error, with the exit status")
  func errors() async {
    let outcome = await session.run("--json", "show", "nothing")
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(outcome.error.hasPrefix("speechmemo: no memo has the id or title 'nothing'"))
  }

  @Test("--quiet omits remarks, but not results and errors")
  func quiet() async throws {
    #expect(await session.run("-q", "delete", "One") == .init(0))
    #expect(await session.run("undo", "--quiet") == .init(0))
    #expect(await session.run("list", "-q").output.contains("One"))
    #expect(await session.run("-q", "show", "nothing").error.hasPrefix("speechmemo: no memo"))
    let file = try session.file("text.wav", "not audio")
    #expect(await session.run("-q", "import", file).error.hasPrefix("speechmemo: "))
  }

  @Test("--verbose prints what is used")
  func verbose() async throws {
    let file = try session.file("new.wav", "wav")
    let outcome = await session.run("import", file, "-v")
    #expect(outcome.error.contains("library \(session.folder.root.path)\n"))
    #expect(outcome.error.contains("engine scripted 1"))
    #expect(outcome.error.contains("audio/"))
    #expect(outcome.output.contains("saved new"))
  }

  @Test("The manual names the commands without --json")
  func withoutJSON() async {
    let refusing = Self.table.subcommands.filter {
      !$0.isHidden && $0.refusedOptions["json"] != nil
    }
    let names = refusing.map(\.name).sorted()
    let list = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    let page = await session.run("manual").output.replacingOccurrences(of: "\\-", with: "-")
    #expect(page.contains("All commands accept --json except \(list),"))
  }

  @Test("Each command has a summary, one sentence without a full stop")
  func summaries() {
    for command in Self.table.subcommands {
      #expect(!command.summary.isEmpty && !command.summary.hasSuffix("."), "\(command.name)")
      #expect(command.run != nil, "\(command.name)")
    }
  }

  private static func problem(of arguments: [String]) -> String {
    do {
      _ = try table.parse(arguments)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("Every option in a command's help is accepted", arguments: names)
  func options(name: String) throws {
    let help = try #require(Self.table.help(for: [name], width: 1000))
    let named = Set(
      help.matches(of: /(?:^|[^\w\-])--(\[no-\])?([a-z][a-z\-]*)/).map { String($0.2) })
    let command = try #require(Self.table.subcommands.first { $0.name == name })
    #expect(
      named.isSuperset(of: ["quiet", "verbose", "help"])
        && named.isDisjoint(with: command.refusedOptions.keys))
    #expect(
      named.union(command.refusedOptions.keys).isSuperset(of: ["json", "server"]), "\(named)")
    for option in named.subtracting(Self.othersOptions.union(["help", "version"])) {
      let problem = Self.problem(of: [name, "--\(option)"])
      #expect(!problem.contains("unknown option"), "\(problem)")
    }
  }

  @Test("Every option in the manual is accepted")
  func manualOptions() async {
    let page = await session.run("manual").output.replacingOccurrences(of: "\\-", with: "-")
    let known = Set(
      Self.table.subcommands.flatMap { [$0] + $0.subcommands }.flatMap(\.options)
        .map(\.specification.name)
        + GlobalOptions.all.map(\.specification.name) + ["help", "version"]
    ).union(Self.othersOptions)
    for match in page.matches(of: /(?:^|[^\w\-])--(?:\[no-\])?([a-z][a-z\-]*)/) {
      let name = String(match.1)
      #expect(
        known.contains(name) || name.hasPrefix("no-") && known.contains(String(name.dropFirst(3))),
        "\(name)")
    }
  }
}
