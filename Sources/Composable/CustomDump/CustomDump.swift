/// Prints a value with everything in it on standard output.
///
/// ```swift
/// customDump(user)
/// // User(
/// //   favoriteNumbers: [
/// //     [0]: 42,
/// //     [1]: 1729
/// //   ],
/// //   id: 2,
/// //   name: "Blob"
/// // )
/// ```
///
/// The output resembles Swift: type names without module and generic arguments, enum cases with
/// labeled payloads, sets and dictionaries in a stable order. A repeated object is shown as `(↩︎)`,
/// so that cycles end.
///
/// - Parameters:
///   - value: The value to print.
///   - name: A label before the value.
///   - indent: The number of spaces before each line.
///   - maxDepth: The number of levels shown. Deeper values are shown as `…`.
/// - Returns: The value, so that a call can be used in an expression.
@discardableResult
public func customDump<T>(
  _ value: T, name: String? = nil, indent: Int = 0, maxDepth: Int = .max
) -> T {
  var text = ""
  customDump(value, to: &text, name: name, indent: indent, maxDepth: maxDepth)
  print(text)
  return value
}

/// Writes a value with everything in it to a text stream.
///
/// No newline is written after the last line.
///
/// - Parameters:
///   - value: The value to write.
///   - target: Where to write.
///   - name: A label before the value.
///   - indent: The number of spaces before each line.
///   - maxDepth: The number of levels shown. Deeper values are shown as `…`.
/// - Returns: The value, so that a call can be used in an expression.
@discardableResult
public func customDump<T>(
  _ value: T, to target: inout some TextOutputStream, name: String? = nil, indent: Int = 0,
  maxDepth: Int = .max
) -> T {
  var dumper = Dumper()
  let head = name.map { "\($0): " } ?? ""
  target.write(
    dumper.render(
      value, head: head, indent: max(0, indent), maxDepth: maxDepth, level: 0, indentsFirst: true))
  return value
}

extension String {
  /// The text that ``customDump(_:to:name:indent:maxDepth:)`` writes for a value.
  public init(customDumping subject: some Any) {
    var dumper = Dumper()
    self = dumper.render(subject, head: "", indent: 0, maxDepth: .max, level: 0)
  }
}
