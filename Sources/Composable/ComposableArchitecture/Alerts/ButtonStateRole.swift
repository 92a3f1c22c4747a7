/// The role of a button in an alert or a dialog, if it has one.
public enum ButtonStateRole: Hashable, Sendable {
  /// Closes the dialog without changing anything.
  case cancel

  /// It deletes or discards something.
  case destructive
}
