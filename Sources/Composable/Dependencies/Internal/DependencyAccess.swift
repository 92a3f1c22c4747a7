import IssueReporting

/// One read of a dependency, described as the caller wrote it.
@usableFromInline
struct DependencyAccess: Sendable {
  let key: any Any.Type
  let value: any Any.Type
  let site: SourceSite
  let accessor: StaticString

  @usableFromInline
  init(key: any Any.Type, value: any Any.Type, site: SourceSite, accessor: StaticString) {
    self.key = key
    self.value = value
    self.site = site
    self.accessor = accessor
  }

  /// The dependency as one writes it to read it.
  var name: String {
    let accessor = "\(accessor)"
    return accessor.isEmpty || accessor.contains("(")
      ? "@Dependency(\(sourceName(of: key)).self)" : "@Dependency(\\.\(accessor))"
  }

  /// Indented lines with the dependency's declaration and type.
  private var details: String {
    """
      Location:
        \(site.fileID):\(site.line)
      Key:
        \(sourceName(of: key))
      Value:
        \(sourceName(of: value))
    """
  }

  /// Reports that the key has no value for a context, if any.
  func reportMissingValue(in context: DependencyContext?) {
    switch context {
    case .live: reportMissingLiveValue()
    case .test: reportMissingTestValue()
    case .preview, nil: break
    }
  }

  private func reportMissingTestValue() {
    site.report(
      """
      \(name) has no test implementation, but was accessed from a test context:

      \(details)

      A test may not use the live value of a dependency by accident. Override it for this test, \
      with 'withDependencies', with the '.dependency' trait, or in the 'withDependencies' closure \
      of a store, or give the key a 'testValue' for all tests.
      """)
  }

  /// Reports a read of a key's own property, whose location is unknown.
  static func reportMissingTestValue(of key: any Any.Type, value: any Any.Type) {
    reportIssue(
      """
      A dependency has no test implementation, but was accessed from a test context:

        Key:
          \(sourceName(of: key))
        Value:
          \(sourceName(of: value))

      '\(sourceName(of: key)).testValue' is the dependency's preview or live value, which a test may \
      not use by accident. Give the key a 'testValue' of its own, or use another value here.
      """)
  }

  private func reportMissingLiveValue() {
    site.report(
      """
      \(name) has no live implementation, but was accessed from a live context:

      \(details)

      Conform the key to 'DependencyKey' and link the module that does so, or override the \
      dependency. The test value is used instead.
      """)
  }

  func reportUnknownTest() {
    site.report(
      """
      \(name) was accessed in a test process, but outside of any test:

      \(details)

      A detached task, a dispatch queue and a callback do not know the test that started them. \
      Wrap the code that starts the work in 'withEscapedDependencies', and the work itself in \
      'yield' of what it hands you, so that the dependencies of the test go along.
      """)
  }

  func reportUnusedPreparation(isOverridden: Bool) {
    site.report(
      """
      \(name) \(isOverridden ? "is overridden here" : "was accessed or prepared before"), so it \
      cannot be prepared any more:

      \(details)

      Call 'prepareDependencies' once, first thing in the process. To change a dependency for \
      some of the work, use 'withDependencies'.
      """)
  }

  func reportCycle(_ names: [String]) {
    site.report(Self.cycleMessage(names))
  }

  static func cycleMessage(_ names: [String]) -> String {
    """
    The default values of these dependencies need one another, so none can be made:

      \(names.joined(separator: " → "))

    Break the cycle: read one of them later, inside a closure or a method, or override it.
    """
  }
}
