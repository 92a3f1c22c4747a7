import SharedModels
import Testing

struct CountTests {
  @Test(
    "Counts have thousands separators and singular forms",
    arguments: [(0, "0 memos"), (1, "1 memo"), (2, "2 memos"), (10_000, "10,000 memos")])
  func counted(number: Int, text: String) {
    #expect(number.counted("memo") == text)
  }
}
