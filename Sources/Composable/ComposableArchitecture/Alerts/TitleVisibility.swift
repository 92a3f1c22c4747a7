/// Whether a dialog shows its title.
public enum TitleVisibility: Hashable, Sendable {
  /// Whoever shows the dialog decides.
  case automatic

  /// The title is not shown. It still names the dialog for those who have it read to them.
  case hidden

  /// The title is shown.
  case visible
}
