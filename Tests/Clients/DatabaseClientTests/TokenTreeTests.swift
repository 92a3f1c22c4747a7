import DatabaseClient
import Foundation
import Testing

struct TokenTreeTests {
  private let start = Date(timeIntervalSince1970: 1_790_000_000)

  private func token(
    _ name: String, below parent: String? = nil, expiresAt: Date? = nil
  ) -> AccessToken {
    AccessToken(
      name: name, scopes: [.read], createdAt: start, expiresAt: expiresAt,
      kind: parent == nil ? .token : .session, parent: parent)
  }

  @Test("Tokens are listed by name, each before those below it")
  func rows() {
    let tree = TokenTree([
      token("a", below: "z"), token("b"), token("c", below: "a"), token("d", below: "gone"),
      token("z"),
    ])
    #expect(tree.rows.map(\.token.name) == ["b", "d", "z", "a", "c"])
    #expect(tree.rows.map(\.depth) == [0, 0, 0, 1, 2])
  }

  @Test("A token ends with the first of its ancestors")
  func end() {
    let (root, child) = (token("root", expiresAt: start + 60), token("child", below: "root"))
    let tree = TokenTree([root, child, token("free")])
    #expect(tree.end(of: child) == start + 60)
    #expect(tree.end(of: token("free")) == .distantFuture)
    #expect(tree.isValid(child, at: start + 59) && !tree.isValid(child, at: start + 60))
    #expect(TokenTree([child]).end(of: child) == nil, "its parent was removed")
    let later = AccessToken(name: "free", scopes: [.read], createdAt: start + 1)
    #expect(tree.end(of: later) == nil, "it is another token")
    let circle = TokenTree([token("x", below: "y"), token("y", below: "x")])
    #expect(circle.end(of: token("x", below: "y")) == nil)
  }
}
