import ComposableArchitecture
import Testing

/// The counts of references that an address in place of a reference leaves to us.
struct LazyReferenceTests {
  final class Item {}

  /// Holds the reference, as a class does that has one.
  final class Owner: Sendable {
    let reference = LazyReference<Item>()
  }

  @Test("The first object stays, and goes with the reference")
  func first() {
    weak var first: Item?
    weak var second: Item?
    do {
      let owner = Owner()
      #expect(owner.reference.load() == nil)
      do {
        let items = (Item(), Item())
        (first, second) = items
        #expect(owner.reference.storeIfNil(items.0) === items.0)
        #expect(owner.reference.storeIfNil(items.1) === items.0)
      }
      #expect(owner.reference.load() === first)
      #expect(first != nil)
      #expect(second == nil)
    }
    #expect(first == nil)
  }

  @Test("A reference that was never set ends")
  func empty() {
    #expect(Owner().reference.load() == nil)
  }
}
