public import Styleguide

/// What a screen says in the middle of its space while it has nothing else to show.
public struct Placeholder: Component {
  private let content: any View

  /// - Parameters:
  ///   - text: What to say, in as many lines as it takes.
  ///   - role: Its color.
  public init(_ text: String, role: Color.Role = .faint) {
    content = Paragraph(text, alignment: .center).foreground(role)
  }

  /// - Parameter label: One line of the program's own text, such as "Loading…".
  public init(_ label: Label) {
    content = label.foreground(.faint)
  }

  public var body: some View {
    VStack(alignment: .center) {
      Spacer()
      content
      Spacer()
    }
    .padding(2)
    .frame(maxWidth: SizeRange.unlimited, maxHeight: SizeRange.unlimited, alignment: .center)
  }
}
