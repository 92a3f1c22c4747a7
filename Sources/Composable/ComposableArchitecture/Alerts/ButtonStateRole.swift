/// What a button of an alert or a dialog is for, where that is something special.
public enum ButtonStateRole: Hashable, Sendable {
  /// It leaves everything as it is.
  case cancel

  /// It deletes or discards something.
  case destructive
}
