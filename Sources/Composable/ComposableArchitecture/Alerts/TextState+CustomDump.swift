public import CustomDump

extension TextState: CustomDumpRepresentable {
  /// The text, with its styles as marks: `"Delete **Design**?"`.
  public var customDumpValue: Any {
    runs.map(\.marked).joined()
  }
}

extension TextState.Run {
  fileprivate var marked: String {
    var text = text
    func enclose(in tag: String, _ value: Any? = nil) {
      text = "<\(tag)\(value.map { "=\($0)" } ?? "")>\(text)</\(tag)>"
    }
    if style.isItalic == true { text = "_\(text)_" }
    if style.isStruckThrough == true { text = "~~\(text)~~" }
    if style.isUnderlined == true { enclose(in: "u") }
    switch style.weight {
    case nil: break
    case .bold: text = "**\(text)**"
    case .some(let weight): enclose(in: "font-weight", weight.rawValue)
    }
    if let font = style.font { enclose(in: "font", font.rawValue) }
    if let color = style.color { enclose(in: "foreground-color", color.rawValue) }
    if style.isMonospaced == true { enclose(in: "monospaced") }
    if style.isMonospacedDigit == true { enclose(in: "monospaced-digit") }
    if let offset = style.baselineOffset { enclose(in: "baseline-offset", offset) }
    if let kerning = style.kerning { enclose(in: "kerning", kerning) }
    if let tracking = style.tracking { enclose(in: "tracking", tracking) }
    return text
  }
}

extension TextState: CustomStringConvertible {
  /// The text alone.
  public var description: String { String(state: self) }
}
