import CustomDump
import Foundation
import Testing

/// Foundation's Objective-C types are dumped as their Swift counterparts.
struct NSTypeTests {
  @Test("collections are dumped as collections")
  func collections() {
    #expect(
      String(customDumping: NSArray(array: [1, "b", 2.5])) == """
        [
          [0]: 1,
          [1]: "b",
          [2]: 2.5
        ]
        """)
    #expect(
      String(customDumping: NSMutableDictionary(dictionary: ["b": 2, "a": 1])) == """
        [
          "a": 1,
          "b": 2
        ]
        """)
    #expect(
      String(customDumping: NSSet(array: [10, 9])) == """
        Set([
          9,
          10
        ])
        """)
    #expect(
      String(customDumping: NSOrderedSet(array: [2, 1])) == """
        [
          [0]: 2,
          [1]: 1
        ]
        """)
    #expect(
      String(customDumping: NSCountedSet(array: ["a", "b", "a"])) == """
        [
          "a": 2,
          "b": 1
        ]
        """)
  }

  @Test("numbers and texts are dumped as such")
  func values() {
    #expect(String(customDumping: NSNumber(value: 1.5)) == "1.5")
    #expect(String(customDumping: NSNumber(value: 42)) == "42")
    #expect(String(customDumping: NSDecimalNumber(string: "0.0001")) == "0.0001")
    #expect(String(customDumping: NSString(string: "Blob")) == #""Blob""#)
    #expect(String(customDumping: NSMutableString(string: "Blob")) == #""Blob""#)
    #expect(String(customDumping: NSAttributedString(string: "Blob")) == #""Blob""#)
    #expect(String(customDumping: NSExceptionName(rawValue: "Blob")) == "Blob")
    let predicate = NSPredicate(value: true)
    #expect(String(customDumping: predicate) == predicate.debugDescription)
  }

  @Test("ranges are dumped as Swift's")
  func ranges() {
    #expect(String(customDumping: NSRange(location: 1, length: 2)) == "1..<3")
    #expect(String(customDumping: NSRange(location: NSNotFound, length: 0)) == "nil")
    #expect(
      diff([NSRange(location: 0, length: 1)], [NSRange(location: 0, length: 2)]) == """
          [
        -   [0]: 0..<1
        +   [0]: 0..<2
          ]
        """)
  }

  @Test("dates, places and ids are dumped as Swift's")
  func bridged() throws {
    let uuid = "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"
    #expect(
      String(customDumping: NSDate(timeIntervalSince1970: 0)) == "Date(1970-01-01T00:00:00.000Z)")
    #expect(String(customDumping: NSData(data: Data("Blob".utf8))) == "Data(4 bytes)")
    #expect(try String(customDumping: #require(NSUUID(uuidString: uuid))) == "UUID(\(uuid))")
    #expect(String(customDumping: NSLocale(localeIdentifier: "en_US")) == "Locale(en_US)")
    #expect(
      try String(customDumping: #require(NSURL(string: "https://example.com/")))
        == "URL(https://example.com/)")
    #expect(
      String(customDumping: NSIndexSet(indexesIn: NSRange(location: 1, length: 2)))
        == String(customDumping: IndexSet([1, 2])))
    #expect(
      String(customDumping: NSIndexPath(indexes: [1, 2], length: 2))
        == String(customDumping: IndexPath(indexes: [1, 2])))
    let calendar = try #require(NSCalendar(identifier: .gregorian))
    #expect(String(customDumping: calendar).hasPrefix("Calendar(\n  identifier: .gregorian,"))
    let zone = try #require(NSTimeZone(name: "Europe/Berlin"))
    #expect(String(customDumping: zone).contains(#"identifier: "Europe/Berlin""#))
    let notification = NSNotification(name: Notification.Name("done"), object: nil)
    #expect(String(customDumping: notification) == #"Notification(name: "done")"#)
    #expect(
      String(customDumping: NSMeasurement(doubleValue: 4, unit: UnitMass.stones)).contains("4.0"))
    let item = NSURLQueryItem(name: "a", value: "b")
    #expect(String(customDumping: item) == String(customDumping: item as URLQueryItem))
    let components = try #require(NSURLComponents(string: "https://example.com/"))
    #expect(String(customDumping: components) == String(customDumping: components as URLComponents))
  }

  @Test("a difference of two of them compares their contents")
  func difference() {
    #expect(
      diff(NSArray(array: [1, 2, 3]), NSArray(array: [1, 2, 4])) == """
          [
            … (2 unchanged),
        -   [2]: 3
        +   [2]: 4
          ]
        """)
    #expect(
      diff(NSDictionary(dictionary: ["a": 1]), NSDictionary(dictionary: ["a": 2])) == """
          [
        -   "a": 1
        +   "a": 2
          ]
        """)
    #expect(diff(NSString(string: "a"), NSString(string: "a")) == nil)
  }
}
