public import Dependencies

extension TerminalClient: TestDependencyKey {
  public static let previewValue = TerminalClient.simulated(SimulatedTerminal())
  public static let testValue = Self()

  public static func simulated(_ terminal: SimulatedTerminal) -> Self {
    Self(
      ask: { question in
        guard terminal.isTerminal
        else { return nil }
        terminal.print(question, to: .error)
        return terminal.answer
      },
      close: { terminal.close() },
      environment: { terminal.environment },
      input: { terminal.nextInput(byteLimit: $0) },
      isFile: { _ in false },
      isTerminal: { _ in terminal.isTerminal },
      keys: { AsyncStream { $0.finish() } },
      lend: { try await $0() },
      open: { try terminal.open() },
      pipedInput: { _ in terminal.isTerminal ? nil : Array(terminal.input.utf8) },
      print: { terminal.print($0, to: $1) },
      size: { terminal.size },
      suspend: { terminal.suspend() },
      write: { try terminal.write($0) })
  }
}
