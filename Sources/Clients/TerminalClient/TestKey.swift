public import Dependencies

extension TerminalClient: TestDependencyKey {
  public static let previewValue = TerminalClient.simulated(SimulatedTerminal())
  public static let testValue = Self()

  /// A terminal that is not there: see ``SimulatedTerminal``.
  public static func simulated(_ terminal: SimulatedTerminal) -> Self {
    Self(
      close: { terminal.close() },
      environment: { terminal.environment },
      open: { try terminal.open() },
      size: { terminal.size },
      suspend: { terminal.suspend() },
      write: { try terminal.write($0) })
  }
}
