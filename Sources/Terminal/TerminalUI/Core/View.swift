/// Something that can be drawn on a terminal.
///
/// Views are values: they are made again for each frame, and keep no state.
/// A view is asked for its widths first, then for its heights at the width it gets, and then draws
/// itself into the space it is given, which may be less than it asked for.
///
/// Most views are made of others: conform to ``Component`` for those.
public protocol View {
  /// How many columns the view can use.
  var widths: SizeRange { get }

  /// How many rows the view can use when it has so many columns.
  func heights(width: Int) -> SizeRange

  /// Draws the view. The canvas has the size that the view is given.
  func draw(in canvas: inout Canvas)
}

/// A view that is made of others.
///
/// ```swift
/// struct Row: Component {
///   let title: String
///   let time: String
///
///   var body: some View {
///     HStack(spacing: 1) {
///       Text(title)
///       Spacer()
///       Text(time).foreground(.faint)
///     }
///   }
/// }
/// ```
public protocol Component: View {
  associatedtype Body: View

  /// What the view is made of.
  var body: Body { get }
}

extension Component {
  public var widths: SizeRange { body.widths }
  public func heights(width: Int) -> SizeRange { body.heights(width: width) }
  public func draw(in canvas: inout Canvas) { body.draw(in: &canvas) }
}

/// Builds a list of views from views that are written one after another.
@resultBuilder
public enum ViewBuilder {
  public static func buildExpression(_ view: any View) -> [any View] { [view] }
  public static func buildExpression(_ views: [any View]) -> [any View] { views }
  public static func buildBlock(_ views: [any View]...) -> [any View] { views.flatMap { $0 } }
  public static func buildOptional(_ views: [any View]?) -> [any View] { views ?? [] }
  public static func buildEither(first views: [any View]) -> [any View] { views }
  public static func buildEither(second views: [any View]) -> [any View] { views }
  public static func buildArray(_ views: [[any View]]) -> [any View] { views.flatMap { $0 } }
  public static func buildLimitedAvailability(_ views: [any View]) -> [any View] { views }
}
