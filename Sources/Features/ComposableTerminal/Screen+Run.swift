import ComposableArchitecture
public import TerminalClient
import TerminalUI

extension Screen {
  /// Shows the screen on a terminal until the person ends it: with Ctrl-C, or with a key that the
  /// screen offers for it, see ``KeyBinding/quit(_:_:help:)``.
  ///
  /// - Parameters:
  ///   - terminal: Where to show it. It is given back when this returns.
  ///   - clock: What frames and the escape key are timed on.
  ///   - onStop: What is to be done before the program ends, the terminal given back already. It is
  ///     waited for however the screen ends, also when the task is cancelled.
  /// - Throws: What `onStop` throws; else `TerminalClient.NoTerminal` or
  ///   `TerminalClient.TerminalGone`.
  public func run(
    on terminal: TerminalClient, clock: any Clock<Duration> = ContinuousClock(),
    onStop: @escaping @MainActor () async throws -> Void = {}
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
      if !handle(event, in: app.frame), case .key(let key) = event, ends(on: key) { app.stop() }
    }
    // How much room there is, before anything is pressed.
    let size = terminal.size()
    _ = handle(.resize(Size(width: size.width, height: size.height)), in: Frame(size: .zero))
    let result = await Result { try await app.run() }
    // A task that was cancelled, as by a signal, could not wait for anything.
    try await Task { try await onStop() }.value
    try result.get()
  }
}
