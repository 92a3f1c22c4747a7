import ArgumentParsing
import ComposableArchitecture
import ComposableTerminal
public import Foundation
public import TerminalClient
import TerminalUI

extension Preview {
  /// Shows the feature in the terminal, or carries out the options. Returns the exit code: 0 for
  /// success, 1 for a failure, 2 for wrong usage. `arguments` don't include the program's name.
  public func run(
    _ arguments: [String] = Array(CommandLine.arguments.dropFirst()), terminal: TerminalClient,
    clock: any Clock<Duration> = ContinuousClock(),
    print: @escaping (String) -> Void = { Swift.print($0) },
    report: (String) -> Void = { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
  ) async -> Int32 {
    let command = Command(
      name, summary: "Run a feature by itself", options: PreviewRequest.options,
      run: { _ in })
    do {
      switch try command.parse(arguments) {
      case .help(let text), .version(let text): print(text)
      case .run(_, let parsed):
        try await perform(
          PreviewRequest(parsed), terminal: terminal, clock: clock, print: print, report: report)
      }
      return 0
    } catch let error as UsageError {
      print(error.description)
      return 2
    } catch {
      print("\(name): \(error)")
      return 1
    }
  }

  /// Throws `UsageError` for an unknown state or an invalid script. Other errors have one-line
  /// descriptions for the user.
  public func perform(
    _ request: PreviewRequest, terminal: TerminalClient,
    clock: any Clock<Duration> = ContinuousClock(),
    print: @escaping (String) -> Void = { Swift.print($0) },
    report: (String) -> Void = { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
  ) async throws {
    if request.list {
      for state in states { print(state.name) }
      return
    }
    if request.checkKeys {
      let check = LockIsolated(KeyCheck())
      try await withMainSerialExecutor {
        let found = try await checkKeys(
          sizes: request.size.flatMap(ScriptStep.size).map { [$0] } ?? Size.checked)
        check.setValue(found)
      }
      for fault in check.value.faults { print("\(fault)") }
      report("\(name): \(check.value.summary)")
      guard check.value.faults.isEmpty
      else { throw KeyFault.Found(count: check.value.faults.count) }
      return
    }
    if let file = request.replay {
      let recording = try RecordedSession(file: file)
      return try await withMainSerialExecutor {
        try await play(
          recording, actions: request.actions, styles: request.styles, output: print)
      }
    }
    let start = try startingState(request.state)
    if let script = request.script {
      return try await play(script, from: start, request, print: print)
    }
    var log: [String] = []
    defer { log.forEach(print) }
    let logAction = request.actions ? { log.append($0) } : nil
    if let file = request.record {
      try await withMainSerialExecutor {
        try await record(start, in: terminal, on: clock, log: logAction, file: file)
      }
    } else {
      try await show(start, in: terminal, on: clock, log: logAction)
    }
  }

  func startingState(_ wanted: String?) throws -> StartingState {
    guard let state = wanted.map({ name in states.first { $0.name == name } }) ?? states.first
    else {
      let names = states.map(\.name).joined(separator: ", ")
      throw UsageError(
        command: name, message: "there is no state '\(wanted ?? "")': use one of \(names)")
    }
    return state
  }

  private func play(
    _ script: String, from start: StartingState, _ request: PreviewRequest,
    print: @escaping (String) -> Void
  ) async throws {
    guard request.record == nil || !request.ascii
    else {
      throw UsageError(
        command: name, message: "a recording has Unicode frames: leave out --ascii or --record")
    }
    let size = request.size.flatMap(ScriptStep.size) ?? Size(width: 80, height: 24)
    do {
      // Serial, so that scripts are deterministic.
      try await withMainSerialExecutor {
        try await play(
          script, from: start, size: size, glyphs: request.ascii ? .ascii : .unicode,
          actions: request.actions, styles: request.styles, file: request.record, output: print)
      }
    } catch let error as ScriptStep.Unknown {
      throw UsageError(command: name, message: "\(error)")
    }
  }

  private func show(
    _ start: StartingState, in terminal: TerminalClient, on clock: any Clock<Duration>,
    log: ((String) -> Void)?
  ) async throws {
    let store = store(start, log: log)
    try await screen(store).run(on: terminal, clock: clock, quitKeys: quitKeys) {
      try await onStop(store)
    }
  }
}
