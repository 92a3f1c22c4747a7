import Foundation
import Testing

/// The web page in a headless browser that hears real speech. The scripts can be run by hand, too.
@Suite(
  .enabled(
    if: Browser.isThere, "chromium, its driver and the Python package 'selenium' are not all there"),
  .enabled(if: RealEngine.isSetUp, "the speech engine is not set up: make bootstrap"),
  .enabled(if: Browser.speech != nil, "there is no folder with recorded speech"), .serialized)
struct BrowserTests {
  private let sandbox: Sandbox
  private let speech: String

  init() throws {
    sandbox = try Sandbox()
    speech = try #require(Browser.speech)
    try RealEngine.run(sandbox, "import", speech).expectSuccess()
  }

  private func run(_ script: String, _ arguments: String...) throws {
    let running = try RealEngine.start(
      sandbox, [sandbox.path("library"), speech] + arguments,
      runner: [OfficialClient.python, "\(Browser.scripts)/\(script)"])
    let outcome = try sandbox.finish(running)
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.error)")
  }

  @Test("A person records, finds, hears, edits, deletes, restores, shares, and signs out")
  func day() throws { try run("day.py") }

  @Test("What was recorded becomes a memo, whatever ends in between")
  func lost() throws { try run("lost.py", "3") }

  @Test(
    "Nobody is shut out who uses a page otherwise",
    .enabled(
      if: OfficialClient.isInstalled("axe_playwright_python"),
      "the Python package 'axe-playwright-python' is not there"))
  func accessibility() throws { try run("accessibility.py") }
}

/// A browser that a script drives.
enum Browser {
  static let isThere =
    ["chromium", "chromedriver"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    } && OfficialClient.isInstalled("selenium")

  private static let repository = URL(filePath: #filePath)
    .appending(path: "../../../..").standardizedFileURL

  static let scripts = repository.appending(path: "Tests/Browser").path(percentEncoded: false)

  /// What the microphone hears.
  static let speech: String? = {
    let path = repository.appending(path: "../shared/corpus/LJ001-0001.wav").standardizedFileURL
      .path(percentEncoded: false)
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()
}
