import ComposableArchitecture
import ComposableTerminal
import TerminalClient
import TerminalUI

extension Preview {
  /// Runs the feature with fixed dependencies and records the steps. Events and clock ticks go
  /// through one queue, so that a replay has the same steps in the same order.
  func record(
    _ start: StartingState, in terminal: TerminalClient, on clock: any Clock<Duration>,
    log: ((String) -> Void)?, file path: String
  ) async throws {
    let size = terminal.size()
    let session = PreviewSession(self, from: start, size: size, log: log)
    await session.begin()
    let file = try SessionFile(path: path, header(of: start, size), frame: session.frame)
    let (words, queue) = AsyncStream<String?>.makeStream()
    let app = TerminalApp(terminal: terminal, clock: clock) {
      session.screen.view
    } onEvent: { event, app in
      if event == .key(.ctrl("c")) { return app.stop() }
      if let word = ScriptStep.word(for: event) { queue.yield(word) }
    }
    let ticks = Task {
      while (try? await clock.sleep(for: PreviewSession<Feature>.tick)) != nil { queue.yield(nil) }
    }
    let steps = Task {
      defer { app.stop() }
      for await word in words {
        guard let word
        else {
          await session.perform(.wait(PreviewSession<Feature>.tick))
          file.addWait(PreviewSession<Feature>.tick, session.frame)
          continue
        }
        try file.beginStep(word)
        var isUsed = true
        for step in try ScriptStep.steps(of: word) { isUsed = await session.perform(step) }
        try file.endStep(session.frame)
        if !isUsed, let key = Key(word), quitKeys.contains(key) || session.screen.ends(on: key) {
          app.stop()
        }
      }
    }
    defer { ticks.cancel() }
    let result = await Result { try await app.run() }
    ticks.cancel()
    queue.finish()
    try await steps.value
    try file.end()
    try result.get()
  }

  func header(of start: StartingState, _ size: Size) -> RecordedSession.Header {
    RecordedSession.Header(
      preview: name, state: start.name, size: "\(size.width)x\(size.height)")
  }

  /// Replays a session and compares its frames. Throws ``RecordedSession/ReplayError``.
  func play(
    _ recording: RecordedSession, actions: Bool, styles: Bool = false,
    output: @escaping (String) -> Void
  ) async throws {
    guard recording.preview == name
    else {
      throw RecordedSession.ReplayError(
        description: "the session was recorded with \(recording.preview): replay it there")
    }
    guard let start = states.first(where: { $0.name == recording.state })
    else {
      throw RecordedSession.ReplayError(
        description: "there is no state '\(recording.state)': record the session again")
    }
    let frames = [recording.firstFrame] + recording.steps.map(\.frame)
    var count = 0
    var firstDifference: String?
    try await play(
      recording.steps.map { ($0.word, try ScriptStep.steps(of: $0.word)) }, from: start,
      size: recording.size, actions: actions
    ) { word, frame in
      output("== \(word)\n\(styles ? frame.styledText : frame.text)")
      if let recorded = frames[count], recorded != frame.fingerprint, firstDifference == nil {
        firstDifference = count == 0 ? "the first frame" : "step \(count) (\(word))"
      }
      count += 1
    } log: {
      output($0)
    }
    if let firstDifference {
      throw RecordedSession.ReplayError(
        description: """
          \(firstDifference) differs from the recording: the preview has changed, or is not \
          deterministic
          """)
    }
    guard recording.isComplete
    else {
      throw RecordedSession.ReplayError(
        description: "the recording is incomplete: the program was killed")
    }
  }
}
