public struct Waveform: Equatable, Sendable {
  public let levels: [Float]

  public init(levels: [Float]) {
    self.levels = levels.map { $0.isNaN ? 0 : min(1, max(0, $0)) }
  }

  public func columns(_ count: Int) -> [Float] {
    guard count > 0, !levels.isEmpty
    else { return [] }
    return (0..<count).map { column in
      let start = column * levels.count / count
      let end = max(start + 1, (column + 1) * levels.count / count)
      return levels[start..<end].max() ?? 0
    }
  }

  public func lines(width: Int, height: Int, glyphs: Glyphs = .unicode) -> [String] {
    guard width > 0, height > 0
    else { return [] }
    let steps = glyphs.wave.count - 1
    let heights = columns(width).map { Int(($0 * Float(height * steps)).rounded()) }
    return (0..<height).map { row in
      let below = (height - 1 - row) * steps
      return String(heights.map { glyphs.wave[min(steps, max(0, $0 - below))] })
    }
  }
}
