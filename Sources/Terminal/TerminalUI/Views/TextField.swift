import Styleguide

public struct TextField: LineView {
  private let state: TextFieldState
  private let placeholder: String
  private let isFocused: Bool

  public init(_ state: TextFieldState, placeholder: String = "", isFocused: Bool = true) {
    self.state = state
    self.placeholder = placeholder.printable
    self.isFocused = isFocused
  }

  public var widths: SizeRange { .flexible(minimum: 2, ideal: 20) }

  public func draw(in canvas: inout Canvas) {
    let width = canvas.size.width
    if state.text.isEmpty {
      let shown = placeholder.truncated(toColumns: width, ellipsis: canvas.glyphs.ellipsis)
      canvas.put(shown, x: 0, y: 0, style: .role(.faint))
      if isFocused { canvas.setCursor(x: 0, y: 0) }
      return
    }
    let text = state.text
    let place = text.index(text.startIndex, offsetBy: state.cursor)
    let before = text[..<place].columns
    let offset = scrolled(before: before, width: width, total: before + text[place...].columns)
    var column = -offset
    for character in text {
      let columns = character.columns
      if column + columns > 0, column < width { canvas.put(character, x: column, y: 0) }
      column += columns
      if column >= width { break }
    }
    if offset > 0 { canvas.put(canvas.glyphs.arrows.left, x: 0, y: 0, style: .role(.faint)) }
    if column > width || (column == width && offset + width < before + text[place...].columns) {
      canvas.put(canvas.glyphs.arrows.right, x: width - 1, y: 0, style: .role(.faint))
    }
    if isFocused { canvas.setCursor(x: before - offset, y: 0) }
  }

  /// Depends only on the cursor and moves by half a width, so that most keys do not shift the text.
  private func scrolled(before: Int, width: Int, total: Int) -> Int {
    guard total >= width
    else { return 0 }
    let step = max(1, width / 2)
    return max(0, before / step - 1) * step
  }
}
