import TerminalClient
import Testing

struct PrintTests {
  private let simulated = SimulatedTerminal()

  @Test("A simulated terminal keeps the two streams apart")
  func recording() throws {
    let terminal = TerminalClient.simulated(simulated)
    try terminal.line("result")
    terminal.note("remark")
    try terminal.print(text: "no line end", to: .output)
    #expect(simulated.output == "result\nno line end")
    #expect(simulated.error == "remark\n")
  }

  @Test("A quiet terminal drops notes and progress, and prints results and warnings")
  func quiet() throws {
    var terminal = TerminalClient.simulated(simulated)
    terminal.isQuiet = true
    terminal.isVerbose = true
    try terminal.line("result")
    terminal.note("speechmemo is not how a warning is recognized")
    terminal.detail("detail")
    terminal.drawProgress("50%")
    terminal.eraseProgress()
    terminal.warn("no audio")
    #expect(simulated.output == "result\n")
    #expect(simulated.error == "speechmemo: no audio\n")
  }

  @Test("Progress replaces its line, and only a verbose terminal prints details")
  func progress() {
    var terminal = TerminalClient.simulated(simulated)
    terminal.detail("left out")
    terminal.isVerbose = true
    terminal.detail("detail")
    terminal.drawProgress("50%")
    terminal.eraseProgress()
    #expect(simulated.error == "detail\n\r\u{1b}[K50%\r\u{1b}[K")
  }

  @Test("Simulated input arrives in chunks of the requested size, and ends")
  func input() async throws {
    let terminal = TerminalClient.simulated(SimulatedTerminal(input: "hello"))
    var pieces: [String] = []
    repeat {
      pieces.append(String(decoding: try await terminal.input(byteLimit: 2), as: UTF8.self))
    } while pieces.last != ""
    #expect(pieces == ["he", "ll", "o", ""])
  }

  @Test("A remark that cannot be written is ignored")
  func closed() {
    var terminal = TerminalClient.simulated(simulated)
    terminal.print = { _, _ in throw TerminalClient.OutputClosed() }
    terminal.note("remark")
    #expect(throws: TerminalClient.OutputClosed.self) { try terminal.line("result") }
  }

  @Test("The line width is the terminal's, or a default without one")
  func width() {
    let narrow = SimulatedTerminal(size: TerminalClient.Size(width: 30, height: 5))
    #expect(TerminalClient.simulated(narrow).width == 30)
    let none = SimulatedTerminal(size: .zero, isTerminal: false)
    #expect(TerminalClient.simulated(none).width == 80)
  }

  @Test("Colors are wanted unless the user has switched them off")
  func colors() {
    for (value, wantsColor) in [(nil, true), ("", true), ("1", false)] {
      let environment = value.map { ["NO_COLOR": $0] } ?? [:]
      let terminal = TerminalClient.simulated(SimulatedTerminal(environment: environment))
      #expect(terminal.wantsColor == wantsColor)
    }
  }

  @Test("An empty variable counts as unset")
  func variable() {
    let terminal = TerminalClient.simulated(SimulatedTerminal(environment: ["A": "1", "B": ""]))
    #expect(terminal.variable("A") == "1")
    #expect(terminal.variable("B") == nil)
    #expect(terminal.variable("C") == nil)
  }
}
