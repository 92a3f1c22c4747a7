/// A type that a dump shows as one piece of text.
///
/// Conform a type whose stored properties tell a reader nothing:
///
/// ```swift
/// extension Pitch: CustomDumpStringConvertible {
///   var customDumpDescription: String { "Pitch(\(hertz) Hz)" }
/// }
/// ```
///
/// Of the three customisations this one is asked first, then ``CustomDumpRepresentable``, then
/// ``CustomDumpReflectable``.
public protocol CustomDumpStringConvertible {
  /// The text that stands for this value. It may have several lines.
  var customDumpDescription: String { get }
}
