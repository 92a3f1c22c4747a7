import CommandLineProgram
import Testing

struct CommandTableTests {
  @Test("The table of commands has no mistake that its parser, help or completions would show")
  func problems() {
    #expect(CommandTable.speechmemo(version: "1").problems() == [])
  }
}
