import ArgumentParsing
import ComposableArchitecture
import Styleguide
public import TerminalClient
import TerminalUI

extension Preview {
  /// Does what the program's arguments ask for: shows the feature in the terminal, or plays a
  /// script, or lists the states.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's name.
  ///   - terminal: Where to show the feature.
  ///   - clock: What time goes by on, for the terminal and for a recording.
  ///   - print: Gets what is printed.
  /// - Returns: The exit code: 0 done, 1 failed, 2 wrong usage.
  public func run(
    _ arguments: [String] = Array(CommandLine.arguments.dropFirst()), terminal: TerminalClient,
    clock: any Clock<Duration> = ContinuousClock(),
    print: @escaping (String) -> Void = { Swift.print($0) }
  ) async -> Int32 {
    let list = Parameter.flag("list", help: "Print the names of the states.")
    let state = Parameter<String?>.option(
      "state", as: String.self, help: "The state to begin with.")
    let script = Parameter<String?>.option(
      "script", as: String.self,
      help: "Do without a terminal, and print each frame: 'down enter type:Budget wait:1'.")
    let size = Parameter<String?>.option(
      "size", as: String.self, help: "The size of a script's frames, as 80x24.",
      check: { ScriptStep.pair($0, separator: "x") == nil ? "must be as 80x24" : nil })
    let ascii = Parameter.flag("ascii", help: "Draw a script's frames with ASCII signs alone.")
    let actions = Parameter.flag("actions", help: "Print each action, and what it did.")
    let record = Parameter<String?>.option(
      "record", as: String.self, placeholder: "FILE", completion: .files,
      help: "Keep what is done, on a clock, ids and a date that can be had again.")
    let replay = Parameter<String?>.option(
      "replay", as: String.self, placeholder: "FILE", completion: .files,
      help: "Do again what was recorded, and print each frame.")
    let command = Command(
      name, summary: "Show a feature alone",
      options: [list, state, script, size, ascii, actions, record, replay],
      run: { _ in .done })
    do {
      guard case .run(_, let parsed) = try command.parse(arguments)
      else {
        if case .help(let text) = try command.parse(arguments) { print(text) }
        return 0
      }
      if parsed[list] {
        for state in states { print(state.name) }
        return 0
      }
      if let file = parsed[replay] {
        let recording = try Recording(file: file)
        let actions = parsed[actions]
        try await withMainSerialExecutor {
          try await play(recording, actions: actions, output: print)
        }
        return 0
      }
      guard
        let start = parsed[state].map({ name in states.first { $0.name == name } })
          ?? states.first
      else {
        let names = states.map(\.name).joined(separator: ", ")
        throw UsageError(
          command: name, message: "there is no state '\(parsed[state] ?? "")': use one of \(names)")
      }
      if let text = parsed[script] {
        let columnsAndRows = parsed[size].flatMap { ScriptStep.pair($0, separator: "x") }
        let size =
          columnsAndRows.map { Size(width: $0.0, height: $0.1) } ?? Size(width: 80, height: 24)
        let glyphs: Glyphs = parsed[ascii] ? .ascii : .unicode
        let actions = parsed[actions]
        // One thing after another, so that a script does the same each time.
        try await withMainSerialExecutor {
          try await play(
            text, from: start, size: size, glyphs: glyphs, actions: actions, output: print)
        }
        return 0
      }
      var log: [String] = []
      defer { log.forEach(print) }
      let logAction = parsed[actions] ? { log.append($0) } : nil
      if let file = parsed[record] {
        try await withMainSerialExecutor {
          try await keep(start, in: terminal, on: clock, log: logAction, file: file)
        }
      } else {
        try await show(start, in: terminal, on: clock, log: logAction)
      }
      return 0
    } catch let error as UsageError {
      print(error.description)
      return 2
    } catch let error as ScriptStep.Unknown {
      print("\(name): \(error)")
      return 2
    } catch {
      print("\(name): \(error)")
      return 1
    }
  }

  /// Shows the feature until the user has enough of it.
  private func show(
    _ start: StartingState, in terminal: TerminalClient, on clock: any Clock<Duration>,
    log: ((String) -> Void)?
  ) async throws {
    let store = store(start, log: log)
    let app = TerminalApp(terminal: terminal, clock: clock) {
      view(store)
    } onEvent: { event, app in
      if event == .key(.ctrl("c")) { return app.stop() }
      if !onEvent(event, store, app.frame), event == .key("q") { app.stop() }
    }
    try await app.run()
  }
}
