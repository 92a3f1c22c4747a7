import ConcurrencyExtras
import Styleguide

/// A text's lines as UTF-8 ranges. Spaces may extend past the edge.
public struct Wrapping: Equatable, Sendable {
  public let lines: [Range<Int>]

  public init(_ text: String, width: Int) {
    var text = text
    lines = text.withUTF8 { bytes in
      var breaker = LineBreaker(width: max(1, width))
      if bytes.allSatisfy({ $0 < 0x7f && ($0 >= 0x20 || $0 == 0x0a) }) {
        for (offset, byte) in bytes.enumerated() {
          breaker.add(LineBreaker.kind(ascii: byte), columns: 1, at: offset..<offset + 1)
        }
      } else {
        var offset = 0
        for character in String(decoding: bytes, as: UTF8.self) {
          let count = character.utf8.count
          breaker.add(
            LineBreaker.kind(character),
            columns: character.isASCII && count == 1 ? 1 : character.columns,
            at: offset..<offset + count)
          offset += count
        }
      }
      return breaker.finish(at: bytes.count)
    }
  }

  public func line(of offset: Int) -> Int {
    max(0, lines.partitioningIndex { $0.lowerBound > offset } - 1)
  }

  func firstLine(following offset: Int, of height: Int) -> Int {
    max(0, min(line(of: offset) - height / 3, lines.count - height))
  }

  /// Each frame wraps a text twice, and often only its highlights change.
  static func cached(_ text: String, width: Int) -> Wrapping {
    if let known = recent.withLock({ $0.first { $0.width == width && $0.text == text } }) {
      return known.wrapping
    }
    let wrapping = Wrapping(text, width: width)
    // Shorter texts wrap faster than they are found.
    guard text.utf8.count > 200
    else { return wrapping }
    recent.withLock {
      if $0.count >= 8 { $0.removeFirst() }
      $0.append((text, width, wrapping))
    }
    return wrapping
  }

  private static let recent = LockIsolated<[(text: String, width: Int, wrapping: Wrapping)]>([])
}

private struct LineBreaker {
  enum Kind {
    case hyphen, newline, other, space, wide
  }

  let width: Int
  private var lines: [Range<Int>] = []
  private var start = 0
  private var used = 0
  private var opportunity: (offset: Int, columnsBefore: Int)?

  init(width: Int) {
    self.width = width
  }

  static func kind(ascii byte: UInt8) -> Kind {
    switch byte {
    case 0x20: .space
    case 0x0a: .newline
    case 0x2d: .hyphen
    default: .other
    }
  }

  static func kind(_ character: Character) -> Kind {
    let scalars = character.unicodeScalars
    guard let first = scalars.first
    else { return .other }
    switch first.value {
    case 0x0a...0x0d, 0x85, 0x2028, 0x2029: return .newline
    // A no-break space, or a space that carries an accent, is not a break.
    case 0x20, 0x09, 0x200b:
      return scalars.index(after: scalars.startIndex) == scalars.endIndex ? .space : .other
    case 0x2d, 0x2010, 0x2013, 0x2014: return .hyphen
    case ..<0x1100: return .other
    default: return character.columns == 2 ? .wide : .other
    }
  }

  mutating func add(_ kind: Kind, columns: Int, at range: Range<Int>) {
    switch kind {
    case .newline:
      lines.append(start..<range.lowerBound)
      (start, used, opportunity) = (range.upperBound, 0, nil)
      return
    case .space:
      used += columns
      opportunity = (range.upperBound, used)
      return
    case .wide where used > 0:
      opportunity = (range.lowerBound, used)
    default:
      break
    }
    if used + columns > width, used > 0 {
      let (end, before) = opportunity ?? (range.lowerBound, used)
      lines.append(start..<end)
      (start, used, opportunity) = (end, used - before, nil)
      if used + columns > width, used > 0 {
        lines.append(start..<range.lowerBound)
        (start, used) = (range.lowerBound, 0)
      }
    }
    used += columns
    if kind == .hyphen || kind == .wide { opportunity = (range.upperBound, used) }
  }

  mutating func finish(at end: Int) -> [Range<Int>] {
    lines.append(start..<end)
    return lines
  }
}
