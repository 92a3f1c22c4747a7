import CustomDump
import Foundation
import Synchronization
import Testing

struct DumpConformanceTests {
  private enum Secret: CustomDumpReflectable {
    case password(String)

    var customDumpMirror: Mirror {
      Mirror(self, children: ["password": "•••"], displayStyle: .enum)
    }
  }

  private struct Number: CustomDumpStringConvertible, Hashable {
    let value: Int
    var customDumpDescription: String { "#\(value)" }
  }

  @Test("an enum shows its own mirror")
  func enumMirror() {
    #expect(
      String(customDumping: Secret.password("1234")) == """
        DumpConformanceTests.Secret.password("•••")
        """)
  }

  @Test("numbers with a mark are ordered as numbers")
  func markedNumbers() {
    #expect(
      String(customDumping: [Number(value: 10): "b", Number(value: 2): "a"]) == """
        [
          #2: "a",
          #10: "b"
        ]
        """)
  }

  enum Size { case small }

  @Test("TST-23 a repeated object is marked, and a cycle ends")
  func objects() {
    let blob = Human("Blob")
    let other = Human("Blob Jr")
    blob.friends = [other, blob]
    #expect(
      String(customDumping: [blob, other]) == """
        [
          [0]: Human(
            name: "Blob",
            friends: [
              [0]: #1 Human(
                name: "Blob Jr",
                friends: []
              ),
              [1]: Human(↩︎)
            ]
          ),
          [1]: #1 Human(↩︎)
        ]
        """)
  }

  @Test("an object shows inherited properties first; an actor hides its state")
  func inheritance() {
    class Base { var id = 1 }
    final class Derived: Base { var name = "Blob" }
    actor Account { var balance = 1 }
    #expect(
      String(customDumping: Derived()) == """
        DumpConformanceTests.Derived(
          id: 1,
          name: "Blob"
        )
        """)
    #expect(String(customDumping: Account()) == "DumpConformanceTests.Account(…)")
  }

  @Test("TST-23 a reference that remembers carries a number from its first appearance on")
  func references() {
    let reference = Reference(before: 0, now: 1)
    #expect(
      String(customDumping: [reference, reference, Reference(before: 0, now: 2)]) == """
        [
          [0]: #1 1,
          [1]: #1 Int(↩︎),
          [2]: #2 2
        ]
        """)
  }

  @Test("an object with a part that cannot be copied is shown without crashing")
  func noncopyable() {
    final class Box { let count = Atomic(1) }
    #expect(String(customDumping: Box()).hasPrefix("DumpConformanceTests.Box("))
  }

  @Test("storage added by macros is omitted")
  func macroStorage() {
    struct Observed {
      var _$id = 1
      var _count = 2
    }
    #expect(String(customDumping: Observed()) == "DumpConformanceTests.Observed(_count: 2)")
  }

  @Test("storage added by macros is shown if the type lists it in its mirror")
  func listedMacroStorage() {
    struct Listed: CustomDumpReflectable {
      var customDumpMirror: Mirror {
        Mirror(self, children: ["_$id": 1], displayStyle: .struct)
      }
    }
    final class ListedObject: CustomDumpReflectable {
      var customDumpMirror: Mirror {
        Mirror(self, children: ["_$id": 1], displayStyle: .class)
      }
    }
    #expect(String(customDumping: Listed()) == "DumpConformanceTests.Listed(_$id: 1)")
    #expect(String(customDumping: ListedObject()) == "DumpConformanceTests.ListedObject(_$id: 1)")
  }

  @Test("a scalar is shown like a string")
  func scalar() {
    #expect(String(customDumping: "©" as Unicode.Scalar) == #""©""#)
  }

  @Test("a type's own text, representation or mirror is used, in this order")
  func customisation() {
    struct Described: CustomDumpStringConvertible, CustomDumpRepresentable {
      var customDumpDescription: String { "first\nsecond" }
      var customDumpValue: Any { 1 }
    }
    struct Represented: RawRepresentable, CustomDumpRepresentable, CustomDumpReflectable {
      var rawValue: Drink
      var customDumpMirror: Mirror { Mirror(self, children: []) }
    }
    struct Reflected: CustomDumpReflectable {
      var customDumpMirror: Mirror { Mirror(self, children: ["a": 1, "b": Drink.water]) }
    }
    struct List: CustomDumpReflectable {
      var customDumpMirror: Mirror {
        Mirror(self, unlabeledChildren: [1, 2], displayStyle: .collection)
      }
    }
    #expect(
      String(customDumping: [Described()]) == """
        [
          [0]: first
          second
        ]
        """)
    #expect(String(customDumping: Represented(rawValue: .water)) == "Drink.water")
    #expect(
      String(customDumping: Reflected()) == """
        DumpConformanceTests.Reflected(
          a: 1,
          b: .water
        )
        """)
    #expect(
      String(customDumping: List()) == """
        [
          [0]: 1,
          [1]: 2
        ]
        """)
  }

  @Test("types, key paths and functions have a name")
  func named() {
    #expect(String(customDumping: [User?].self) == "[User?].self")
    #expect(
      String(customDumping: [String: Result<Int, any Error>].self)
        == "[String: Result<Int, Error>].self")
    #expect(String(customDumping: \User.name) == #"\User.name"#)
    #expect(String(customDumping: AnyHashable(Size.small)) == "DumpConformanceTests.Size.small")
  }

  @Test("IDA-14 a duration is in words")
  func durations() {
    #expect(String(customDumping: Duration.seconds(60)) == "1 minute")
    #expect(String(customDumping: Duration.seconds(6)) == "6 seconds")
    #expect(
      String(customDumping: Duration.milliseconds(93_784_005))
        == "1 day, 2 hours, 3 minutes, 4 seconds, 5 milliseconds")
    #expect(String(customDumping: Duration.seconds(-90)) == "-1 minute, -30 seconds")
    #expect(String(customDumping: Duration.zero) == "0 seconds")
  }

  @Test("values of Foundation are short")
  func foundation() throws {
    #expect(
      String(customDumping: Date(timeIntervalSince1970: 1_713_821_239.125))
        == "Date(2024-04-22T21:27:19.125Z)")
    #expect(String(customDumping: Data("Blob".utf8)) == "Data(4 bytes)")
    let url = try #require(URL(string: "https://example.com/a?b"))
    #expect(String(customDumping: url) == "URL(https://example.com/a?b)")
    #expect(String(customDumping: Decimal(1) / 4) == "0.25")
    #expect(String(customDumping: Locale(identifier: "en_US")) == "Locale(en_US)")
    #expect(String(customDumping: IndexSet([1, 2, 5])) == "IndexSet(1..<3, 5..<6)")
    #expect(
      String(customDumping: Notification.Name("done")) == #"Notification.Name("done")"#)
    let uuid = "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"
    #expect(try String(customDumping: #require(UUID(uuidString: uuid))) == "UUID(\(uuid))")
    #expect(
      String(customDumping: NSError(domain: "disk", code: 3, userInfo: ["path": "/"])) == """
        NSError(
          domain: "disk",
          code: 3,
          userInfo: [
            "path": "/"
          ]
        )
        """)
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: "en_US")
    calendar.timeZone = .gmt
    #expect(
      String(customDumping: calendar) == """
        Calendar(
          identifier: .gregorian,
          locale: Locale(en_US),
          timeZone: TimeZone(
            identifier: "GMT",
            abbreviation: "GMT",
            secondsFromGMT: 0,
            isDaylightSavingTime: false
          ),
          firstWeekday: 1,
          minimumDaysInFirstWeek: 1
        )
        """)
  }

  @Test("ranges, numbers and characters are as in source code")
  func primitives() {
    #expect(String(customDumping: 0..<3) == "0..<3")
    #expect(String(customDumping: 0...3) == "0...3")
    #expect(String(customDumping: 1.0) == "1.0")
    #expect(String(customDumping: UInt8(1)) == "1")
    #expect(String(customDumping: Character("a")) == #""a""#)
    #expect(String(customDumping: true) == "true")
    #expect(String(customDumping: StaticString("a")) == #""a""#)
  }
}
