import Styleguide

extension View {
  /// Shows another view in front of this one, if there is one. The view behind it is dimmed, and
  /// its cursor and tags are removed.
  public func overlay(_ front: (any View)?, alignment: Alignment = .center) -> some View {
    Overlaid(back: self, front: front, alignment: alignment)
  }
}

private struct Overlaid<Back: View>: View {
  let back: Back
  let front: (any View)?
  let alignment: Alignment

  var widths: SizeRange { back.widths }
  func heights(width: Int) -> SizeRange { back.heights(width: width) }

  func draw(in canvas: inout Canvas) {
    guard let front
    else { return back.draw(in: &canvas) }
    let room = canvas.size
    let all = Rect(x: 0, y: 0, width: room.width, height: room.height)
    canvas.within(all, style: Style(attributes: .dim)) { back.draw(in: &$0) }
    canvas.cover()
    let range = front.widths
    let width = min(room.width, range.maximum > room.width ? range.ideal : range.maximum)
    let height = min(room.height, front.heights(width: width).ideal)
    let rect = alignment.place(Size(width: width, height: height), in: room)
    canvas.within(rect) {
      $0.fill()
      front.draw(in: &$0)
    }
  }
}

/// A titled box in front of a screen.
public struct Sheet<Content: View>: Component {
  private let title: String
  private let content: Content

  public init(_ title: String, content: () -> Content) {
    self.title = title
    self.content = content()
  }

  public var body: some View {
    content.padding(1).border(title, style: .role(.accent))
  }
}

/// A question or a message, with buttons to answer it. Each button is tagged with
/// ``Dialog/Button``.
public struct Dialog: Component {
  /// The tag of a button: ``Frame/tag(_:at:)`` finds it under the mouse.
  public struct Button: Hashable, Sendable {
    public let index: Int

    public init(_ index: Int) {
      self.index = index
    }
  }

  /// What kind of button it is.
  public enum Role: Sendable {
    case cancel, destructive, standard
  }

  private let title: String
  private let message: String
  private let buttons: [(title: String, role: Role)]
  private let selection: Int
  private let isVertical: Bool
  private let width: Int

  /// - Parameters:
  ///   - title: The question.
  ///   - message: What explains it.
  ///   - buttons: The answers.
  ///   - selection: The button that the return key presses.
  ///   - isVertical: Whether the buttons form a column, as in a choice of many.
  ///   - width: How wide the dialog is at most.
  public init(
    _ title: String, message: String = "", buttons: [(title: String, role: Role)],
    selection: Int = 0, isVertical: Bool = false, width: Int = 60
  ) {
    self.title = title
    self.message = message
    self.buttons = buttons
    self.selection = selection
    self.isVertical = isVertical
    self.width = width
  }

  /// A message with its buttons in a row.
  public static func alert(
    _ title: String, message: String = "", buttons: [(title: String, role: Role)],
    selection: Int = 0
  ) -> Self {
    Self(title, message: message, buttons: buttons, selection: selection)
  }

  /// A choice with its buttons in a column.
  public static func confirmation(
    _ title: String, message: String = "", buttons: [(title: String, role: Role)],
    selection: Int = 0
  ) -> Self {
    Self(title, message: message, buttons: buttons, selection: selection, isVertical: true)
  }

  public var body: some View {
    VStack {
      if !message.isEmpty {
        Paragraph(message)
        // On a small terminal the buttons matter more.
        Text("")
      }
      answers.priority(1)
    }
    .padding(1)
    .border(title, style: .role(.accent))
    .frame(maxWidth: width)
  }

  private var answers: any View {
    isVertical
      ? VStack { buttonViews } as any View
      : HStack(spacing: 1) {
        Spacer()
        buttonViews
      }
  }

  private var buttonViews: [any View] {
    buttons.enumerated().map { index, button in
      ButtonView(title: button.title, role: button.role, isChosen: index == selection)
        .tag(Button(index))
    }
  }
}

private struct ButtonView: Component {
  let title: String
  let role: Dialog.Role
  let isChosen: Bool

  var body: some View {
    Text("[ \(title) ]")
      .style(role == .destructive ? .role(.wrong) : .plain)
      .bold(isChosen)
      .reverse(isChosen)
  }
}
