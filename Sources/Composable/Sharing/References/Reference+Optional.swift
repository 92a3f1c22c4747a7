extension Reference {
  /// What an optional holds. Only whether there is something is noted as read.
  func presentValue<Wrapped>() -> Wrapped? where Value == Wrapped? {
    core.noteRead {
      path + [TypedProjection(ReadOnlyProjection<Wrapped?, Bool>(keyPath: \.isPresent))]
    }
    return currentValue
  }
}

extension Optional {
  fileprivate var isPresent: Bool { self != nil }
}
