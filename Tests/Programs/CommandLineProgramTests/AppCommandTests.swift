import CommandLineProgram
import ConcurrencyExtras
import SharedModels
import Testing

struct AppCommandTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession([.numbered(1)])
  }

  /// The result of opening with these arguments.
  private func open(
    _ arguments: [String], onTerminal: Bool = true
  ) async -> (links: [DeepLink?], outcome: CommandSession.Outcome) {
    let links = LockIsolated<[DeepLink?]>([])
    let outcome = await session.run(arguments, onTerminal: onTerminal) {
      $0.app.open = { link in links.withValue { $0.append(link) } }
    }
    return (links.value, outcome)
  }

  @Test("Without a command, on a terminal, the app opens")
  func alone() async {
    for arguments in [[], ["app"]] {
      let (links, outcome) = await open(arguments)
      #expect(links == [nil])
      #expect(outcome == .init(0))
    }
  }

  @Test("Without a command and a terminal, the usage is printed")
  func noTerminal() async {
    let (links, outcome) = await open([], onTerminal: false)
    #expect(links == [])
    #expect(
      outcome
        == .init(
          2,
          error: """
            speechmemo: the app needs a terminal: give a command. See 'speechmemo --help'.

            """))
  }

  @Test(
    "A link alone opens the app at that link",
    arguments: [
      (["speechmemo://recordings/1?t=2"], .recording(id: "1", time: .seconds(2))),
      (["SPEECHMEMO:record"], .record), (["app", "speechmemo://search?q=a%20b"], .search("a b")),
    ] as [([String], DeepLink)])
  func link(arguments: [String], link: DeepLink) async {
    let (links, outcome) = await open(arguments)
    #expect(links == [link])
    #expect(outcome == .init(0))
  }

  @Test("A broken link is reported, and the app does not open")
  func nowhere() async {
    for arguments in [
      ["speechmemo://nowhere"], ["app", "x"], ["speechmemo:queue", "speechmemo:"],
    ] {
      let (links, outcome) = await open(arguments)
      #expect(links == [])
      #expect(outcome.status == 2 && outcome.error.hasPrefix("speechmemo app: "))
      #expect(outcome.error.split(separator: "\n").count == 1)
    }
  }

  @Test("Generated libraries are for previews only: the program has no options for them")
  func options() async {
    for arguments in [["--state", "usual"], ["app", "--script", "down enter"]] {
      let (links, outcome) = await open(arguments)
      #expect(links == [])
      #expect(outcome.status == 2 && outcome.error.contains("unknown option --"), "\(outcome)")
    }
  }

  @Test("An error in the app is one line")
  func failure() async {
    struct Failure: Error, CustomStringConvertible {
      let description = "the disk is full"
    }
    let outcome = await session.run("app") { $0.app.open = { _ in throw Failure() } }
    #expect(outcome == .init(1, error: "speechmemo: the disk is full\n"))
  }

  @Test("The manual describes the app")
  func manual() async {
    let outcome = await session.run("manual")
    #expect(outcome.output.contains("speechmemo app"))
    #expect(outcome.output.contains("speechmemo://"))
  }
}
