public import TerminalUI

extension View {
  public func sheetWidth() -> some View { frame(minWidth: 34, maxWidth: 58) }
}
