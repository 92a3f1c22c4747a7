import Styleguide

extension View {
  public func overlay(_ front: (any View)?) -> some View {
    Overlaid(back: self, front: front)
  }
}

private struct Overlaid<Back: View>: View {
  let back: Back
  let front: (any View)?

  var widths: SizeRange { back.widths }
  func heights(width: Int) -> SizeRange { back.heights(width: width) }

  func draw(in canvas: inout Canvas) {
    guard let front
    else { return back.draw(in: &canvas) }
    let room = canvas.size
    let all = Rect(x: 0, y: 0, width: room.width, height: room.height)
    canvas.within(all, style: Style(attributes: .dim)) { back.draw(in: &$0) }
    canvas.clearTagsAndCursor()
    let range = front.widths
    let width = min(room.width, range.maximum > room.width ? range.ideal : range.maximum)
    let height = min(room.height, front.heights(width: width).ideal)
    let rect = Alignment.center.place(Size(width: width, height: height), in: room)
    canvas.within(rect) {
      $0.fill()
      front.draw(in: &$0)
    }
  }
}

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

public struct Dialog: Component {
  public struct Button: Hashable, Sendable {
    public let index: Int

    public init(_ index: Int) {
      self.index = index
    }
  }

  public enum Role: Sendable {
    case cancel, destructive, standard
  }

  private let title: String
  private let message: String
  private let buttons: [(title: String, role: Role)]
  private let selection: Int
  private let scroll: Int

  private static let longestMessage = 12
  private static let width = 60
  public static let messageID = "message"

  public init(
    _ title: String, message: String = "", buttons: [(title: String, role: Role)],
    selection: Int = 0, scroll: Int = 0
  ) {
    self.title = title
    self.message = message
    self.buttons = buttons
    self.selection = selection
    self.scroll = scroll
  }

  public static func isLong(_ message: String) -> Bool {
    Wrapping(message, width: width - 4).lines.count > longestMessage
  }

  public var body: some View {
    VStack {
      if !message.isEmpty {
        ScrollView(offset: scroll, id: Self.messageID, content: Paragraph(message))
          .frame(minWidth: leastTextWidth, maxHeight: Self.longestMessage)
        Text("")
      }
      ButtonRow(buttons: buttonViews).priority(1)
    }
    .padding(1)
    .border(title, style: .role(.accent))
    .frame(maxWidth: Self.width)
  }

  private var leastTextWidth: Int? {
    Self.isLong(message) ? min(Self.width - 4, Paragraph(message).widths.ideal + 1) : nil
  }

  private var buttonViews: [any View] {
    buttons.enumerated().map { index, button in
      ButtonView(title: button.title, role: button.role, isChosen: index == selection)
        .tag(Button(index))
    }
  }
}

private struct ButtonRow: View {
  let buttons: [any View]

  private var row: any View {
    HStack(spacing: 1) {
      Spacer()
      buttons
    }
  }

  private var column: any View { VStack { buttons } }

  private var rowWidth: Int { buttons.reduce(buttons.count) { $0 + $1.widths.ideal } }

  var widths: SizeRange { row.widths }

  func heights(width: Int) -> SizeRange {
    (rowWidth <= width ? row : column).heights(width: width)
  }

  func draw(in canvas: inout Canvas) {
    (rowWidth <= canvas.size.width ? row : column).draw(in: &canvas)
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
