/// A type that a dump shows as one piece of text.
///
/// Conform a type whose stored properties are not informative:
///
/// ```swift
/// extension Pitch: CustomDumpStringConvertible {
///   var customDumpDescription: String { "Pitch(\(hertz) Hz)" }
/// }
/// ```
///
/// The first of three customizations to be used, before ``CustomDumpRepresentable``, then
/// ``CustomDumpReflectable``.
public protocol CustomDumpStringConvertible {
  /// The text for this value. It may have several lines.
  var customDumpDescription: String { get }
}
