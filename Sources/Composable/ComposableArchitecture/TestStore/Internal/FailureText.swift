import CustomDump

/// Texts that several failures of a test store share.
enum FailureText {
  private static let format = DiffFormat.proportional

  /// Returns the difference of two values with a legend, or both values in full if their dumps are
  /// equal.
  static func difference<Value>(
    _ first: Value, _ second: Value, names: (String, String) = ("Expected", "Actual")
  ) -> String {
    guard let difference = diff(first, second, format: format)
    else {
      return """
        \(names.0):
        \(indented(String(customDumping: first)))

        \(names.1):
        \(indented(String(customDumping: second)))
        """
    }
    return """
      \(indented(difference, by: 4))

      (\(names.0): \(format.first), \(names.1): \(format.second))
      """
  }

  /// A dump, indented.
  static func dump(_ value: some Any) -> String {
    indented(String(customDumping: value), by: 4)
  }

  /// A list of actions with bullets and their origins.
  static func list<Action>(_ actions: [(action: Action, origin: String?)]) -> String {
    actions
      .map { action, origin in
        let lines = indented(String(customDumping: action), by: 4).dropFirst(4)
        return "  • \(lines)\(origin.map { "\n      (\($0))" } ?? "")"
      }
      .joined(separator: "\n")
  }

  /// An action in a few words, for the middle of a sentence.
  static func name(_ action: some Any) -> String {
    var text = ""
    customDump(action, to: &text, maxDepth: 2)
    let lines = text.split(separator: "\n")
    guard lines.count > 1, let first = lines.first
    else { return "'\(text)'" }
    return "'\(first)…)'"
  }

  /// A number of things, in words.
  static func count(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  /// A time, in seconds: "1 second", "0.25 seconds".
  static func seconds(_ nanoseconds: UInt64) -> String {
    let seconds = Double(nanoseconds) / 1_000_000_000
    let number = seconds == seconds.rounded() ? "\(UInt64(seconds))" : "\(seconds)"
    return number == "1" ? "1 second" : "\(number) seconds"
  }
}
