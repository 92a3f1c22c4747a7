/// A type that a dump shows as if it were another value.
///
/// A type that only wraps another can let the wrapped value be shown in its place:
///
/// ```swift
/// extension Boxed: CustomDumpRepresentable {
///   var customDumpValue: Any { wrapped }
/// }
/// ```
public protocol CustomDumpRepresentable {
  /// The value that is shown in place of this one.
  var customDumpValue: Any { get }
}

extension CustomDumpRepresentable where Self: RawRepresentable {
  /// The raw value.
  public var customDumpValue: Any { rawValue }
}
