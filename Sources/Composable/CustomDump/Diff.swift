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
/// What is the same is folded: a field's contents become `…`, and several elements in a row become
/// `… (3 unchanged)`. Elements that are `Identifiable` are matched by their identity.
///
/// - Parameters:
///   - lhs: The first value.
///   - rhs: The second value.
///   - format: The marks that begin each line.
/// - Returns: The description, or `nil` if the values are equal. Values that are not `Equatable`
///   are equal if everything that a dump shows of them is.
public func diff<T>(_ lhs: T, _ rhs: T, format: DiffFormat = .default) -> String? {
  var differ = Differ(format: format)
  return differ.describe(lhs, rhs)
}
