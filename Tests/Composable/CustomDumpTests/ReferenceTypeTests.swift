import CustomDump
import Testing

@Suite("References that name another type")
struct ReferenceTypeTests {
  enum Account {}

  let identity = Reference.Identity()

  private func account(_ before: Any, _ now: Any) -> Reference {
    Reference(identity: identity, before: before, now: now, type: Account.self)
  }

  @Test("A structure has the name of the type")
  func structure() {
    let before = User(favoriteNumbers: [1], id: 1, name: "Blob")
    var now = before
    now.name = "Blob!"
    let account = account(before, now)
    #expect(
      String(customDumping: [account, account]) == """
        [
          [0]: #1 ReferenceTypeTests.Account(
            favoriteNumbers: [
              [0]: 1
            ],
            id: 1,
            name: "Blob!"
          ),
          [1]: #1 ReferenceTypeTests.Account(↩︎)
        ]
        """)
    #expect(
      diff([account], [account]) == """
          [
            [0]: #1 ReferenceTypeTests.Account(
              favoriteNumbers: […],
              id: 1,
        -     name: "Blob"
        +     name: "Blob!"
            )
          ]
        """)
  }

  @Test("Other values are in its parentheses")
  func otherValues() {
    #expect(String(customDumping: account(1, 2)) == "#1 ReferenceTypeTests.Account(2)")
    #expect(
      String(customDumping: account(Drink.water, Drink.coffee(2, milk: true))) == """
        #1 ReferenceTypeTests.Account(
          .coffee(
            2,
            milk: true
          )
        )
        """)
    let list = account([1, 2], [1, 3])
    #expect(
      diff(list, list) == """
          #1 ReferenceTypeTests.Account(
            1,
        -   2
        +   3
          )
        """)
  }

  @Test("Values that are equal have no difference")
  func unchanged() {
    let account = account(Counter(count: 1), Counter(count: 1))
    #expect(diff(account, account) == nil)
    #expect(diff([account], [account]) == nil)
  }

  @Test("A reference that is its own value has the name, too")
  func ownValue() {
    final class Model: _CustomDiffObject {
      var count = 1
      var _customDiffValues: (Any, Any) { (self, self) }
      var _customDiffType: Any.Type? { Account.self }
    }
    #expect(String(customDumping: Model()) == "#1 ReferenceTypeTests.Account(count: 1)")
  }
}
