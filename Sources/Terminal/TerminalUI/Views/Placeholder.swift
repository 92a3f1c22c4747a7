public import Styleguide

public struct Placeholder: Component {
  private let content: any View

  public init(_ text: String, role: Color.Role = .faint) {
    content = Paragraph(text, alignment: .center).foreground(role)
  }

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
