import Styleguide
import Testing
import TerminalUI

/// A terminal as the standards describe it, as far as the renderer uses it. It reads bytes, not
/// frames. Invalid output of the renderer is recorded as a complaint.
struct TerminalModel {
  private(set) var size: Size
  private(set) var complaints: [String] = []
  private(set) var isCursorVisible = false
  private(set) var cursor = Point(x: 0, y: 0)
  /// The columns of emoji and other clusters: terminals disagree.
  var clusterColumns: Int?
  /// Whether the parts of a cluster are drawn as characters of their own.
  var splitsClusters = false

  private struct Cell: Equatable {
    var text: Character = " "
    var style = Style.plain
    /// The right half of a wide character.
    var isRest = false
  }

  private var cells: [Cell]
  private var style = Style.plain
  private var isInUpdate = false

  init(size: Size) {
    self.size = size
    cells = Array(repeating: Cell(), count: size.width * size.height)
  }

  mutating func resize(to size: Size) {
    // The terminal's content is undefined then: garbage.
    self.size = size
    cursor = Point(x: 0, y: 0)
    cells = Array(repeating: Cell(text: "@"), count: size.width * size.height)
  }

  var text: String {
    (0..<size.height).map { y in
      let row = cells[y * size.width..<(y + 1) * size.width].filter { !$0.isRest }.map(\.text)
      return String(String(row).reversed().drop { $0 == " " }.reversed())
    }
    .joined(separator: "\n")
  }

  func style(x: Int, y: Int) -> Style { cells[y * size.width + x].style }

  mutating func write(_ bytes: [UInt8]) {
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    while let character = rest.first {
      if rest.hasPrefix("\u{1b}[") {
        rest = rest.dropFirst(2)
        let end = rest.firstIndex { ("@"..."~").contains($0) } ?? rest.endIndex
        let parameters = String(rest[..<end])
        guard end < rest.endIndex
        else {
          complaints.append("cut off: \(parameters)")
          return
        }
        control(rest[end], parameters)
        rest = rest[rest.index(after: end)...]
      } else {
        print(character)
        rest = rest.dropFirst()
      }
    }
    if isInUpdate { complaints.append("an update was not ended") }
  }

  private mutating func control(_ final: Character, _ parameters: String) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    let first = numbers.first ?? 0
    switch final {
    case "H":
      cursor.y = max(1, first) - 1
      cursor.x = (numbers.count > 1 ? max(1, numbers[1]) : 1) - 1
    case "C": cursor.x += max(1, first)
    case "J" where first == 2: cells = Array(repeating: Cell(), count: cells.count)
    case "K" where parameters.isEmpty:
      for x in cursor.x..<size.width { set(Cell(style: style), x: x) }
    case "m": select(numbers)
    case "h" where parameters == "?2026": isInUpdate = true
    case "l" where parameters == "?2026": isInUpdate = false
    case "h" where parameters == "?25": isCursorVisible = true
    case "l" where parameters == "?25": isCursorVisible = false
    default: complaints.append("unknown: \(parameters)\(final)")
    }
    if !(0..<max(1, size.width)).contains(cursor.x) || !(0..<max(1, size.height)).contains(cursor.y)
    {
      complaints.append("out of the screen: \(cursor)")
      cursor = Point(x: 0, y: 0)
    }
    if !isInUpdate, !parameters.hasPrefix("?2026") { complaints.append("outside of an update") }
  }

  private mutating func print(_ character: Character) {
    if character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      complaints.append("a control character: \(character.unicodeScalars.map(\.value))")
      return
    }
    let isCluster = character.unicodeScalars.count > 1
    if isCluster, splitsClusters {
      for part in character.unicodeScalars where part.columns > 0 { print(Character(part)) }
      return
    }
    let columns = isCluster ? clusterColumns ?? character.columns : character.columns
    guard cursor.x + columns <= size.width
    else {
      // Wrapping is off, but the result at the edge then depends on the terminal.
      if clusterColumns == nil { complaints.append("beyond the edge: \(character) at \(cursor)") }
      cursor.x = size.width - 1
      return set(Cell(text: character, style: style), x: cursor.x)
    }
    set(Cell(text: character, style: style), x: cursor.x)
    for x in cursor.x + 1..<max(cursor.x + 1, cursor.x + columns) {
      set(Cell(text: " ", style: style, isRest: true), x: x)
    }
    // After the last column the place of the cursor differs between terminals: make it wrong.
    cursor.x += columns
    if cursor.x >= size.width { cursor.x = size.width - 1 }
  }

  private mutating func set(_ cell: Cell, x: Int) {
    let index = cursor.y * size.width + x
    if !cell.isRest, cells[index].isRest, x > 0, !cells[index - 1].isRest {
      cells[index - 1].text = " "
    }
    if x + 1 < size.width, cells[index + 1].isRest, !cells[index].isRest {
      cells[index + 1].isRest = false
    }
    cells[index] = cell
  }

  private mutating func select(_ numbers: [Int]) {
    var index = 0
    func color() -> Color {
      defer { index += numbers[index + 1] == 5 ? 2 : 4 }
      return numbers[index + 1] == 5
        ? .palette(UInt8(numbers[index + 2]))
        : .rgb(
          UInt8(numbers[index + 2]), UInt8(numbers[index + 3]), UInt8(numbers[index + 4]))
    }
    while index < numbers.count {
      switch numbers[index] {
      case 0: style = .plain
      case 1: style.attributes.insert(.bold)
      case 2: style.attributes.insert(.dim)
      case 3: style.attributes.insert(.italic)
      case 4: style.attributes.insert(.underline)
      case 7: style.attributes.insert(.reverse)
      case 9: style.attributes.insert(.strikethrough)
      case let code where (30...37).contains(code): style.foreground = .palette(UInt8(code - 30))
      case 38: style.foreground = color()
      case 39: style.foreground = .standard
      case let code where (40...47).contains(code): style.background = .palette(UInt8(code - 40))
      case 48: style.background = color()
      case 49: style.background = .standard
      case let code where (90...97).contains(code): style.foreground = .palette(UInt8(code - 82))
      case let code where (100...107).contains(code): style.background = .palette(UInt8(code - 92))
      case let code: complaints.append("unknown style \(code)")
      }
      index += 1
    }
  }
}
