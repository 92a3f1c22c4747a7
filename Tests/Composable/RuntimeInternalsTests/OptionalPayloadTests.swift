import RuntimeInternals
import Testing

/// The layout of optionals: the payload comes first, with the same bits.
struct OptionalPayloadTests {
  enum Choice: Equatable {
    case first, second
  }

  @Test(
    "What an optional holds lies at its start", arguments: [nil, "", "A longer text than fits"])
  func text(value: String?) {
    check(value)
  }

  @Test("… with a spare bit pattern for nil and without, of one word and of many")
  func types() {
    check(Optional(7))
    check(Int?.none)
    check(Optional(Choice.second))
    check(Optional(Optional(Choice.first)))
    check(Optional([1, 2, 3]))
    check(Optional(Array(repeating: "x", count: 3)))
  }

  private func check<Value: Equatable>(_ value: Value?) {
    withUnsafePointer(to: value) { #expect($0.unwrapped()?.pointee == value) }
  }
}
