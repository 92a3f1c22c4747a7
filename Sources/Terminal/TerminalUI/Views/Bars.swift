public import Styleguide

public struct Progress: LineView {
  private let fraction: Double
  private let role: Color.Role

  public init(_ fraction: Double, role: Color.Role = .accent) {
    self.fraction = fraction.isNaN ? 0 : min(1, max(0, fraction))
    self.role = role
  }

  public var widths: SizeRange { .flexible(minimum: 1, ideal: 10) }

  public func draw(in canvas: inout Canvas) {
    let glyphs = canvas.glyphs
    let eighths = Int((fraction * Double(canvas.size.width) * 8).rounded(.down))
    for x in 0..<canvas.size.width {
      let part = min(8, eighths - x * 8)
      if part > 0 {
        canvas.put(glyphs.progress[part - 1], x: x, y: 0, style: .role(role))
      } else {
        canvas.put(glyphs.progressRest, x: x, y: 0, style: .role(.faint))
      }
    }
  }
}

public struct WaveformView: View {
  public struct Column: Hashable, Sendable {
    public let fraction: Double
  }

  private let waveform: Waveform
  private let played: Double
  private let height: Int

  public init(_ waveform: Waveform, played: Double = 0, height: Int = 1) {
    self.waveform = waveform
    self.played = played.isNaN ? 0 : min(1, max(0, played))
    self.height = max(1, height)
  }

  public var widths: SizeRange { .flexible(minimum: 1, ideal: 20) }
  public func heights(width: Int) -> SizeRange {
    SizeRange(minimum: 1, ideal: height, maximum: height)
  }

  public func draw(in canvas: inout Canvas) {
    let (width, height) = (canvas.size.width, canvas.size.height)
    let split = Int((played * Double(width)).rounded())
    for (y, line) in waveform.lines(width: width, height: height, glyphs: canvas.glyphs)
      .enumerated()
    {
      canvas.put(line.prefix(split), x: 0, y: y, style: .role(.accent))
      canvas.put(line.dropFirst(split), x: split, y: y, style: .role(.faint))
    }
    for x in 0..<width {
      canvas.within(Rect(x: x, y: 0, width: 1, height: height)) {
        $0.mark(Column(fraction: Double(x) / Double(width)))
      }
    }
  }
}
