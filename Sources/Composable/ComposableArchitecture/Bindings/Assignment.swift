import IssueReporting

/// The effect of a binding action, without the type of the value.
class Assignment<Root> {
  let keyPath: PartialKeyPath<Root>

  fileprivate init(at keyPath: PartialKeyPath<Root>) {
    self.keyPath = keyPath
  }

  var anyValue: Any { preconditionFailure("Assignment is abstract") }

  func apply(to root: inout Root) { preconditionFailure("Assignment is abstract") }

  func isEqual(to other: Assignment) -> Bool { preconditionFailure("Assignment is abstract") }

  func pullback<NewRoot>(_ keyPath: WritableKeyPath<NewRoot, Root>) -> Assignment<NewRoot> {
    preconditionFailure("Assignment is abstract")
  }
}

class ValueAssignment<Root, Value: Equatable>: Assignment<Root> {
  private let property: WritableKeyPath<Root, Value>
  private let value: Value

  convenience init(_ keyPath: WritableKeyPath<Root, Value>, _ value: Value) {
    self.init(at: keyPath, keyPath, value)
  }

  /// - Parameters:
  ///   - keyPath: The key path in the action: of the property, or of its wrapper.
  ///   - property: The property.
  ///   - value: The new value.
  init(
    at keyPath: PartialKeyPath<Root>, _ property: WritableKeyPath<Root, Value>, _ value: Value
  ) {
    self.property = property
    self.value = value
    super.init(at: keyPath)
  }

  override var anyValue: Any { value }

  override func apply(to root: inout Root) {
    root[keyPath: property] = value
  }

  override func isEqual(to other: Assignment<Root>) -> Bool {
    guard let other = other as? ValueAssignment
    else { return false }
    return property == other.property && value == other.value
  }

  override func pullback<NewRoot>(
    _ keyPath: WritableKeyPath<NewRoot, Root>
  ) -> Assignment<NewRoot> {
    let property = keyPath.appending(path: property)
    let named = (keyPath as PartialKeyPath<NewRoot>).appending(path: self.keyPath)
    return ValueAssignment<NewRoot, Value>(at: named ?? property, property, value)
  }
}

/// An assignment that came through a store's property and is to be carried out.
final class WatchedAssignment<Root, Value: Equatable>: ValueAssignment<Root, Value> {
  private var isApplied = false

  override func apply(to root: inout Root) {
    isApplied = true
    super.apply(to: &root)
  }

  override func pullback<NewRoot>(
    _ keyPath: WritableKeyPath<NewRoot, Root>
  ) -> Assignment<NewRoot> {
    // The copy is responsible from here on.
    isApplied = true
    return super.pullback(keyPath)
  }

  deinit {
    guard !isApplied
    else { return }
    reportIssue(
      """
      A binding action sent from a store was not handled. …

        Property:
      \(describe(PropertyName(keyPath) ?? keyPath as Any))

      It kept its value. Put a 'BindingReducer()' into the body of the feature.
      """)
  }
}
