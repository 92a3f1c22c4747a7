import CustomDump
import Testing

@Suite("References that are their own value")
struct OwnValueTests {
  /// A model that is compared with a later snapshot of itself.
  final class Model: _CustomDiffObject, CustomDumpReflectable {
    let identity: Reference.Identity
    let name: String
    var child: Model?
    var now: Model?

    init(_ name: String, _ identity: Reference.Identity) {
      self.identity = identity
      self.name = name
    }

    var _customDiffValues: (Any, Any) { (self, now ?? self) }
    var _objectIdentifier: ObjectIdentifier { ObjectIdentifier(identity) }

    var customDumpMirror: Mirror {
      Mirror(self, children: ["name": name, "child": child as Any], displayStyle: .class)
    }
  }

  let identities = (Reference.Identity(), Reference.Identity())

  /// A parent with a child, which has the parent as its child.
  private func cycle(_ parent: String, _ child: String) -> Model {
    let root = Model(parent, identities.0)
    root.child = Model(child, identities.1)
    root.child?.child = root
    return root
  }

  @Test("A cycle is shown once, and compared with its snapshot")
  func cycles() {
    let before = cycle("Parent", "Child")
    let now = cycle("Parent!", "Child!")
    before.now = now
    before.child?.now = now.child
    #expect(
      diff(before, now) == """
          #1 OwnValueTests.Model(
        -   name: "Parent",
        +   name: "Parent!",
            child: #2 OwnValueTests.Model(
        -     name: "Child",
        +     name: "Child!",
              child: #1 OwnValueTests.Model(↩︎)
            )
          )
        """)
    #expect(
      String(customDumping: now) == """
        #1 OwnValueTests.Model(
          name: "Parent!",
          child: #2 OwnValueTests.Model(
            name: "Child!",
            child: #1 OwnValueTests.Model(↩︎)
          )
        )
        """)
  }

  @Test("A cycle that has not changed has no difference")
  func unchanged() {
    let before = cycle("Parent", "Child")
    let now = cycle("Parent", "Child")
    before.now = now
    before.child?.now = now.child
    #expect(diff(before, now) == nil)
    #expect(diff([before, before], [now, now]) == nil)
  }

  @Test("A list of references shows changes that the elements' equality does not see")
  func list() {
    struct Model: _CustomDiffObject, Equatable {
      let reference: Reference
      var _customDiffValues: (Any, Any) { reference._customDiffValues }
      var _objectIdentifier: ObjectIdentifier { reference._objectIdentifier }
      static func == (lhs: Self, rhs: Self) -> Bool {
        lhs._objectIdentifier == rhs._objectIdentifier
      }
    }
    func model(_ before: Int, _ now: Int) -> Model {
      Model(reference: Reference(before: before, now: now))
    }
    let models = [model(1, 2), model(2, 2)]
    #expect(
      diff(models, models + [model(3, 3)]) == """
          [
        -   [0]: #1 1,
        +   [0]: #1 2,
            [1]: #2 2,
        +   [2]: #3 3
          ]
        """)
  }
}
