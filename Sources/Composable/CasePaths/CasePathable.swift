/// A type, most often an enum, whose cases have case paths.
///
/// Apply ``CasePathable()`` to an enum; it writes the conformance. A type that only behaves like an
/// enum can conform by hand: each property of `AllCasePaths`, and each subscript, whose value is an
/// `AnyCasePath` of the type's is then a case of it in key paths.
public protocol CasePathable {
  /// The type that has an ``AnyCasePath`` for each case.
  associatedtype AllCasePaths

  /// The case paths of the type.
  static var allCasePaths: AllCasePaths { get }
}

extension CasePathable {
  /// The root of spelled-out case key paths: `\Action.Cases.failed`.
  public typealias Cases = Case<Self>
}

/// A type that can list its cases.
///
/// ```swift
/// for path in Field.allCasePaths { … }  // \.title, \.date
/// ```
public protocol CasePathIterable: CasePathable
where AllCasePaths: Sequence<PartialCaseKeyPath<Self>> {}

/// Case paths that can find the case of a value.
///
/// ```swift
/// Action.allCasePaths[.failed("offline")]  // \.failed
/// ```
public protocol CasePathReflectable<Root> {
  /// The enum that has the cases.
  associatedtype Root: CasePathable

  /// The key path of the case that `root` is in.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}

/// Case paths of an enum that its conditions may leave without a case. `@CasePathable` writes the
/// conformance.
public protocol _ConditionalCasePaths: CasePathReflectable {
  /// The key path of the case that `root` is in. An optional one, because the compiler warns of
  /// statements behind a parameter that cannot exist.
  func _$path(of root: Root?) -> PartialCaseKeyPath<Root>
}

extension _ConditionalCasePaths {
  /// The key path of the case that `root` is in.
  public subscript(root: Root) -> PartialCaseKeyPath<Root> { _$path(of: root) }
}

extension CasePathable where AllCasePaths: CasePathReflectable<Self> {
  /// The key path of the case that the value is in.
  ///
  /// ```swift
  /// Action.failed("offline").case == \.failed
  /// ```
  public var `case`: PartialCaseKeyPath<Self> { Self.allCasePaths[self] }
}
