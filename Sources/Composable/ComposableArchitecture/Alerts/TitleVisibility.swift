/// Whether a dialog shows its title.
public enum TitleVisibility: Hashable, Sendable {
  /// The view that shows the dialog decides.
  case automatic

  /// The title is not shown. A screen reader still reads it.
  case hidden

  /// The title is shown.
  case visible
}
