public import CasePaths
import IssueReporting

/// State of an optional child: the storage behind `@Presents`.
///
/// In observable state, write `@Presents var destination: Destination.State?`. This type is then
/// only visible as `$destination`, whose key path `ifLet` takes. In other state, use it as a
/// property wrapper.
///
/// The child's state is stored in a box, so that a feature can present itself and large state does
/// not enlarge its parents. Copies share the box until one of them changes.
@propertyWrapper
public struct PresentationState<State> {
  @usableFromInline
  final class ChildBox {
    // While it is reduced, others may read the store that it is in.
    @exclusivity(unchecked) @usableFromInline var state: State?

    @usableFromInline
    init(_ state: State?) {
      self.state = state
    }
  }

  @usableFromInline var box: ChildBox?

  /// The child when its reducer last ran. Not part of the value.
  @usableFromInline var presented: PresentedChild?

  /// Holds the state of a child, or none.
  public init(wrappedValue: State?) {
    box = wrappedValue.map { ChildBox($0) }
  }

  /// The child's state, `nil` while it is not presented. Changes happen in place.
  @inlinable
  public var wrappedValue: State? {
    _read {
      if let box {
        yield box.state
      } else {
        yield nil
      }
    }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = ChildBox(box?.state) }
      defer { if box?.state == nil { box = nil } }
      yield &box.unsafelyUnwrapped.state
    }
  }

  /// The presentation itself.
  public var projectedValue: Self {
    get { self }
    _modify { yield &self }
  }

  /// The value of a case of the child's state, or `nil` without a child or in another case.
  ///
  /// Assigning `nil` removes the child. To change a child that is in another case, or is not there,
  /// is reported as an issue, also in an optional chain, and changes nothing.
  public subscript<Value>(case path: CaseKeyPath<State, Value>) -> Value? {
    get { self[path: AnyCasePath(path)] }
    set { self[path: AnyCasePath(path)] = newValue }
    _modify { yield &self[path: AnyCasePath(path)] }
  }

  subscript<Value>(path path: AnyCasePath<State, Value>) -> Value? {
    get { wrappedValue.flatMap(path.extract(from:)) }
    set {
      guard self[path: path] != nil
      else { return reportCase(Value.self) }
      wrappedValue = newValue.map(path.embed)
    }
    _modify {
      var value = self[path: path]
      let wasThere = value != nil
      yield &value
      guard wasThere
      else { return reportCase(Value.self) }
      wrappedValue = value.map(path.embed)
    }
  }

  private func reportCase(_ value: Any.Type) {
    let child = wrappedValue.map { "the child is '\(describeCase($0))'" } ?? "there is no child"
    reportIssue(
      """
      Can't change the case of '\(sourceName(of: Self.self))' that holds a \
      '\(sourceName(of: value))': \(child), so nothing was changed.
      """)
  }

  /// Changes the child's state in place, if present.
  @inlinable
  mutating func withState<R>(_ body: (inout State) -> R) -> R? {
    guard box != nil
    else { return nil }
    if !isKnownUniquelyReferenced(&box) { copyBox() }
    return box?.withState(body)
  }

  /// Gives this copy its own box. A separate function, because the type of the copied value would
  /// be looked up even if nothing is copied.
  @usableFromInline @inline(never)
  mutating func copyBox() {
    box = ChildBox(box?.state)
  }
}

extension PresentationState {
  /// The identity of the current child.
  func identity(_ identify: ChildIdentifier<State>) -> ChildIdentity? {
    box?.withState { identify(&$0) }
  }

  /// Whether a child is the current one.
  @inlinable
  func shows(_ child: PresentedChild, _ identify: ChildIdentifier<State>) -> Bool {
    box?.withState { identify.isIdentity(child.identity, of: &$0) } ?? false
  }
}

extension PresentationState.ChildBox {
  /// Uses the state in place.
  @inlinable
  func withState<R>(_ body: (inout State) -> R) -> R? {
    guard state != nil
    else { return nil }
    return body(&state!)
  }
}
