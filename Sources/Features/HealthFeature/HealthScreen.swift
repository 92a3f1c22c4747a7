public import ComposableArchitecture
public import ComposableTerminal
import HealthCore
import Styleguide
public import TerminalUI

public struct HealthScreen: Screen {
  private static let pageID = "health"

  public let store: StoreOf<HealthFeature>

  public init(store: StoreOf<HealthFeature>) {
    self.store = store
  }

  public var body: any View {
    VStack {
      HStack(spacing: 1) {
        Text("Health").bold().priority(1)
        Spacer()
        Text(summary).foreground(.faint)
      }
      Divider()
      ScrollView(offset: store.offset, id: Self.pageID, content: page)
        .frame(maxWidth: SizeRange.unlimited, minHeight: 1, maxHeight: SizeRange.unlimited)
      footer.priority(1)
    }
  }

  public var name: String { "Health" }

  public var keys: [KeyBinding<Action>] {
    [
      KeyBinding(["R"], .recheckButtonTapped, "recheck", help: "Check again"),
      KeyBinding([.escape], .closeButtonTapped, "back", help: "Close the page"),
    ] + KeyBinding.listMoves(help: "Scroll", isEnabled: store.isLong)
  }

  public func willHandle(_ event: Event, in frame: Frame) {
    measure(\.isLong, of: Self.pageID, in: frame)
  }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    guard store.isLong, let offset = ScrollView.offset(after: event, in: frame, id: Self.pageID)
    else { return false }
    store.send(.set(\.offset, offset))
    return true
  }

  private var findings: [Finding] {
    Finding.Subject.allCases.flatMap { store.findings[$0] ?? [] }
  }

  private var summary: String {
    guard store.state.isComplete
    else { return "checking" }
    let wrong = findings.count { $0.verdict == .wrong }
    let remarks = findings.count { $0.verdict == .remark }
    if wrong == 0, remarks == 0 { return "no problems" }
    return [
      (wrong, wrong == 1 ? "problem" : "problems"),
      (remarks, remarks == 1 ? "warning" : "warnings"),
    ]
    .filter { $0.0 > 0 }.map { "\($0) \($1)" }.joined(separator: ", ")
  }

  private var page: any View {
    VStack {
      for subject in Finding.Subject.allCases {
        if let findings = store.findings[subject] {
          for finding in findings { FindingRow(finding: finding) }
        } else {
          HStack(spacing: 1) {
            StatusSign(.unknown)
            Text(subject.title).frame(width: StatusSign.nameColumns)
            Label("checking…").foreground(.faint)
          }
        }
      }
    }
  }
}

private struct FindingRow: View {
  let finding: Finding

  var widths: SizeRange { .flexible(minimum: 1) }
  func heights(width: Int) -> SizeRange { row(width: width).heights(width: width) }
  func draw(in canvas: inout Canvas) { row(width: canvas.size.width).draw(in: &canvas) }

  private func row(width: Int) -> any View {
    let isWide = width >= 48
    return HStack(spacing: 1) {
      sign.priority(2)
      if isWide {
        name.frame(minWidth: StatusSign.nameColumns, maxWidth: StatusSign.nameColumns).priority(1)
      }
      VStack {
        if !isWide { name }
        Paragraph(finding.detail.printable)
          .foreground(finding.verdict == .good ? .faint : .warning)
        if let fix = finding.fix { Paragraph("To fix it: \(fix.printable).") }
      }
    }
  }

  private var name: Paragraph { Paragraph(finding.what.printable.firstLetterUppercased) }

  private var sign: StatusSign {
    switch finding.verdict {
    case .good: StatusSign(.good)
    case .remark: StatusSign(.remark)
    case .wrong: StatusSign(.wrong)
    }
  }
}
