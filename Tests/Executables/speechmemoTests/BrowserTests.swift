import Foundation
import Testing

/// The web page in headless browsers with real speech. The scripts can also be run by hand.
@Suite(
  .enabled(
    if: OfficialClient.isInstalled("selenium"), "the Python package 'selenium' is not there"),
  .enabled(
    if: !Browser.installed.isEmpty, "neither chromium, with its driver, nor firefox-esr is there"),
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
    "A user records, finds, plays, edits, deletes, restores, shares and signs out",
    arguments: Browser.installed)
  func day(in browser: Browser) throws { try run("day.py", in: browser) }

  @Test(
    "A recording becomes a memo after any interruption",
    arguments: Browser.installed)
  func lost(in browser: Browser) throws { try run("lost.py", in: browser, "3") }

  @Test("Audio shared by other apps becomes a memo, at once or later", arguments: Browser.installed)
  func share(in browser: Browser) throws { try run("share.py", in: browser) }

  @Test("Concurrent edits of one segment lose neither text", arguments: Browser.installed)
  func conflict(in browser: Browser) throws { try run("conflict.py", in: browser) }

  @Test("A search and a link show each place that they find", arguments: Browser.installed)
  func find(in browser: Browser) throws { try run("find.py", in: browser) }

  @Test(
    "Corrections and memos are replaced or deleted only when confirmed",
    arguments: Browser.installed)
  func lose(in browser: Browser) throws { try run("lose.py", in: browser) }

  @Test(
    "Typed texts, chosen files and errors stay when another memo opens or the page reloads",
    arguments: Browser.installed)
  func unsaved(in browser: Browser) throws { try run("unsaved.py", in: browser) }

  @Test(
    "An open memo follows failures, edits elsewhere, and the token's scopes",
    arguments: Browser.installed)
  func states(in browser: Browser) throws { try run("states.py", in: browser) }

  @Test("Keys navigate the list, search results and a memo", arguments: Browser.installed)
  func keys(in browser: Browser) throws { try run("keys.py", in: browser) }

  @Test(
    "A code in one browser signs in another browser",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zbarimg"),
      "zbarimg is not there"),
    arguments: Browser.installed)
  func phone(in browser: Browser) throws { try run("phone.py", in: browser) }

  @Test(
    "A recording becomes a memo when its page is frozen and discarded",
    .enabled(if: Browser.chromium.isPresent, "chromium and its driver are not both there"))
  func evicted() throws { try run("evicted.py") }

  @Test(
    "A recording becomes a memo when storage is full",
    .enabled(if: Browser.chromium.isPresent, "chromium and its driver are not both there"))
  func full() throws { try run("full.py") }

  @Test(
    "The page passes the accessibility checks",
    .enabled(if: Browser.chromium.isPresent, "chromium and its driver are not both there"),
    .enabled(
      if: OfficialClient.isInstalled("axe_playwright_python"),
      "the Python package 'axe-playwright-python' is not there"))
  func accessibility() throws { try run("accessibility.py") }
}

/// A browser that a script drives.
enum Browser: String, CaseIterable {
  case chromium, firefox

  /// The installed ones.
  static let installed = allCases.filter(\.isPresent)

  /// Whether all programs that it takes are installed.
  var isPresent: Bool {
    let programs =
      switch self {
      case .chromium: ["chromium", "chromedriver"]
      // It is controlled by its built-in protocol; the sound server provides its microphone.
      case .firefox: ["firefox-esr", "pulseaudio"]
      }
    return programs.allSatisfy {
      FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }
  }

  private static let repository = URL(filePath: #filePath)
    .appending(path: "../../../..").standardizedFileURL

  static let scripts = repository.appending(path: "Tests/Browser").path(percentEncoded: false)

  /// The microphone's audio.
  static let speech: String? = {
    let path = repository.appending(path: "../shared/corpus/LJ001-0001.wav").standardizedFileURL
      .path(percentEncoded: false)
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()
}
