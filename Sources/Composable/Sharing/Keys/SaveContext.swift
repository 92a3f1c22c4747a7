/// The reason for a save.
public enum SaveContext: Hashable, Sendable {
  /// The value was changed. The key may wait for further changes before it stores them all.
  case didSet

  /// A caller of `save()` waits until the value is stored.
  case userInitiated
}
