import Foundation
import Testing

/// The web page in headless Chromium with real speech, next to Firefox: both mostly wait. The scripts
/// can also be run by hand.
@Suite(.serialized, .page(in: .chromium))
struct ChromiumTests {
  private let page: TestedPage

  init() throws {
    page = try TestedPage()
  }

  @Test(arguments: PageScript.allCases)
  func flow(script: PageScript) throws { try page.run(script, in: .chromium) }

  @Test("A code in one browser signs in another browser", .zbarimg)
  func phone() throws { try page.run("phone.py", in: .chromium) }

  @Test("A recording becomes a memo when its page is frozen and discarded")
  func evicted() throws { try page.run("evicted.py") }

  @Test("A recording becomes a memo when storage is full")
  func full() throws { try page.run("full.py") }

  @Test("The page loads with few requests, and plays without a layout in each frame")
  func weight() throws { try page.run("weight.py") }

  @Test(
    "The page passes the accessibility checks",
    .enabled(
      if: OfficialClient.isInstalled("axe_playwright_python"),
      "the Python package 'axe-playwright-python' is not there"))
  func accessibility() throws { try page.run("accessibility.py") }
}

/// Like ``ChromiumTests``.
@Suite(.serialized, .page(in: .firefox))
struct FirefoxTests {
  private let page: TestedPage

  init() throws {
    page = try TestedPage()
  }

  @Test(arguments: PageScript.allCases)
  func flow(script: PageScript) throws { try page.run(script, in: .firefox) }

  @Test("A code in one browser signs in another browser", .zbarimg)
  func phone() throws { try page.run("phone.py", in: .firefox) }
}

/// The scripts for all browsers, by what they show.
enum PageScript: String, CaseIterable, CustomTestStringConvertible {
  case browse = "The list shows first words, new memos, and tags, and keeps its place"
  case conflict = "Concurrent edits of one segment lose neither text"
  case day = "A user records, finds, plays, edits, deletes, restores, shares and signs out"
  case find = "A search and a link show each place that they find"
  case history = "The versions of a text are shown and restored"
  case keys = "Keys navigate the list, search results and a memo"
  case listen = "A memo plays while the list or another memo is open"
  case look = "The list and a memo show days, lengths, the whole title, and steps of speed"
  case lose = "Corrections and memos are replaced or deleted only when confirmed"
  case lost = "A recording becomes a memo after any interruption"
  case share = "Audio shared by other apps becomes a memo, at once or later"
  case speakers = "Speakers are named, merged, split, and remembered, each in a color"
  case states = "An open memo follows failures, edits elsewhere, and the token's scopes"
  case take = "A memo is copied, shared, printed, resumed, and transcribed with choices"
  case trouble = "A recording survives silence, interruptions, a hidden page, and signing out"
  case unsaved =
    "Typed texts, chosen files and errors stay when another memo opens or the page reloads"

  var testDescription: String { rawValue }
}

private struct TestedPage {
  private let sandbox: Sandbox
  private let speech: String

  init() throws {
    sandbox = try Sandbox()
    speech = try #require(Browser.speech)
    try RealEngine.run(sandbox, "import", speech).expectSuccess()
  }

  func run(_ script: PageScript, in browser: Browser) throws {
    try run("\(script).py", in: browser, script == .lost ? ["3"] : [])
  }

  func run(_ script: String, in browser: Browser? = nil, _ arguments: [String] = []) throws {
    let running = try RealEngine.start(
      sandbox, [sandbox.path("library"), speech] + arguments,
      runner: [OfficialClient.python, "\(Browser.scripts)/\(script)"]
        + (browser.map { [$0.rawValue] } ?? []))
    let outcome = try sandbox.finish(running)
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.error)")
  }
}

extension Trait where Self == ConditionTrait {
  fileprivate static func page(in browser: Browser) -> Self {
    let missing: Comment? =
      if !OfficialClient.isInstalled("selenium") {
        "the Python package 'selenium' is not there"
      } else if !browser.isPresent {
        "\(browser.programs.joined(separator: " or ")) is not there"
      } else if !RealEngine.isSetUp {
        "the speech engine is not set up: make bootstrap"
      } else if Browser.speech == nil {
        "there is no folder with recorded speech"
      } else {
        nil
      }
    return .enabled(if: missing == nil, missing)
  }

  fileprivate static var zbarimg: Self {
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zbarimg"), "zbarimg is not there")
  }
}

/// A browser that a script drives.
enum Browser: String {
  case chromium, firefox

  var programs: [String] {
    switch self {
    case .chromium: ["chromium", "chromedriver"]
    // It is controlled by its built-in protocol; the sound server provides its microphone.
    case .firefox: ["firefox-esr", "pulseaudio"]
    }
  }

  /// Whether all programs that it takes are installed.
  var isPresent: Bool {
    programs.allSatisfy {
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
