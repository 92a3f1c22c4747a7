import Styleguide

public struct StatusSign: LineView {
  public enum Status: Sendable {
    case good, remark, unknown, wrong
  }

  public static let nameColumns = 14

  private let status: Status

  public init(_ status: Status) {
    self.status = status
  }

  public var widths: SizeRange { .fixed(1) }

  public func draw(in canvas: inout Canvas) {
    let (sign, role): (Character, Color.Role) =
      switch status {
      case .good: (canvas.glyphs.bullet, .good)
      case .remark: ("!", .warning)
      case .unknown: (canvas.glyphs.ellipsis, .faint)
      case .wrong: (canvas.glyphs.cross, .wrong)
      }
    canvas.put(sign, x: 0, y: 0, style: .role(role))
  }
}
