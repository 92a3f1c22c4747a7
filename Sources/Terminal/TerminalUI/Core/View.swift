/// A stateless view. Layout asks for widths, then heights. The canvas may be smaller than asked.
public protocol View {
  var widths: SizeRange { get }

  func heights(width: Int) -> SizeRange

  func draw(in canvas: inout Canvas)
}

public protocol LineView: View {}

extension LineView {
  public func heights(width: Int) -> SizeRange { .fixed(1) }
}

public protocol Component: View {
  associatedtype Body: View

  var body: Body { get }
}

extension Component {
  public var widths: SizeRange { body.widths }
  public func heights(width: Int) -> SizeRange { body.heights(width: width) }
  public func draw(in canvas: inout Canvas) { body.draw(in: &canvas) }
}

@resultBuilder
public enum ViewBuilder {
  public static func buildExpression(_ view: any View) -> [any View] { [view] }
  public static func buildExpression(_ views: [any View]) -> [any View] { views }
  public static func buildBlock(_ views: [any View]...) -> [any View] { views.flatMap { $0 } }
  public static func buildOptional(_ views: [any View]?) -> [any View] { views ?? [] }
  public static func buildEither(first views: [any View]) -> [any View] { views }
  public static func buildEither(second views: [any View]) -> [any View] { views }
  public static func buildArray(_ views: [[any View]]) -> [any View] { views.flatMap { $0 } }
}
