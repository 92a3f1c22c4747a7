import ComposableArchitecture
import TerminalClient
import TerminalUI

extension Preview {
  private static var tick: Int { 50 }

  /// Shows the feature under control, and keeps what is done.
  ///
  /// All that happens goes through one queue, steps of time included, so that a replay is the same
  /// steps in the same order.
  func keep(
    _ start: StartingState, in terminal: TerminalClient, on clock: any Clock<Duration>,
    log: ((String) -> Void)?
  ) async throws -> Recording {
    let size = terminal.size()
    let session = Session(self, from: start, size: size, log: log)
    var recording = Recording(preview: name, state: start.name, size: size)
    await session.begin()
    let (words, queue) = AsyncStream<String>.makeStream()
    let app = TerminalApp(terminal: terminal, clock: clock) {
      view(session.store)
    } onEvent: { event, app in
      if event == .key(.ctrl("c")) { return app.stop() }
      if let word = ScriptStep.word(for: event) { queue.yield(word) }
    }
    let ticks = Task {
      while (try? await clock.sleep(for: .milliseconds(Self.tick))) != nil {
        queue.yield(Recording.word(waiting: Self.tick))
      }
    }
    let steps = Task {
      for await word in words {
        recording.append(word)
        for step in (try? ScriptStep.steps(of: word)) ?? [] {
          if await !session.perform(step), word == "q" { app.stop() }
        }
      }
    }
    defer { ticks.cancel() }
    try await app.run()
    ticks.cancel()
    queue.finish()
    await steps.value
    return recording
  }

  /// Does again what was recorded.
  func play(
    _ recording: Recording, actions: Bool, output: @escaping (String) -> Void
  ) async throws {
    guard recording.preview == name
    else {
      throw Recording.Unplayable(
        description: "this was recorded with \(recording.preview): play it with that")
    }
    guard let start = states.first(where: { $0.name == recording.state }),
      let (width, height) = ScriptStep.pair(recording.size, separator: "x")
    else {
      throw Recording.Unplayable(
        description: "there is no state '\(recording.state)' any more: record the session again")
    }
    let steps = try recording.steps.map { ($0, try ScriptStep.steps(of: $0)) }
    await play(
      steps, from: start, size: Size(width: width, height: height), actions: actions,
      output: output)
  }
}
