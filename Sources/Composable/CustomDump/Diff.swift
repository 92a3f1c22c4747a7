/// Describes how two values differ.
///
/// ```swift
/// diff(user, changed)
/// //   User(
/// //     favoriteNumbers: […],
/// //     id: 2,
/// // -   name: "Blob"
/// // +   name: "Blob!"
/// //   )
/// ```
///
/// Equal parts are folded: a field's contents become `…`, and several elements in a row become
/// `… (3 unchanged)`. Elements that are `Identifiable` are matched by their identity.
///
/// - Parameters:
///   - lhs: The first value.
///   - rhs: The second value.
///   - format: The marks that begin each line.
/// - Returns: The description, or `nil` if the values are equal. Values that are not `Equatable`
///   are equal if everything that a dump shows of them is.
@inlinable
public func diff<T>(_ lhs: T, _ rhs: T, format: DiffFormat = .default) -> String? {
  // Most compared values are equal, as their known type's equality finds.
  if let type = T.self as? any Equatable.Type, areEqual(lhs, rhs, as: type),
    !(T.self is any _CustomDiffObject.Type)
  {
    return nil
  }
  return describeDifference(lhs, rhs, format)
}

@inlinable
func areEqual<T, E: Equatable>(_ lhs: T, _ rhs: T, as type: E.Type) -> Bool {
  guard let lhs = lhs as? E, let rhs = rhs as? E
  else { return false }
  return lhs == rhs
}

@usableFromInline
func describeDifference(_ lhs: Any, _ rhs: Any, _ format: DiffFormat) -> String? {
  var differ = Differ(format: format)
  return differ.describe(lhs, rhs)
}
