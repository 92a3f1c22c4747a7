extension Reference {
  /// Points all copies of a property to another reference.
  func replace(with reference: Reference) {
    let old = current
    guard reference !== old
    else { return }
    // The new reference must not lead back to the property, or both would leak.
    setReplacement(reference.detached)
    old.notifyOfReplacement()
  }

  /// Notifies the observers of the value, or of a part of it, that another reference now provides
  /// it.
  private func notifyOfReplacement() {
    guard let observers = core.observersIfAny
    else { return }
    let status = SharedStatus.Part.allCases.map { [PathStep(status: $0)] }
    let tokens =
      observers.tokens(below: path.map(\.step))
      + status.flatMap { observers.tokens(at: $0) }
    observers.tell(core: core, tokens)
  }
}
