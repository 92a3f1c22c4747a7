import RuntimeInternals
import Testing

/// Offsets of stored properties, from key paths.
struct StoredPropertyTests {
  struct Inner {
    var isOn = true
    var title = "A title that is too long to be stored in place"
  }

  struct Outer {
    var count: Int8 = 1
    var inner = Inner()
    var names = ["a", "b"]
    lazy var later = 1
    var twice: Int { Int(count) * 2 }
    var watched = 1 { didSet { count += 1 } }
  }

  @Test("A stored property is read and changed in place")
  func stored() throws {
    let title = try #require(StoredProperty(\Outer.inner.title))
    var outer = Outer()
    #expect(title(outer) == outer.inner.title)
    withUnsafeMutablePointer(to: &outer) { title.pointer(in: $0).pointee = "Short" }
    #expect(outer.inner.title == "Short")
    #expect(outer.inner.isOn && outer.count == 1 && outer.names == ["a", "b"])
    withUnsafePointer(to: outer) { #expect(title.pointer(in: $0).pointee == "Short") }
  }

  @Test("A property that is computed, observed, or an element's has no offset")
  func notStored() {
    #expect(StoredProperty(\Outer.twice) == nil)
    #expect(StoredProperty(\Outer.watched) == nil)
    #expect(StoredProperty(\Outer.names[0]) == nil)
    #expect(StoredProperty(\Outer.names.count) == nil)
  }
}
