public import TerminalUI

extension View {
  /// The view with the width that the sheets of all features have, where there is room.
  public func sheetWidth() -> some View { frame(minWidth: 34, maxWidth: 58) }
}
