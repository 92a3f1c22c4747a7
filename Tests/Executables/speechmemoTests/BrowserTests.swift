import Foundation
import Testing

/// The web page in headless browsers that hear real speech. The scripts can be run by hand, too.
@Suite(
  .enabled(
    if: OfficialClient.isInstalled("selenium"), "the Python package 'selenium' is not there"),
  .enabled(
    if: !Browser.there.isEmpty, "neither chromium, with its driver, nor firefox-esr is there"),
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

  private func run(_ script: String, in browser: Browser? = nil, _ arguments: String...) throws {
    let running = try RealEngine.start(
      sandbox, [sandbox.path("library"), speech] + arguments,
      runner: [OfficialClient.python, "\(Browser.scripts)/\(script)"]
        + (browser.map { [$0.rawValue] } ?? []))
    let outcome = try sandbox.finish(running)
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.error)")
  }

  @Test(
    "A person records, finds, hears, edits, deletes, restores, shares, and signs out",
    arguments: Browser.there)
  func day(in browser: Browser) throws { try run("day.py", in: browser) }

  @Test(
    "What was recorded becomes a memo, whatever ends in between",
    arguments: Browser.there)
  func lost(in browser: Browser) throws { try run("lost.py", in: browser, "3") }

  @Test("What other apps share becomes a memo, at once or later", arguments: Browser.there)
  func share(in browser: Browser) throws { try run("share.py", in: browser) }

  @Test("Two who change the same sentence lose neither of theirs", arguments: Browser.there)
  func conflict(in browser: Browser) throws { try run("conflict.py", in: browser) }

  @Test("Keys lead through the list, what a search finds, and a memo", arguments: Browser.there)
  func keys(in browser: Browser) throws { try run("keys.py", in: browser) }

  @Test(
    "A code in one browser signs another one in",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zbarimg"),
      "zbarimg is not there"),
    arguments: Browser.there)
  func phone(in browser: Browser) throws { try run("phone.py", in: browser) }

  @Test(
    "What was recorded becomes a memo when a page is frozen, and thrown out",
    .enabled(if: Browser.chromium.isThere, "chromium and its driver are not both there"))
  func evicted() throws { try run("evicted.py") }

  @Test(
    "What was recorded becomes a memo when there is no room left",
    .enabled(if: Browser.chromium.isThere, "chromium and its driver are not both there"))
  func full() throws { try run("full.py") }

  @Test(
    "Nobody is shut out who uses a page otherwise",
    .enabled(if: Browser.chromium.isThere, "chromium and its driver are not both there"),
    .enabled(
      if: OfficialClient.isInstalled("axe_playwright_python"),
      "the Python package 'axe-playwright-python' is not there"))
  func accessibility() throws { try run("accessibility.py") }
}

/// A browser that a script drives.
enum Browser: String, CaseIterable {
  case chromium, firefox

  /// Those that are installed.
  static let there = allCases.filter(\.isThere)

  /// Whether all programs that it takes are installed.
  var isThere: Bool {
    let programs =
      switch self {
      case .chromium: ["chromium", "chromedriver"]
      // It is driven by what is built into it; the sound server plays to its microphone.
      case .firefox: ["firefox-esr", "pulseaudio"]
      }
    return programs.allSatisfy {
      FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }
  }

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
