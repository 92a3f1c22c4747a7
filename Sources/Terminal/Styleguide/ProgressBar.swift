public struct ProgressBar: Equatable, Sendable {
  public let fraction: Double
  public let width: Int

  public init(fraction: Double, width: Int) {
    self.fraction = fraction.isNaN ? 0 : min(1, max(0, fraction))
    self.width = max(0, width)
  }

  public var text: String {
    let eighths = Int((fraction * Double(width) * 8).rounded(.down))
    let full = String(repeating: "█", count: eighths / 8)
    let part = eighths % 8 == 0 ? "" : String(Self.parts[eighths % 8 - 1])
    let used = full.count + part.count
    return full + part + String(repeating: "░", count: width - used)
  }

  private static let parts = Array("▏▎▍▌▋▊▉")
}
