/// A type that chooses which children a dump shows.
///
/// ```swift
/// extension Session: CustomDumpReflectable {
///   var customDumpMirror: Mirror {
///     Mirror(self, children: ["user": user, "token": Redacted()], displayStyle: .struct)
///   }
/// }
/// ```
///
/// The mirror's display style decides how the children are laid out. A mirror without one is laid
/// out as a structure.
public protocol CustomDumpReflectable {
  /// The children that are shown for this value.
  var customDumpMirror: Mirror { get }
}

extension Mirror {
  /// The mirror for the dump of a value: its ``CustomDumpReflectable`` mirror if it has one, and
  /// the usual mirror otherwise.
  public init(customDumpReflecting subject: Any) {
    self =
      (subject as? any CustomDumpReflectable)?.customDumpMirror ?? Mirror(reflecting: subject)
  }
}
