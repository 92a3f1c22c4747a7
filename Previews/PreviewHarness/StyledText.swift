import Styleguide
import TerminalUI

extension Frame {
  /// The text with its styles, such as `{reverse underline:word}`.
  var styledText: String {
    text { style in
      let names = style.names
      return names.isEmpty ? nil : ("{\(names.joined(separator: " ")):", "}")
    }
  }
}

extension Style {
  fileprivate var names: [String] {
    let attributes: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"),
      (.reverse, "reverse"), (.strikethrough, "strikethrough"),
    ]
    return attributes.filter { self.attributes.contains($0.0) }.map(\.1)
      + [foreground.name].compactMap { $0 } + [background.name].compactMap { $0.map { "on-\($0)" } }
  }
}

extension Color {
  fileprivate var name: String? {
    switch kind {
    case .palette(let index): "color\(index)"
    case .rgb(let red, let green, let blue): "rgb(\(red),\(green),\(blue))"
    case .role(let role): "\(role)"
    case .standard: nil
    }
  }
}
