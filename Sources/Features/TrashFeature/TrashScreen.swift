public import ComposableArchitecture
public import ComposableTerminal
import SharedModels
import Styleguide
public import TerminalUI

public struct TrashScreen: Screen {
  static let listID = "trash"

  public let store: StoreOf<TrashFeature>
  private let timeZone: TimeZone

  public init(store: StoreOf<TrashFeature>, timeZone: TimeZone = .current) {
    self.store = store
    self.timeZone = timeZone
  }

  public var body: any View {
    let memos = store.memos ?? []
    return VStack {
      HStack(spacing: 1) {
        Text("Trash").bold().priority(1)
        Spacer()
        if !memos.isEmpty {
          Text("\(memos.count.counted("memo")), \(store.state.byteCount.fileSize)").foreground(
            .faint)
        }
      }
      Divider()
      if let problem = store.problem { Paragraph(problem.sentence).foreground(.wrong) }
      list(memos)
        .frame(maxWidth: SizeRange.unlimited, minHeight: 1, maxHeight: SizeRange.unlimited)
        .priority(1)
      if let notice = store.notice {
        Paragraph(notice.printable).foreground(.good)
      } else if !memos.isEmpty {
        Paragraph(rule).foreground(.faint)
      }
      footer.priority(1)
    }
  }

  public var front: (any Screen)? { alert(store.alert, \.alert) }

  private func list(_ memos: [Recording]) -> any View {
    guard store.memos != nil
    else { return store.problem == nil ? Placeholder(Label("Loading\u{2026}")) : Empty() }
    guard !memos.isEmpty
    else { return Placeholder("The trash is empty.") }
    let (list, state) = (store.list, store.state)
    return List(count: memos.count, state: list, id: Self.listID) { index in
      TrashRow(
        memo: memos[index], daysLeft: state.daysLeft(of: memos[index]), timeZone: timeZone)
    }
  }

  private var rule: String {
    store.settings.retention.trashDays.map {
      "After \($0.counted("day")) here, memos are permanently deleted when the app starts."
    } ?? "Memos stay here until you delete them. You can change that in Settings."
  }
}

private struct TrashRow: LineView {
  let memo: Recording
  let daysLeft: Int?
  let timeZone: TimeZone

  var widths: SizeRange { .flexible(minimum: 1) }

  func draw(in canvas: inout Canvas) {
    let width = canvas.size.width
    HStack(spacing: 1) {
      Text(memo.displayTitle).priority(1)
      Spacer()
      if let daysLeft {
        Text(daysLeft == 0 ? "until the next start" : "\(daysLeft.counted("day")) left")
          .foreground(daysLeft <= 3 ? .warning : .faint).priority(2)
      }
      if width >= 48 {
        Text(memo.duration.clock).frame(minWidth: 7, alignment: .topTrailing).priority(2)
      }
      if width >= 68 {
        Text("deleted \(date)").foreground(.faint).priority(2)
      }
    }
    .draw(in: &canvas)
  }

  private var date: String {
    var time = LocalTime(timeZone: timeZone)
    return memo.trashedAt.map { time.text(for: $0) } ?? ""
  }
}
