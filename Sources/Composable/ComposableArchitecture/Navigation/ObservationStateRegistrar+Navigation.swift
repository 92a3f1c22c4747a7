extension ObservationStateRegistrar {
  // MARK: - Presentations

  /// Assigns a presented child's state. Another child is a change.
  public func set<State: ObservableState>(
    _ index: Int, _ member: inout PresentationState<State>, _ newValue: PresentationState<State>
  ) {
    let isSame = member.identity == newValue.identity
    member = newValue
    if !isSame { extent.notify(index) }
  }

  /// Assigns a presented child's state. Another child is a change.
  public func set<State: ObservableState & Equatable>(
    _ index: Int, _ member: inout PresentationState<State>, _ newValue: PresentationState<State>
  ) {
    let isSame = member.identity == newValue.identity
    member = newValue
    if !isSame { extent.notify(index) }
  }

  /// A presented child's state is about to be changed in place.
  public func willModify<State: ObservableState>(
    _ index: Int, _ member: inout PresentationState<State>
  ) -> ObservableStateID {
    member.wrappedValue?._$willModify()
    return member.identity
  }

  /// A presented child's state has been changed in place.
  public func didModify<State: ObservableState>(
    _ index: Int, _ member: inout PresentationState<State>, _ identity: ObservableStateID
  ) {
    if member.identity != identity { extent.notify(index) }
  }

  // MARK: - Stacks

  /// Assigns a stack. Other elements, or others in their order, are a change.
  public func set<Element: ObservableState>(
    _ index: Int, _ member: inout StackState<Element>, _ newValue: StackState<Element>
  ) {
    let isSame = member.version == newValue.version
    member = newValue
    if !isSame { extent.notify(index) }
  }

  /// Assigns a stack. Other elements, or others in their order, are a change.
  public func set<Element: ObservableState & Equatable>(
    _ index: Int, _ member: inout StackState<Element>, _ newValue: StackState<Element>
  ) {
    let isSame = member.version == newValue.version
    member = newValue
    if !isSame { extent.notify(index) }
  }

  /// A stack is about to be changed in place.
  public func willModify<Element: ObservableState>(
    _ index: Int, _ member: inout StackState<Element>
  ) -> ObservableStateID {
    member.version
  }

  /// A stack has been changed in place.
  public func didModify<Element: ObservableState>(
    _ index: Int, _ member: inout StackState<Element>, _ identity: ObservableStateID
  ) {
    if member.version != identity { extent.notify(index) }
  }
}

extension PresentationState where State: ObservableState {
  var identity: ObservableStateID { box?.state?._$id ?? ._$inert }
}
