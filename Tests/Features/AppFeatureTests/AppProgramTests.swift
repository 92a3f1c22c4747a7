import AppFeature
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import SharedModels
import TerminalClient
import Testing

@MainActor
struct AppProgramTests {
  private let simulated = SimulatedTerminal()

  /// The bytes sent to the terminal, whatever they show.
  private var text: String {
    String(decoding: simulated.writes.joined(), as: UTF8.self)
  }

  /// Runs the app in a library with one memo, while `use` acts as the user.
  private func run(
    link: DeepLink? = nil,
    configuration: ConfigurationFolder = ConfigurationFolder(
      root: URL(filePath: "/nonexistent/configuration")),
    _ use: () async -> Void
  ) async throws {
    try await withDependencies {
      $0.context = .preview
      $0.database = .inMemory([
        TranscribedMemo(
          recording: .preview(title: "Budget"), transcription: .preview("All is well."))
      ])
      $0.libraryFolder = LibraryFolder(root: URL(filePath: "/nonexistent/speechmemo"))
    } operation: {
      let task = Task {
        try await AppProgram.run(
          link: link, on: .simulated(simulated), configuration: configuration)
      }
      await use()
      try await task.value
    }
    #expect(!simulated.isOpen)
  }

  private func wait(for wanted: String) async {
    while !text.contains(wanted) { await Task.yield() }
  }

  @Test("The app shows the person's library until q is typed")
  func quit() async throws {
    try await run {
      await wait(for: "Budget")
      simulated.type("q")
    }
  }

  @Test("The app opens at its link")
  func link() async throws {
    try await run(link: .search("well")) {
      await wait(for: "Search:")
      simulated.type("\u{3}")
    }
  }

  @Test("A lost terminal ends the app and is reported")
  func gone() async throws {
    await #expect(throws: TerminalClient.TerminalGone.self) {
      try await run {
        await wait(for: "Budget")
        simulated.hangUp()
      }
    }
  }

  @Test("Custom keys apply")
  func keys() async throws {
    let file = try KeysOnDisk("x = q\nq = none\n")
    try await run(configuration: file.folder) {
      await wait(for: "Budget")
      simulated.type("qx")
    }
    #expect(text.contains("quit"))
  }

  @Test("If custom keys are unreadable, the defaults apply, with a message")
  func brokenKeys() async throws {
    let file = try KeysOnDisk("x q\n")
    try await run(configuration: file.folder) {
      await wait(for: "The default keys are used: your keys in")
      simulated.type("q")
    }
  }
}
