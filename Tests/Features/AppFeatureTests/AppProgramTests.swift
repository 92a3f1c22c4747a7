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

  /// What the terminal was told, whatever it looks like.
  private var text: String {
    String(decoding: simulated.writes.joined(), as: UTF8.self)
  }

  /// Runs the app in a library with one memo, while `use` does what a person does.
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

  @Test("A link is where it begins")
  func link() async throws {
    try await run(link: .search("well")) {
      await wait(for: "Search:")
      simulated.type("\u{3}")
    }
  }

  @Test("A terminal that is gone ends it, and is told")
  func gone() async throws {
    await #expect(throws: TerminalClient.TerminalGone.self) {
      try await run {
        await wait(for: "Budget")
        simulated.hangUp()
      }
    }
  }

  @Test("A person's own keys count")
  func keys() async throws {
    let file = try KeysOnDisk("x = q\nq = none\n")
    try await run(configuration: file.folder) {
      await wait(for: "Budget")
      simulated.type("qx")
    }
    #expect(text.contains("quit"))
  }

  @Test("Where a person's own keys cannot be read, the usual ones count, and this is said")
  func brokenKeys() async throws {
    let file = try KeysOnDisk("x q\n")
    try await run(configuration: file.folder) {
      await wait(for: "The default keys are used: your keys in")
      simulated.type("q")
    }
  }
}
