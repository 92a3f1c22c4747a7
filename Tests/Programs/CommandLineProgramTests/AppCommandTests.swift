import CommandLineProgram
import ConcurrencyExtras
import PreviewHarness
import SharedModels
import Testing

struct AppCommandTests {
  private let session: Session

  init() throws {
    session = try Session([.numbered(1)])
  }

  /// What was opened by these arguments, and how that ended.
  private func open(
    _ arguments: [String], onTerminal: Bool = true
  ) async -> (requests: [AppRequest], outcome: Session.Outcome) {
    let requests = LockIsolated<[AppRequest]>([])
    let outcome = await session.run(arguments, onTerminal: onTerminal) {
      $0.app.open = { request in requests.withValue { $0.append(request) } }
    }
    return (requests.value, outcome)
  }

  @Test("Without a command, on a terminal, the app opens")
  func alone() async {
    for arguments in [[], ["app"]] {
      let (requests, outcome) = await open(arguments)
      #expect(requests == [AppRequest()])
      #expect(outcome == .init(0))
    }
  }

  @Test("Without a command and without a terminal the usage is told")
  func noTerminal() async {
    let (requests, outcome) = await open([], onTerminal: false)
    #expect(requests == [])
    #expect(
      outcome
        == .init(
          2,
          error: """
            speechmemo: there is no terminal to open the app on: give a command. See 'speechmemo \
            --help'.

            """))
  }

  @Test(
    "A link alone opens the app there",
    arguments: [
      (["speechmemo://recordings/1?t=2"], .recording(id: "1", time: .seconds(2))),
      (["SPEECHMEMO:record"], .record), (["app", "speechmemo://search?q=a%20b"], .search("a b")),
    ] as [([String], DeepLink)])
  func link(arguments: [String], link: DeepLink) async {
    let (requests, outcome) = await open(arguments)
    #expect(requests == [AppRequest(link: link)])
    #expect(outcome == .init(0))
  }

  @Test("A link that leads nowhere is told, and the app does not open")
  func nowhere() async {
    for arguments in [
      ["speechmemo://nowhere"], ["app", "x"], ["speechmemo:queue", "speechmemo:"],
    ] {
      let (requests, outcome) = await open(arguments)
      #expect(requests == [])
      #expect(outcome.status == 2 && outcome.error.hasPrefix("speechmemo app: "))
      #expect(outcome.error.split(separator: "\n").count == 1)
    }
  }

  @Test("The app's options need no command, and a terminal only where there is no script")
  func options() async {
    var preview = PreviewRequest()
    preview.script = "down enter"
    preview.state = "usual"
    for arguments in [
      ["--state", "usual", "--script", "down enter"], ["--state=usual", "--script=down enter"],
      ["app", "--script", "down enter", "--state", "usual"],
    ] {
      let (requests, _) = await open(arguments, onTerminal: false)
      #expect(requests == [AppRequest(preview: preview)])
    }
  }

  @Test("What goes wrong in the app is one line")
  func failure() async {
    struct Failure: Error, CustomStringConvertible {
      let description = "the disk is full"
    }
    let outcome = await session.run("app") { $0.app.open = { _ in throw Failure() } }
    #expect(outcome == .init(1, error: "speechmemo: the disk is full\n"))
  }

  @Test("The manual tells of the app")
  func manual() async {
    let outcome = await session.run("manual")
    #expect(outcome.output.contains("speechmemo app"))
    #expect(outcome.output.contains("made up"))
  }
}
