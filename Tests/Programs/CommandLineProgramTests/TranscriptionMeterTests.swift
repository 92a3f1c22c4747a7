import Dependencies
import SharedModels
import TerminalClient
import Testing

@testable import CommandLineProgram

struct TranscriptionMeterTests {
  private let memo = Recording.preview(duration: .seconds(60))
  private let simulated = SimulatedTerminal()

  private func meter(update: (inout TerminalClient) -> Void = { _ in }) -> TranscriptionMeter {
    withDependencies {
      $0.continuousClock = ContinuousClock()
      $0.terminal = .simulated(simulated)
      update(&$0.terminal)
    } operation: {
      TranscriptionMeter([memo])
    }
  }

  @Test("The bar grows, and never shrinks")
  func bar() {
    let meter = meter()
    meter.update(memo.id, fraction: 0.5)
    meter.update(memo.id, fraction: 0.25)
    meter.draw()
    #expect(simulated.error.hasPrefix("\r\u{1b}[KTranscribing "))
    #expect(simulated.error.contains(" 50%"))
    meter.erase()
    #expect(simulated.error.hasSuffix("\r\u{1b}[K"))
  }

  @Test("The bar is hidden with --json and --quiet, and without a terminal")
  func hidden() {
    for update: (inout TerminalClient) -> Void in [
      { $0.isJSON = true }, { $0.isQuiet = true }, { $0.isTerminal = { _ in false } },
    ] {
      let meter = meter(update: update)
      meter.draw()
      meter.erase()
    }
    #expect(simulated.error == "")
  }
}
