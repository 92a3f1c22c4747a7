import Foundation
import Tagged
import Testing

struct TaggedTests {
  enum Memo {
    typealias ID = Tagged<Self, UUID>
  }

  enum Count {}
  typealias Number = Tagged<Count, Int>
  typealias Name = Tagged<Memo, String>

  @Test("IDA-12 an id is created from a UUID, from text, and randomly")
  func identifiers() throws {
    let uuid = UUID()
    #expect(Memo.ID(uuid).rawValue == uuid)
    #expect(Memo.ID(rawValue: uuid) == Memo.ID(uuid))
    #expect(Memo.ID(uuidString: uuid.uuidString) == Memo.ID(uuid))
    #expect(Memo.ID(uuidString: "not a UUID") == nil)
    #expect(Memo.ID() != Memo.ID())
    #expect(Memo.ID(uuid).uuidString == uuid.uuidString)
  }

  @Test("a value is written as any literal that its raw value supports")
  func literals() {
    let array: Tagged<Memo, [Int]> = [1, 2, 3]
    let boolean: Tagged<Memo, Bool> = true
    let character: Tagged<Memo, Character> = "é"
    let dictionary: Tagged<Memo, [String: Int]> = ["one": 1, "two": 2]
    let float: Tagged<Memo, Double> = 1.5
    let integer: Number = 42
    let interpolated: Name = "number \(integer)"
    let nothing: Tagged<Memo, Int?> = nil
    let scalar: Tagged<Memo, Unicode.Scalar> = "a"
    let set: Tagged<Memo, Set<Int>> = [1, 2, 2]
    let string: Name = "Blob"

    #expect(array.rawValue == [1, 2, 3])
    #expect(boolean.rawValue)
    #expect(character.rawValue == "é")
    #expect(dictionary.rawValue == ["one": 1, "two": 2])
    #expect(float.rawValue == 1.5)
    #expect(integer.rawValue == 42)
    #expect(interpolated.rawValue == "number 42")
    #expect(nothing.rawValue == nil)
    #expect(scalar.rawValue == "a")
    #expect(set.rawValue == [1, 2])
    #expect(string.rawValue == "Blob")
  }

  @Test("equality, hash and order are the raw value's")
  func comparison() {
    let one: Number = 1
    #expect(one == 1)
    #expect(one != 2)
    #expect(one < 2)
    #expect(Set<Number>([1, 2, 1]).count == 2)
    #expect(one.hashValue == 1.hashValue)
    #expect([3, 1, 2].map(Number.init(rawValue:)).sorted() == [1, 2, 3])
  }

  @Test("numbers calculate and count")
  func numbers() {
    var number: Number = 3
    number += 4
    number -= 1
    number *= 2
    #expect(number == 12)
    #expect(number + 1 == 13)
    #expect(number - 1 == 11)
    #expect(number * 2 == 24)
    #expect(-number == -12)
    number.negate()
    #expect(number == -12)
    #expect(number.magnitude == 12)
    #expect(Number.zero == 0)
    #expect(Tagged<Count, UInt8>(exactly: 300) == nil)
    #expect(Tagged<Count, UInt8>(exactly: 200) == 200)
    #expect(Array(Number(1)..<4) == [1, 2, 3])
    #expect(Array(stride(from: Number(1), to: 6, by: 2)) == [1, 3, 5])
  }

  @Test("a collection is walked in both directions, sliced, and counted")
  func collections() {
    let numbers: Tagged<Memo, [Int]> = [1, 2, 3, 4]
    #expect(numbers.map { $0 * 10 } == [10, 20, 30, 40])
    #expect(numbers.reversed() == [4, 3, 2, 1])
    #expect(numbers.count == 4)
    #expect(!numbers.isEmpty)
    #expect(numbers[2] == 3)
    #expect(Array(numbers.dropFirst()) == [2, 3, 4])
    #expect(numbers.index(numbers.startIndex, offsetBy: 9, limitedBy: numbers.endIndex) == nil)
    let name: Name = "Blob"
    #expect(name.last == "b")
    #expect(name.distance(from: name.startIndex, to: name.endIndex) == 4)
    let counted = Tagged<Memo, AnySequence<Int>>(AnySequence([1, 2]))
    #expect(Array(counted) == [1, 2])
  }

  @Test("map changes the raw value, keeps the tag and rethrows")
  func map() {
    struct Refusal: Error {}
    let name: Name = Number(3).coerced(to: Memo.self).map(String.init)
    #expect(name == "3")
    #expect(throws: Refusal.self) {
      try Number(3).map { _ throws(Refusal) -> Int in throw Refusal() }
    }
  }

  @Test("coerced changes the tag and keeps the raw value")
  func coerced() {
    let number: Number = 3
    let coerced: Tagged<Memo, Int> = number.coerced()
    #expect(coerced == number.coerced(to: Memo.self))
    #expect(coerced.rawValue == 3)
  }

  @Test("description is the raw value's, and a lossless one is read back")
  func description() {
    #expect(Number(3).description == "3")
    #expect(["3", "three"].map { Number($0) } == [3, nil])
    #expect(
      "\(Memo.ID(UUID(uuidString: "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF") ?? UUID()))"
        == "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF")
  }

  @Test("the identity of a tagged identifiable value is the raw value's")
  func identity() {
    struct User: Identifiable {
      let id: Int
    }
    #expect(Tagged<Memo, User>(User(id: 7)).id == 7)
  }

  @Test("properties of the raw value are read through the tag")
  func properties() {
    #expect(Name("Blob").utf8.count == 4)
  }

  @Test("a tagged error is caught, and keeps the words of the raw one")
  func errors() {
    struct Failure: LocalizedError, Equatable {
      var errorDescription: String? { "It failed." }
      var failureReason: String? { "No disk." }
      var recoverySuggestion: String? { "Try again." }
      var helpAnchor: String? { "disk" }
    }
    typealias TaggedFailure = Tagged<Memo, Failure>
    #expect(throws: TaggedFailure(Failure())) { throw TaggedFailure(Failure()) }
    let error: any Error = TaggedFailure(Failure())
    #expect(error.localizedDescription == "It failed.")
    let localized = error as? any LocalizedError
    #expect(localized?.failureReason == "No disk.")
    #expect(localized?.recoverySuggestion == "Try again.")
    #expect(localized?.helpAnchor == "disk")
  }
}
