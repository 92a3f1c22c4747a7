public import CasePaths

extension PresentationState {
  /// The value of a case of the child's state, or `nil` without a child or in another case.
  @available(*, deprecated, message: "Name the case by a key path: '[case: \\.edit]'.")
  public subscript<Value>(case path: AnyCasePath<State, Value>) -> Value? {
    get { self[path: path] }
    set { self[path: path] = newValue }
    _modify { yield &self[path: path] }
  }
}

extension StackState {
  /// The value of a case of the element with an id, or `nil` without one or in another case.
  @available(*, deprecated, message: "Name the case by a key path: '[id: id, case: \\.edit]'.")
  public subscript<Value>(
    id id: StackElementID, case path: AnyCasePath<Element, Value>
  ) -> Value? {
    get { self[id: id, path: path] }
    set { self[id: id, path: path] = newValue }
    _modify { yield &self[id: id, path: path] }
  }
}
