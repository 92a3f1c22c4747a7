extension Reference {
  /// The wrapped value of an optional. Only its presence is observed.
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
