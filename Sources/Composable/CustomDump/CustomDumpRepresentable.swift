/// A type that a dump shows as if it were another value.
///
/// A type that only wraps another can show the wrapped value instead:
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
