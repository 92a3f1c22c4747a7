/// A bar that fills from left to right.
public struct ProgressBar: Equatable, Sendable {
  /// From 0 to 1.
  public let fraction: Double
  public let width: Int

  public init(fraction: Double, width: Int) {
    self.fraction = fraction.isNaN ? 0 : min(1, max(0, fraction))
    self.width = max(0, width)
  }

  /// Eighths of a cell, so that a narrow bar moves too.
  public var text: String {
    let eighths = Int((fraction * Double(width) * 8).rounded(.down))
    let full = String(repeating: "█", count: eighths / 8)
    let part = eighths % 8 == 0 ? "" : String(Self.parts[eighths % 8 - 1])
    let used = full.count + part.count
    return full + part + String(repeating: "░", count: width - used)
  }

  private static let parts = Array("▏▎▍▌▋▊▉")
}
