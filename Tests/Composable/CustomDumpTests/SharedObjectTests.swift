import CustomDump
import Testing

@Suite("Differences of objects that occur more than once")
struct SharedObjectTests {
  final class User {
    var id: Int
    var name: String

    init(_ id: Int, _ name: String) {
      self.id = id
      self.name = name
    }
  }

  let blob = User(1, "Blob")
  let junior = User(2, "Blob Jr.")
  let senior = User(3, "Blob Sr.")

  @Test("an object that takes the place of one that is shown elsewhere, too")
  func replaced() {
    #expect(
      diff((a: blob, b: junior, c: junior), (a: blob, b: junior, c: senior)) == """
          (
            a: SharedObjectTests.User(…),
            b: #1 SharedObjectTests.User(…),
        -   c: #1 SharedObjectTests.User(
        +   c: #2 SharedObjectTests.User(
        -     id: 2,
        +     id: 3,
        -     name: "Blob Jr."
        +     name: "Blob Sr."
            )
          )
        """)
    #expect(
      diff([junior, junior], [junior, senior]) == """
          [
            [0]: SharedObjectTests.User(…),
        -   [1]: SharedObjectTests.User(
        +   [1]: #1 SharedObjectTests.User(
        -     id: 2,
        +     id: 3,
        -     name: "Blob Jr."
        +     name: "Blob Sr."
            )
          ]
        """)
  }

  @Test("an object that takes the place of another everywhere is compared once")
  func replacedEverywhere() {
    #expect(
      diff([junior, junior], [senior, senior]) == """
          [
            [0]: SharedObjectTests.User(
        -     id: 2,
        +     id: 3,
        -     name: "Blob Jr."
        +     name: "Blob Sr."
            ),
            [1]: SharedObjectTests.User(↩︎)
          ]
        """)
    #expect(
      diff((blob, [junior], junior), (blob, [blob], blob)) == """
          (
            SharedObjectTests.User(…),
            [
        -     [0]: #1 SharedObjectTests.User(
        +     [0]: SharedObjectTests.User(
        -       id: 2,
        +       id: 1,
        -       name: "Blob Jr."
        +       name: "Blob"
              )
            ],
        -   #1 SharedObjectTests.User(↩︎)
        +   SharedObjectTests.User(↩︎)
          )
        """)
  }

  @Test("objects that change places")
  func swapped() {
    #expect(
      diff((blob, junior), (junior, blob)) == """
          (
            SharedObjectTests.User(
        -     id: 1,
        +     id: 2,
        -     name: "Blob"
        +     name: "Blob Jr."
            ),
            SharedObjectTests.User(
        -     id: 2,
        +     id: 1,
        -     name: "Blob Jr."
        +     name: "Blob"
            )
          )
        """)
  }

  @Test("an object that one side has shown is still shown by the other")
  func otherSide() {
    #expect(
      diff((a: blob, b: nil) as (a: User?, b: User?), (a: nil, b: blob)) == """
          (
        -   a: SharedObjectTests.User(
        -     id: 1,
        -     name: "Blob"
        -   ),
        +   a: nil,
        -   b: nil
        +   b: SharedObjectTests.User(
        +     id: 1,
        +     name: "Blob"
        +   )
          )
        """)
  }

  @Test("an object that is shown folded is shown completely where it is removed")
  func removed() {
    #expect(
      diff((a: blob, b: Optional(blob)), (a: blob, b: nil)) == """
          (
            a: SharedObjectTests.User(…),
        -   b: SharedObjectTests.User(
        -     id: 1,
        -     name: "Blob"
        -   )
        +   b: nil
          )
        """)
  }

  @Test("a reference's change is shown after the reference was inserted elsewhere")
  func reference() {
    let reference = Reference(before: 1, now: 2)
    #expect(
      diff((Optional<Reference>.none, reference), (reference, reference)) == """
          (
        -   nil,
        +   #1 2,
        -   #1 1
        +   #1 2
          )
        """)
  }

  @Test("objects that a value makes for a dump are not taken for one another")
  func temporary() {
    struct Row: CustomDumpReflectable {
      var user: (id: Int, name: String)
      var customDumpMirror: Mirror {
        Mirror(self, children: ["user": User(user.id, user.name)], displayStyle: .struct)
      }
    }
    func rows(_ names: String...) -> [Row] {
      names.enumerated().map { Row(user: ($0.offset, $0.element)) }
    }
    #expect(!String(customDumping: rows("a", "b", "c")).contains("↩︎"))
    #expect(diff(rows("a", "b", "c"), rows("a", "b", "c")) == nil)
    let difference = diff(rows("a", "b", "c"), rows("a", "b", "C"))
    #expect(difference?.contains(#"-       name: "c""#) == true)
    #expect(difference?.contains(#"+       name: "C""#) == true)
  }

  @Test("objects that can be reached in many ways are compared once")
  func diamonds() {
    final class Link {
      var left: Link?
      var right: Link?
      var name = "a"
    }
    func diamonds(_ count: Int) -> Link {
      (0..<count).reduce(Link()) { next, _ in
        let link = Link()
        (link.left, link.right) = (next, next)
        return link
      }
    }
    #expect(diff(diamonds(60), diamonds(60)) == nil)
    let changed = diamonds(60)
    changed.left?.left?.name = "b"
    let lines = diff(diamonds(60), changed)?.split(separator: "\n") ?? []
    #expect(
      lines.filter { !$0.hasPrefix(" ") }.map { $0.filter { $0 != " " } } == [
        #"-name:"a""#, #"+name:"b""#,
      ])
  }
}
