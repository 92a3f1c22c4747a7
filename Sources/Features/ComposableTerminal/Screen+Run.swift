import ComposableArchitecture
public import TerminalClient
public import TerminalUI

extension Screen {
  /// Shows the screen until Ctrl-C, a ``KeyBinding/quit(_:_:help:)`` key, or unhandled `quitKeys`.
  /// Then restores the terminal and waits for `onStop`, even if the task is canceled. Throws its
  /// error, otherwise `TerminalClient.NoTerminal` or `TerminalClient.TerminalGone`.
  public func run(
    on terminal: TerminalClient, clock: any Clock<Duration> = ContinuousClock(),
    quitKeys: Set<Key> = [], onStop: @escaping @MainActor () async throws -> Void = {}
  ) async throws {
    let app = TerminalApp(terminal: terminal, clock: clock) {
      appearance
    } view: {
      view
    } onEvent: { event, app in
      if event == .key(.ctrl("c")) { return app.stop() }
      @Dependency(\.keyMap) var keyMap
      guard let event = event.translated(by: keyMap, isTyping: isTyping)
      else { return }
      if event == .key(.ctrl("l")) { return app.repaint() }
      if !handle(event, in: app.frame), case .key(let key) = event,
        quitKeys.contains(key) || ends(on: key)
      {
        app.stop()
      }
    }
    // Screens need the size before the first key.
    let size = terminal.size()
    _ = handle(.resize(Size(width: size.width, height: size.height)), in: Frame(size: .zero))
    let result = await Result { try await app.run() }
    // A canceled task, as after a signal, can't wait for `onStop`.
    try await Task { try await onStop() }.value
    try result.get()
  }
}
