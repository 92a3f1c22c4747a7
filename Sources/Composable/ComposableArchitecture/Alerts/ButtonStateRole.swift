/// The role of a button in an alert or a dialog, if it has one.
public enum ButtonStateRole: Hashable, Sendable {
  /// It leaves everything as it is.
  case cancel

  /// It deletes or discards something.
  case destructive
}
