/// Reads a dependency.
///
/// ```swift
/// @Dependency(\.uuid) var uuid
/// @Dependency(\.date.now) var now
/// @Dependency(FactClient.self) var factClient
/// ```
///
/// The value is looked up on each read, in this order: overrides of the running task; overrides in
/// effect where the property was created, so that an object created in
/// ``withDependencies(_:operation:)`` keeps those dependencies for life; and the key's value for
/// the context.
///
/// In an `@Observable` class, write `@ObservationIgnored` before it.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let read: @Sendable (DependencyValues) -> Value
  private let site: SourceSite
  let initialValues: DependencyValues

  private init(_ site: SourceSite, read: @escaping @Sendable (DependencyValues) -> Value) {
    self.read = read
    self.site = site
    initialValues = .inForce
  }

  /// Reads the dependency, or the part of one, that a key path leads to.
  ///
  /// - Parameters:
  ///   - keyPath: The way from the dependency values to the value: `\.date` or `\.date.now`.
  ///   - fileID: The source `#fileID` of the property, for issues.
  ///   - filePath: The source `#filePath` of the property.
  ///   - line: The source `#line` of the property.
  ///   - column: The source `#column` of the property.
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      $0[keyPath: keyPath]
    }
  }

  /// Reads the dependency that is described by a key, without a property of ``DependencyValues``.
  ///
  /// - Parameters:
  ///   - key: The key's type; for most clients the client itself.
  ///   - fileID: The source `#fileID` of the property, for issues.
  ///   - filePath: The source `#filePath` of the property.
  ///   - line: The source `#line` of the property.
  ///   - column: The source `#column` of the property.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    self.init(SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      $0[Key.self, function: ""]
    }
  }

  /// Reads a dependency as a value of another type, which it is known to have.
  ///
  /// ```swift
  /// @Dependency(\.continuousClock, as: TestClock<Duration>.self) var clock
  /// ```
  ///
  /// The program stops at a read if the dependency is of another type.
  ///
  /// - Parameters:
  ///   - keyPath: The way from the dependency values to the value.
  ///   - type: The type that the value has, or that it conforms to.
  ///   - fileID: The source `#fileID` of the property, for issues.
  ///   - filePath: The source `#filePath` of the property.
  ///   - line: The source `#line` of the property.
  ///   - column: The source `#column` of the property.
  public init<Base>(
    _ keyPath: any KeyPath<DependencyValues, Base> & Sendable,
    as type: Value.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      cast($0[keyPath: keyPath])
    }
  }

  /// Reads the dependency that is described by a key as a value of another type, which it is known
  /// to have.
  ///
  /// The program stops at a read if the dependency is of another type.
  ///
  /// - Parameters:
  ///   - key: The key's type.
  ///   - type: The type that the value has, or that it conforms to.
  ///   - fileID: The source `#fileID` of the property, for issues.
  ///   - filePath: The source `#filePath` of the property.
  ///   - line: The source `#line` of the property.
  ///   - column: The source `#column` of the property.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    as type: Value.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      cast($0[Key.self, function: ""])
    }
  }

  /// The dependency, as the running code sees it.
  public var wrappedValue: Value {
    var values = DependencyValues._current
    let isExtended = values.extend(with: initialValues)
    values.site = site
    guard isExtended
    else { return read(values) }
    // The property on `DependencyValues` that leads to the value may read further dependencies.
    return DependencyValues.$_current.withValue(values) { read(values) }
  }
}

private func cast<Base, Value>(_ value: Base) -> Value {
  guard let value = value as? Value
  else {
    preconditionFailure(
      """
      A dependency was declared to be read as '\(Value.self)', but it is of type \
      '\(type(of: value))'.
      """)
  }
  return value
}

/// A property that keeps the dependencies of its creation, whatever its value.
protocol RemembersDependencies {
  var initialValues: DependencyValues { get }
}

extension Dependency: RemembersDependencies {}

extension DependencyValues {
  /// Adds the values of `initial` that are missing here. Returns whether any were added.
  fileprivate mutating func extend(with initial: Self) -> Bool {
    var isExtended = false
    if !initial.overrides.isEmpty, !initial.overrides.isIdentical(to: overrides) {
      overrides = initial.overrides.merging(overrides)
      isExtended = true
    }
    if contextOverride == nil, let context = initial.contextOverride {
      contextOverride = context
      isExtended = true
    }
    if cache == nil, let initialCache = initial.cache {
      // Kept even if it is the running test's own, which then need not be looked up again.
      cache = TestCaches.current ?? initialCache
      isExtended = true
    }
    return isExtended
  }
}
