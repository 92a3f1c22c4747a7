import CustomDump
import IssueReporting

struct User: Equatable, Identifiable {
  var favoriteNumbers: [Int]
  var id: Int
  var name: String
}

struct Counter: Equatable {
  var count: Int
}

enum Drink: Equatable {
  case water
  case tea(minutes: Int)
  case coffee(Int, milk: Bool)
  case cocktail(Counter)
  indirect case nested(Drink)
}

final class Human {
  var name: String
  var friends: [Human] = []

  init(_ name: String) { self.name = name }
}

/// A dictionary that has an order.
struct Menu: CustomReflectable {
  var prices: [(drink: String, price: Int)]

  var customMirror: Mirror {
    Mirror(
      self, unlabeledChildren: prices.map { (key: $0.drink, value: $0.price) },
      displayStyle: .dictionary)
  }
}

/// A reference with its former value, like shared state.
struct Reference: _CustomDiffObject {
  final class Identity: Sendable {}

  var identity = Identity()
  var before: Any
  var now: Any
  var type: Any.Type?

  var _customDiffValues: (Any, Any) { (before, now) }
  var _customDiffType: Any.Type? { type }
  var _objectIdentifier: ObjectIdentifier { ObjectIdentifier(identity) }
}

extension String {
  /// The same text with every figure space as a plain one, to be readable in a test.
  var plain: String { replacing("\u{2007}", with: " ") }
}
