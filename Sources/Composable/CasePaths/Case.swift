/// The intermediate values of a case key path: key paths can only name properties, so each case of
/// an enum is a property of `Case` of that enum.
///
/// You meet it in spelled-out key paths, as `\Action.Cases.failed`, and seldom need a value of it.
@dynamicMemberLookup
public struct Case<Value>: Sendable {
  /// The way from the root, or `nil` where this is the root.
  @usableFromInline let route: CaseRoute<Value>?

  @inlinable
  init(route: CaseRoute<Value>?) {
    self.route = route
  }

  /// The root: the way to `Value` from itself.
  @inlinable
  public init() {
    self.init(route: nil)
  }

  /// A case that is reached in a way of your own making.
  ///
  /// - Parameters:
  ///   - embed: Wraps a value.
  ///   - extract: Unwraps it, or returns `nil` for a root that is in another case.
  @inlinable
  public init<Root>(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(route: RootedCaseRoute(AnyCasePath(embed: embed, extract: extract)))
  }

  /// The case that a case key path leads to.
  @inlinable
  public init<Root>(_ keyPath: CaseKeyPath<Root, Value>) {
    self = Case<Root>()[keyPath: keyPath]
  }

  /// The case of `Value`'s that its `AllCasePaths` has under this name.
  @inlinable
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> Case<Member> where Value: CasePathable {
    appending(Value.allCasePaths[keyPath: keyPath])
  }

  /// The value of a case with an optional payload, under the name of the case: `\.selection` is
  /// short for `\.selection.some` if the context requires it.
  @inlinable
  @_disfavoredOverload
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member?>>
  ) -> Case<Member> where Value: CasePathable {
    appending(Value.allCasePaths[keyPath: keyPath]).some
  }

  @inlinable
  func appending<Member>(_ path: AnyCasePath<Value, Member>) -> Case<Member> {
    guard let route
    else { return Case<Member>(route: RootedCaseRoute<Value, Member>(path)) }
    return Case<Member>(route: route.appending(path))
  }
}

/// A case path that has forgotten its root. A key path's value has one type whatever its root is,
/// so the root's type survives in a subclass only; that is cheaper than boxing each root in `Any`.
@usableFromInline
class CaseRoute<Value>: @unchecked Sendable {
  // Unchecked for the subclass, which is immutable.
  @inlinable
  init() {}

  @inlinable
  func appending<Member>(_ path: AnyCasePath<Value, Member>) -> CaseRoute<Member> {
    preconditionFailure("CaseRoute is abstract")
  }

  func embed(_ value: Value) -> Any {
    preconditionFailure("CaseRoute is abstract")
  }

  func extract(from root: Any) -> Value? {
    preconditionFailure("CaseRoute is abstract")
  }
}

@usableFromInline
final class RootedCaseRoute<Root, Value>: CaseRoute<Value>, @unchecked Sendable {
  // Unchecked for the superclass, which is; the path is sendable and never changed.
  @usableFromInline let path: AnyCasePath<Root, Value>

  @inlinable
  init(_ path: AnyCasePath<Root, Value>) {
    self.path = path
    super.init()
  }

  @inlinable
  override func appending<Member>(_ path: AnyCasePath<Value, Member>) -> CaseRoute<Member> {
    RootedCaseRoute<Root, Member>(self.path.appending(path: path))
  }

  override func embed(_ value: Value) -> Any {
    path.embed(value)
  }

  override func extract(from root: Any) -> Value? {
    (root as? Root).flatMap(path.extract(from:))
  }
}

extension Case {
  /// The path from `root` to this case, or `nil` if it was not reached from that root.
  @inlinable
  func path<Root>(from root: Root.Type) -> AnyCasePath<Root, Value>? {
    guard let route
    else { return AnyCasePath<Root, Root>() as? AnyCasePath<Root, Value> }
    return (route as? RootedCaseRoute<Root, Value>)?.path
  }
}

/// A case with an unknown value type, for partial key paths.
@usableFromInline
protocol AnyCase {
  func erasedPath<Root>(from root: Root.Type) -> ErasedCasePath<Root>?
}

@usableFromInline
struct ErasedCasePath<Root> {
  @usableFromInline let embed: (Any) -> Root?
  @usableFromInline let extract: (Root) -> Any?
  @usableFromInline let matches: (Root) -> Bool
}

extension Case: AnyCase {
  @usableFromInline
  func erasedPath<Root>(from root: Root.Type) -> ErasedCasePath<Root>? {
    path(from: root).map { path in
      ErasedCasePath(
        embed: { ($0 as? Value).map(path.embed) },
        extract: { path.extract(from: $0) },
        matches: { path.extract(from: $0) != nil })
    }
  }
}
