public import Styleguide

/// Encodes the difference of frames as one synchronized update (mode 2026): none is half-drawn.
public struct Renderer: Sendable {
  private var sgr: SGR
  private let isUTF8: Bool
  private var lastFrame: Frame?
  private var output: [UInt8] = []
  private var position: Point?

  public init(depth: ColorDepth = .palette, theme: Theme = .dark, isUTF8: Bool = true) {
    self.sgr = SGR(depth: depth, theme: theme)
    self.isUTF8 = isUTF8
  }

  /// After a change, the next frame is drawn in full.
  public mutating func setColors(depth: ColorDepth, theme: Theme) {
    guard depth != sgr.depth || theme != sgr.theme
    else { return }
    sgr = SGR(depth: depth, theme: theme)
    lastFrame = nil
  }

  /// Makes the next frame draw in full, after something else may have drawn on the terminal.
  public mutating func invalidate() {
    lastFrame = nil
  }

  public mutating func render(_ frame: Frame) -> [UInt8] {
    output.removeAll(keepingCapacity: true)
    let isNew = lastFrame == nil || lastFrame?.size != frame.size
    let before: Frame
    if let lastFrame, !isNew { before = lastFrame } else { before = Frame(size: frame.size) }
    position = nil
    if isNew {
      sgr.reset(into: &output)
      control("2J")
    }
    for y in 0..<frame.size.height { renderRow(y, frame, before) }
    let hasDrawn = !output.isEmpty
    if sgr.current != .plain { sgr.reset(into: &output) }
    renderCursor(frame.cursor, before: isNew ? nil : before.cursor, hasDrawn: hasDrawn)
    lastFrame = frame
    guard !output.isEmpty
    else { return [] }
    var update = Self.begin
    if hasDrawn, isNew || before.cursor != nil { update += Self.hideCursor }
    update += output
    update += Self.end
    return update
  }

  private static let begin = Array("\u{1b}[?2026h".utf8)
  private static let end = Array("\u{1b}[?2026l".utf8)
  private static let hideCursor = Array("\u{1b}[?25l".utf8)
  private static let showCursor = Array("\u{1b}[?25h".utf8)

  private mutating func renderCursor(_ cursor: Point?, before: Point?, hasDrawn: Bool) {
    if let cursor {
      guard hasDrawn || cursor != before
      else { return }
      move(to: cursor)
      if hasDrawn || before == nil { output += Self.showCursor }
    } else if before != nil, !hasDrawn {
      output += Self.hideCursor
    }
  }

  private mutating func renderRow(_ y: Int, _ frame: Frame, _ before: Frame) {
    let width = frame.size.width
    let start = y * width
    func isSame(_ x: Int) -> Bool {
      frame.isEqual(frame.cells[start + x], to: before.cells[start + x], in: before)
    }
    guard var x = (0..<width).first(where: { !isSame($0) })
    else { return }
    var last = width - 1
    while isSame(last) { last -= 1 }
    var blank = width
    while blank > 0, frame.cells[start + blank - 1] == .blank { blank -= 1 }
    // Some terminals draw the parts of a cluster side by side, over the cells that follow it.
    var overdrawn = 0
    while x <= last {
      if x >= blank, last - x >= 3 {
        move(to: Point(x: x, y: y))
        sgr.set(.plain, into: &output)
        control("K")
        return
      }
      if x >= overdrawn, isSame(x) {
        let next = (x...last).first { !isSame($0) } ?? last
        let isShort =
          next - x <= 3
          && (x..<next).allSatisfy {
            let cell = frame.cells[start + $0]
            return cell.style == sgr.current && cell.symbol < 0x7f && cell.width == 1
          }
        if !isShort {
          x = next
          continue
        }
      }
      let cell = frame.cells[start + x]
      if cell.width > 0 { put(cell, at: Point(x: x, y: y), of: frame) }
      if cell.isCluster {
        overdrawn = max(overdrawn, min(width, x + frame.character(of: cell).columnsOfParts))
        last = max(last, overdrawn - 1)
      }
      x += 1
    }
  }

  private mutating func put(_ cell: Cell, at point: Point, of frame: Frame) {
    move(to: point)
    sgr.set(cell.style, into: &output)
    let width = Int(cell.width)
    if cell.symbol < 0x80 {
      output.append(UInt8(truncatingIfNeeded: cell.symbol))
    } else if !isUTF8 {
      output.append(contentsOf: repeatElement(UInt8(ascii: "?"), count: width))
    } else if cell.isCluster || cell.symbol >= 0x1f000 {
      // Terminals disagree on these widths: blank both cells, and set the position afterwards.
      output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: width))
      position = nil
      move(to: point)
      output.append(contentsOf: frame.character(of: cell).utf8)
      position = nil
      return
    } else {
      output.append(contentsOf: frame.character(of: cell).utf8)
    }
    let next = point.x + width
    // Terminals also differ past the last column.
    position = next < frame.size.width ? Point(x: next, y: point.y) : nil
  }

  private mutating func move(to point: Point) {
    defer { position = point }
    if position == point { return }
    if let position, position.y == point.y, position.x < point.x {
      let distance = point.x - position.x
      control(distance == 1 ? "C" : "\(distance)C")
    } else if point.x == 0 {
      control(point.y == 0 ? "H" : "\(point.y + 1)H")
    } else {
      control("\(point.y + 1);\(point.x + 1)H")
    }
  }

  private mutating func control(_ sequence: String) {
    output.append(0x1b)
    output.append(0x5b)
    output.append(contentsOf: sequence.utf8)
  }
}
