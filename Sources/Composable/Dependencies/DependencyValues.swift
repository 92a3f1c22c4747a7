/// The current dependencies of a part of a program.
///
/// Add a property to make a dependency known by name:
///
/// ```swift
/// extension DependencyValues {
///   var factClient: FactClient {
///     get { self[FactClient.self] }
///     set { self[FactClient.self] = newValue }
///   }
/// }
/// ```
///
/// Read it with ``Dependency``, change it for some of the work with
/// ``withDependencies(_:operation:)``. A value that nothing overrides is the key's own for the
/// current ``DependencyContext``, computed on the first read and then kept.
///
/// The values are bound to the running task: child tasks inherit them, a detached task, a queue and
/// a callback do not; see ``withEscapedDependencies(_:)``.
public struct DependencyValues: Sendable {
  /// The values that the running task sees.
  @TaskLocal public static var _current = Self(cache: nil)

  var overrides = Overrides()
  var cache: DependencyCache?
  var contextOverride: DependencyContext?
  var purpose = Purpose.reading
  @usableFromInline var site: SourceSite?

  /// The purpose of these values, which decides how missing values are read and values set.
  enum Purpose {
    case reading
    case setting
    case preparing(UInt64)
  }

  /// Values in which nothing is overridden, and no default value has been made yet.
  ///
  /// They replace all others, for an operation that is to start afresh:
  /// `withDependencies { $0 = DependencyValues() } operation: { … }`.
  public init() {
    self.init(cache: DependencyCache())
  }

  /// Values in which nothing is overridden, with the default values of a cache, or of the one in
  /// force if `nil`.
  init(cache: DependencyCache?) {
    self.cache = cache
  }

  /// Values in which nothing is overridden, in the live context.
  public static var live: Self { Self(context: .live) }

  /// Values in which nothing is overridden, in the preview context.
  public static var preview: Self { Self(context: .preview) }

  /// Values in which nothing is overridden, in the test context.
  public static var test: Self { Self(context: .test) }

  private init(context: DependencyContext) {
    self.init(cache: nil)
    contextOverride = context
  }

  /// The value of the dependency that `key` describes.
  ///
  /// - Parameters:
  ///   - key: The key's type.
  ///   - fileID: The source `#fileID` of the read, for issues.
  ///   - filePath: The source `#filePath` of the read.
  ///   - line: The source `#line` of the read.
  ///   - column: The source `#column` of the read.
  ///   - function: The name of the property that reads it, for issues.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column,
    function function: StaticString = #function
  ) -> Key.Value {
    @inlinable
    get {
      if let box = box(of: Key.id) { return box.value(as: Key.Value.self) }
      return defaultValue(
        key,
        access: DependencyAccess(
          key: key, value: Key.Value.self,
          site: site
            ?? SourceSite(fileID: fileID, filePath: filePath, line: line, column: column),
          accessor: function))
    }
    @inlinable
    set {
      let box = DependencyBox(newValue)
      guard !override(Key.id, with: box)
      else { return }
      prepare(
        Key.id, box,
        access: DependencyAccess(
          key: key, value: Key.Value.self,
          site: site
            ?? SourceSite(fileID: fileID, filePath: filePath, line: line, column: column),
          accessor: function))
    }
  }

  /// Overrides the value of a key. Returns `false`, having done nothing, when values are being
  /// prepared instead.
  @usableFromInline
  mutating func override(_ id: UInt, with box: AnyDependencyBox) -> Bool {
    if case .preparing = purpose { return false }
    overrides.set(box, for: id)
    return true
  }

  /// The context in which the values are read.
  ///
  /// Override it to use live values in a test, such as of a whole feature.
  public var context: DependencyContext {
    get { context(in: cache ?? Self.cacheOutsideTests ?? TestCaches.current) }
    set {
      if case .preparing(let preparation) = purpose {
        prepareContext(newValue, by: preparation)
      } else {
        contextOverride = newValue
      }
    }
  }

  /// The context in which values of a cache are read.
  @inline(__always)
  func context(in cache: DependencyCache?) -> DependencyContext {
    contextOverride ?? cache?.preparedContext ?? .ofProcess
  }
}

extension DependencyValues {
  /// These values, overridden by those of `other`.
  func merging(_ other: Self) -> Self {
    var merged = self
    merged.overrides = overrides.merging(other.overrides)
    merged.cache = other.cache ?? cache
    merged.contextOverride = other.contextOverride ?? contextOverride
    merged.purpose = other.purpose
    return merged
  }

  /// Whether the running task uses exactly these values.
  var isInForce: Bool {
    let current = Self._current
    return current.cache === cache && current.contextOverride == contextOverride
      && current.overrides.isIdentical(to: overrides)
  }

  /// The current values with the test that they belong to, to be passed to code without a known
  /// test.
  static var inForce: Self {
    var values = _current
    values.purpose = .reading
    if values.cache == nil, cacheOutsideTests == nil { values.cache = TestCaches.current }
    return values
  }
}
