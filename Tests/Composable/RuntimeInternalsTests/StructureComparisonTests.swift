import RuntimeInternals
import Testing

/// That the runtime tells where the fields of a structure are.
struct StructureComparisonTests {
  final class Object {}

  struct Opaque {
    var value: Int
  }

  struct Mixed {
    var flag: Bool
    var text: String
    var opaque: Opaque
    var number: Int?
    var run: (Int) -> Int = { $0 }
    var any: Any = 1
    var ignored = 0
  }

  struct Generic<Value> {
    var first: UInt8
    var value: Value
    var last: [String]
  }

  struct Weak {
    weak var object: Object?
  }

  private func compare(_ lhs: Any, _ rhs: Any) -> (result: Bool?, asked: Int) {
    var asked = 0
    let comparison = StructureComparison(
      type(of: lhs), isCompared: { $0 != "ignored" }, isEquatable: { _ in true })
    let result = comparison?.areEqual(lhs, rhs) { lhs, rhs in
      asked += 1
      if let lhs = lhs as? Opaque, let rhs = rhs as? Opaque { return lhs.value == rhs.value }
      if let lhs = lhs as? Int, let rhs = rhs as? Int { return lhs == rhs }
      return true
    }
    return (result, asked)
  }

  @Test("Fields are compared where they are, those without an equality by the caller")
  func fields() {
    let value = Mixed(
      flag: true, text: "a text that is not stored in place", opaque: Opaque(value: 1))
    #expect(compare(value, value) == (true, 3))
    let changes: [(inout Mixed) -> Void] = [
      { $0.flag = false }, { $0.text += "!" }, { $0.opaque.value = 2 }, { $0.number = 1 },
      { $0.any = 2 },
    ]
    for change in changes {
      var changed = value
      change(&changed)
      #expect(compare(value, changed).result == false)
      #expect(compare(changed, changed).result == true)
    }
    var other = value
    other.ignored = 1
    #expect(compare(value, other).result == true)
  }

  @Test("Fields of a generic structure are found for each of its types")
  func generic() {
    let small = Generic(first: 1, value: UInt8(2), last: ["a"])
    #expect(compare(small, small).result == true)
    #expect(compare(small, Generic(first: 1, value: UInt8(3), last: ["a"])).result == false)
    let large = Generic(first: 1, value: (1, "b"), last: ["a"])
    #expect(compare(large, large) == (true, 1))
    #expect(compare(large, Generic(first: 1, value: (1, "b"), last: [])).result == false)
  }

  @Test("What is no structure, or has weak references, is left to others")
  func others() {
    #expect(compare(Weak(), Weak()).result == nil)
    #expect(compare(Object(), Object()).result == nil)
    #expect(compare(Int?.some(1) as Any, 1).result != false)
    #expect(compare((1, 2), (1, 2)).result == nil)
  }
}
