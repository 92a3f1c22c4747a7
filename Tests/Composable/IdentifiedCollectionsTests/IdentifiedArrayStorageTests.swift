import Foundation
import IdentifiedCollections
import Testing

@Suite struct IdentifiedArrayStorageTests {
  @Test("a copy keeps its elements when the original changes, in every way of changing it")
  func copyOnWrite() {
    let changes: [(inout IdentifiedArrayOf<Item>) -> Void] = [
      { $0.append(Item(id: 100)) }, { $0.insert(Item(id: 100), at: 3) }, { $0.remove(id: 4) },
      { $0[id: 4]?.name = "changed" }, { $0[id: 4] = nil }, { $0[3].name = "changed" },
      { $0.removeAll() }, { $0.removeAll { $0.id > 3 } }, { $0.reverse() }, { $0.swapAt(0, 9) },
      { $0.sort { $0.id > $1.id } }, { $0.updateOrAppend(Item(id: 3, name: "changed")) },
      { $0.removeSubrange(2...5) }, { $0.move(fromOffsets: [1], toOffset: 5) },
    ]
    for count in [10, 40] {
      let original = IdentifiedArray(uniqueElements: (0..<count).map { Item(id: $0) })
      for change in changes {
        var copy = original
        change(&copy)
        #expect(copy != original)
        #expect(copy.isConsistent(id: \.id))
        #expect(original.elements == (0..<count).map { Item(id: $0) })
        #expect(original.isConsistent(id: \.id))
      }
    }
  }

  @Test("changing an element in place copies neither the array nor its contents")
  func inPlace() {
    struct Holder: Identifiable {
      let id: Int
      var bytes = [UInt8](repeating: 0, count: 100)

      mutating func address() -> UnsafeMutableRawPointer? {
        bytes.withUnsafeMutableBytes { $0.baseAddress }
      }
    }
    var array = IdentifiedArray(uniqueElements: (0..<20).map { Holder(id: $0) })
    let storage = array.withContiguousStorageIfAvailable { $0.baseAddress }
    let bytes = array[7].bytes.withUnsafeBytes { $0.baseAddress }
    #expect(array[id: 7]?.address() == bytes.map { UnsafeMutableRawPointer(mutating: $0) })
    #expect(array[7].address() == bytes.map { UnsafeMutableRawPointer(mutating: $0) })
    #expect(array.withContiguousStorageIfAvailable { $0.baseAddress } == storage)
  }

  @Test("an error thrown while an element is changed leaves a whole array")
  func throwingMutation() {
    struct Failure: Error {}
    func fail(_ item: inout Item?) throws {
      item?.name = "changed"
      throw Failure()
    }
    for count in [1, 5, 30] {
      var array = IdentifiedArray(uniqueElements: (0..<count).map { Item(id: $0) })
      #expect(throws: Failure.self) { try fail(&array[id: 0]) }
      #expect(array[0].name == "changed")
      #expect(array.isConsistent(id: \.id))
    }
  }

  @Test("elements that are removed are released, and the others kept")
  func lifetimes() {
    final class Object: Identifiable, Sendable {
      let id: Int
      init(id: Int) { self.id = id }
    }
    var array = IdentifiedArray(uniqueElements: (0..<12).map { Object(id: $0) })
    weak let removed = array[id: 3]
    weak let replaced = array[id: 5]
    weak let kept = array[id: 4]
    array[id: 3] = nil
    array[id: 5] = Object(id: 5)
    #expect(removed == nil && replaced == nil)
    #expect(kept?.id == 4 && array.count == 11)
    array.removeAll()
    #expect(kept == nil)
  }

  @Test("IDA-11 encodes as a plain array and decodes from one")
  func codable() throws {
    let array: IdentifiedArrayOf<Item> = [Item(id: 2, name: "b"), Item(id: 1, name: "a")]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(array)
    #expect(
      String(decoding: data, as: UTF8.self) == #"[{"id":2,"name":"b"},{"id":1,"name":"a"}]"#)
    let decoded = try JSONDecoder().decode(IdentifiedArrayOf<Item>.self, from: data)
    #expect(decoded == array)
    #expect(decoded.isConsistent(id: \.id))
  }

  @Test("IDA-11 a file with duplicate ids fails to decode, with the id in the error")
  func decodingDuplicates() throws {
    let json = Data(#"{"items":[{"id":1,"name":""},{"id":42,"name":""},{"id":42,"name":""}]}"#.utf8)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([String: IdentifiedArrayOf<Item>].self, from: json)
    }
    guard case .dataCorrupted(let context)? = error
    else {
      Issue.record("unexpected \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["items"])
    #expect(
      context.debugDescription.hasPrefix("The id 42 is that of two elements, at positions 1 and 2"))
    let set = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(OrderedSet<Int>.self, from: Data("[4, 5, 4]".utf8))
    }
    #expect("\(String(describing: set))".contains("4 comes twice, at positions 0 and 2"))
  }

  @Test("an array that could not be decoded fails to encode")
  func encodingDuplicates() {
    final class Object: Encodable, Identifiable {
      var id: Int
      init(id: Int) { self.id = id }
    }
    let objects = [Object(id: 1), Object(id: 2)]
    let array = IdentifiedArray(uniqueElements: objects)
    objects[1].id = 1
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(array) }
  }

  @Test("equality and hashing go by elements and order")
  func equality() {
    let one: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 2)]
    #expect(one == [Item(id: 1), Item(id: 2)])
    #expect(one != [Item(id: 2), Item(id: 1)])
    #expect(one != [Item(id: 1), Item(id: 2, name: "b")])
    #expect(Set([one, [Item(id: 1), Item(id: 2)], []]).count == 2)
  }

  @Test("descriptions and the mirror show the elements")
  func descriptions() {
    let array = IdentifiedArray(uniqueElements: ["a", "b"], id: \.self)
    #expect(array.description == #"["a", "b"]"#)
    #expect(array.debugDescription == #"IdentifiedArray<String>(["a", "b"])"#)
    #expect(Mirror(reflecting: array).displayStyle == .collection)
    #expect(Mirror(reflecting: array).children.map { $0.value as? String } == ["a", "b"])
    #expect(Mirror(reflecting: array.ids).children.map { $0.value as? String } == ["a", "b"])
    #expect(array.ids.debugDescription == #"OrderedSet<String>(["a", "b"])"#)
  }
}
