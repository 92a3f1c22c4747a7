extension Unicode.Scalar {
  /// The width in a terminal: 0 for controls, 1, or 2. East Asian "ambiguous" characters have 1.
  public var columns: Int {
    if value < 0x300 { return value < 0x20 || (0x7f..<0xa0).contains(value) ? 0 : 1 }
    switch properties.generalCategory {
    case .control, .enclosingMark, .format, .nonspacingMark, .lineSeparator, .paragraphSeparator,
      .surrogate:
      return 0
    default:
      break
    }
    // Hangul vowels and final consonants join the syllable before them.
    if (0x1160...0x11ff).contains(value) || (0xd7b0...0xd7ff).contains(value) { return 0 }
    return value >= 0x1100 && isWide ? 2 : 1
  }

  private var isWide: Bool {
    if (0x4e00...0xa4c6).contains(value) { return true }
    var (low, high) = (0, wideRanges.count)
    while low < high {
      let middle = (low + high) / 2
      let range = wideRanges[middle]
      if range.contains(value) { return true }
      if value < range.lowerBound { high = middle } else { low = middle + 1 }
    }
    return false
  }
}

extension Character {
  public var columns: Int {
    let scalars = unicodeScalars
    guard let first = scalars.first
    else { return 0 }
    if scalars.index(after: scalars.startIndex) == scalars.endIndex { return first.columns }
    if isRegionalIndicator(first) { return 2 }
    var sum = 0
    for scalar in scalars {
      switch scalar.value {
      // Variation selector 16 requests the wide emoji form.
      case 0xfe0f: return 2
      case 0x1f3fb...0x1f3ff where sum > 0: break
      default: sum += scalar.columns
      }
    }
    return min(2, sum)
  }

  /// The columns in a terminal that draws the parts of an emoji side by side.
  public var columnsOfParts: Int {
    unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1f000 ? 2 : $1.columns) }
  }

  private func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1f1e6...0x1f1ff).contains(scalar.value)
  }
}

extension StringProtocol {
  public var columns: Int {
    var text = String(self)
    return text.withUTF8(asciiColumns) ?? text.simpleColumns ?? text.summedColumns
  }

  public func truncated(toColumns limit: Int, ellipsis: Character = "…") -> String {
    let text = String(self)
    if text.utf8.count <= limit || text.columns <= limit { return text }
    let room = limit - ellipsis.columns
    guard room >= 0
    else { return "" }
    var used = 0
    var end = text.startIndex
    while end < text.endIndex {
      used += text[end].columns
      guard used <= room
      else { break }
      end = text.index(after: end)
    }
    return text[..<end] + String(ellipsis)
  }
}

private func asciiColumns(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
  bytes.allSatisfy { (0x20...0x7e).contains($0) } ? bytes.count : nil
}

extension String {
  /// Handles text of single-scalar characters without searching for character boundaries.
  fileprivate var simpleColumns: Int? {
    var sum = 0
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x20..<0x7f, 0xa0..<0xad, 0xae..<0x300, 0x2010..<0x2028: sum += 1
      case 0x4e00..<0xa000, 0x3041..<0x3097, 0x30a1..<0x30fb, 0xac00..<0xd7a4: sum += 2
      default: return nil
      }
    }
    return sum
  }

  fileprivate var summedColumns: Int {
    var sum = 0
    for character in self { sum += character.columns }
    return sum
  }
}

/// Unicode's "wide" and "fullwidth" ranges, sorted and merged across unassigned code points.
private let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115f, 0x231a...0x231b, 0x2329...0x232a, 0x23e9...0x23ec, 0x23f0...0x23f0,
  0x23f3...0x23f3, 0x25fd...0x25fe, 0x2614...0x2615, 0x2648...0x2653, 0x267f...0x267f,
  0x2693...0x2693, 0x26a1...0x26a1, 0x26aa...0x26ab, 0x26bd...0x26be, 0x26c4...0x26c5,
  0x26ce...0x26ce, 0x26d4...0x26d4, 0x26ea...0x26ea, 0x26f2...0x26f3, 0x26f5...0x26f5,
  0x26fa...0x26fa, 0x26fd...0x26fd, 0x2705...0x2705, 0x270a...0x270b, 0x2728...0x2728,
  0x274c...0x274c, 0x274e...0x274e, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
  0x27b0...0x27b0, 0x27bf...0x27bf, 0x2b1b...0x2b1c, 0x2b50...0x2b50, 0x2b55...0x2b55,
  0x2e80...0x303e, 0x3041...0x3247, 0x3250...0x4dbf, 0x4e00...0xa4c6, 0xa960...0xa97c,
  0xac00...0xd7a3, 0xf900...0xfad9, 0xfe10...0xfe19, 0xfe30...0xfe6b, 0xff01...0xff60,
  0xffe0...0xffe6, 0x16fe0...0x1b2fb, 0x1f004...0x1f004, 0x1f0cf...0x1f0cf, 0x1f18e...0x1f18e,
  0x1f191...0x1f19a, 0x1f200...0x1f320, 0x1f32d...0x1f335, 0x1f337...0x1f37c, 0x1f37e...0x1f393,
  0x1f3a0...0x1f3ca, 0x1f3cf...0x1f3d3, 0x1f3e0...0x1f3f0, 0x1f3f4...0x1f3f4, 0x1f3f8...0x1f43e,
  0x1f440...0x1f440, 0x1f442...0x1f4fc, 0x1f4ff...0x1f53d, 0x1f54b...0x1f54e, 0x1f550...0x1f567,
  0x1f57a...0x1f57a, 0x1f595...0x1f596, 0x1f5a4...0x1f5a4, 0x1f5fb...0x1f64f, 0x1f680...0x1f6c5,
  0x1f6cc...0x1f6cc, 0x1f6d0...0x1f6d2, 0x1f6d5...0x1f6df, 0x1f6eb...0x1f6ec, 0x1f6f4...0x1f6fc,
  0x1f7e0...0x1f7f0, 0x1f90c...0x1f93a, 0x1f93c...0x1f945, 0x1f947...0x1f9ff, 0x1fa70...0x1faff,
  0x20000...0x3fffd,
]
