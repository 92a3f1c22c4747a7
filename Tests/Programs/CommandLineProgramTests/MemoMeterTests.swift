import Dependencies
import TerminalClient
import Testing

@testable import CommandLineProgram

struct MemoMeterTests {
  private let simulated = SimulatedTerminal()

  private func meter(update: (inout TerminalClient) -> Void = { _ in }) -> MemoMeter {
    withDependencies {
      $0.terminal = .simulated(simulated)
      update(&$0.terminal)
    } operation: {
      MemoMeter("Verifying")
    }
  }

  @Test("The bar is drawn once for each percent, and leaves no trace")
  func bar() {
    let meter = meter()
    for done in 0..<1000 { meter.update(done, of: 1000) }
    let lines = simulated.error.split(separator: "\r\u{1b}[K")
    #expect(lines.count == 100)
    #expect(lines.allSatisfy { $0.hasPrefix("Verifying ") })
    #expect(lines.first?.hasSuffix(" 0%") == true && lines.last?.hasSuffix(" 99%") == true)
    meter.erase()
    let drawn = simulated.error
    #expect(drawn.hasSuffix("99%\r\u{1b}[K"))
    meter.erase()
    #expect(simulated.error == drawn)
  }

  @Test("Nothing is drawn for no work, with --json and --quiet, and without a terminal")
  func hidden() {
    meter().erase()
    for update: (inout TerminalClient) -> Void in [
      { $0.isJSON = true }, { $0.isQuiet = true }, { $0.isTerminal = { _ in false } },
    ] {
      let meter = meter(update: update)
      meter.update(1, of: 2)
      meter.erase()
    }
    #expect(simulated.error == "")
  }
}
