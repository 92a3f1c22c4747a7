import ConcurrencyExtras
import Foundation
import Testing

@Suite("Unchecked values")
struct UncheckedTests {
  final class Counter { var count = 0 }
  struct Point: Codable, Hashable { var x = 0 }

  @Test("A nonsendable value is passed into a task")
  func sendable() async {
    let counter = UncheckedSendable(Counter())
    await Task { counter.value.count += 1 }.value
    #expect(counter.value.count == 1)
  }

  @Test("As a property wrapper it reads and writes the value, and passes itself on")
  func wrapper() {
    @UncheckedSendable var point = Point()
    point.x = 2
    #expect(point == Point(x: 2))
    #expect($point.x == 2)
    $point.x = 3
    #expect(point.x == 3)
  }

  @Test("It is encoded as its value, and equal as its value is")
  func codable() throws {
    let point = UncheckedSendable(Point(x: 1))
    let data = try JSONEncoder().encode(point)
    #expect(String(decoding: data, as: UTF8.self) == #"{"x":1}"#)
    #expect(try JSONDecoder().decode(UncheckedSendable<Point>.self, from: data) == point)
    #expect(Set([point, point]).count == 1)
  }

  @Test("All copies of a box's reference see one value")
  func box() {
    let box = UncheckedBox(Point())
    let copy = box
    copy.x += 1
    copy.value.x += 1
    #expect(box.wrappedValue.x == 2)
  }

  @Test("A hashable value of any type crosses tasks and is found in a set")
  func hashable() async {
    let ids: Set<AnyHashableSendable> = [1, "a", true, 1.5, AnyHashableSendable(Point2(x: 1))]
    let found = await Task { ids.contains(AnyHashableSendable(Point2(x: 1))) }.value
    #expect(found)
    #expect(ids.contains("a"))
    #expect(!ids.contains("b"))
    #expect(AnyHashableSendable(AnyHashableSendable(1)) == AnyHashableSendable(1))
    #expect(AnyHashableSendable(1).base as? Int == 1)
    #expect(AnyHashable(AnyHashableSendable(1)) == AnyHashable(1))
    #expect("\(AnyHashableSendable("a"))" == "a")
  }

  struct Point2: Hashable, Sendable { var x: Int }
}
