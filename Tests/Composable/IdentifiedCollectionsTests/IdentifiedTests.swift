import Foundation
import IdentifiedCollections
import Testing

/// A value that is given an id from outside, for instance to be a row or a selection.
@Suite struct IdentifiedTests {
  private struct Counter: Codable, Hashable {
    var count = 0
    var isEven: Bool { count.isMultiple(of: 2) }
  }

  @Test("the value's properties are read and written through the identified value")
  func members() {
    var selection: Identified<Int, Counter?>? = Identified(nil, id: 7)
    selection?.value = Counter(count: 3)
    #expect(selection?.value?.count == 3)

    var counter = Identified(Counter(count: 1), id: "a")
    counter.count += 1
    #expect(counter.count == 2)
    #expect(counter.isEven)
    #expect(counter.id == "a")
  }

  @Test("an id derived from the value is computed once")
  func idOfValue() {
    var counter = Identified(Counter(count: 5), id: \.count)
    counter.count = 6
    #expect(counter.id == 5)
    #expect(counter.value == Counter(count: 6))
  }

  @Test("id and value both decide equality, and identified values are elements of arrays")
  func equality() throws {
    #expect(Identified(Counter(), id: 1) == Identified(Counter(), id: 1))
    #expect(Identified(Counter(), id: 1) != Identified(Counter(), id: 2))
    #expect(Identified(Counter(), id: 1) != Identified(Counter(count: 1), id: 1))
    var rows: IdentifiedArrayOf<Identified<Int, Counter>> = [Identified(Counter(), id: 4)]
    rows[id: 4]?.count = 9
    #expect(rows[id: 4]?.value.count == 9)
    #expect(Set(rows).count == 1)
    let data = try JSONEncoder().encode(rows)
    #expect(try JSONDecoder().decode(type(of: rows), from: data) == rows)
  }
}
