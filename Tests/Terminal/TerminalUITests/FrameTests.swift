import Testing
import TerminalUI

struct FrameTests {
  @Test("A row shares its columns")
  func row() {
    let view = HStack {
      Text("Budget of the year")
      Spacer()
      Text("12:34")
    }
    #expect(Frame(view, size: Size(width: 16, height: 1)).text == "Budget of …12:34")
    #expect(Frame(view, size: Size(width: 26, height: 1)).text == "Budget of the year   12:34")
  }
}
