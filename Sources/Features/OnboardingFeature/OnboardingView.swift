public import ComposableArchitecture
import HealthCore
import Styleguide
public import TerminalUI

/// What is there and what is missing, a line each, and below it how to mend the chosen one.
public struct OnboardingView: Component {
  static let listID = "onboarding"

  private let canRecord: Bool
  private let isComplete: Bool
  private let list: ListState
  private let path: OnboardingFeature.PathField?
  private let rows: [OnboardingFeature.Row]

  @MainActor
  public init(_ store: StoreOf<OnboardingFeature>) {
    let state = store.state
    canRecord = state.canRecord
    isComplete = state.isComplete
    list = state.list
    path = state.path
    rows = state.rows
  }

  public var body: some View {
    VStack {
      Text("Welcome to SpeechMemo").bold()
      Paragraph("Speak, and find again what you said. Everything stays on this machine.")
        .foreground(.faint)
      Divider()
      List(count: rows.count, state: list, id: Self.listID) { CheckRow(row: rows[$0]) }
        .frame(minHeight: 1, maxHeight: rows.count).priority(1)
      Divider()
      VStack {
        if let chosen, chosen.verdict != .good {
          Paragraph("\(chosen.detail).".capitalizedFirst).foreground(.warning)
          if let mend = chosen.mend { Paragraph("To mend it: \(mend).") }
        }
        Paragraph(summary).foreground(.accent)
      }
      .frame(maxWidth: Extent.unlimited, maxHeight: Extent.unlimited)
      HelpFooter(help)
    }
    .overlay(path.map(PathSheet.init))
  }

  private var chosen: Finding? {
    guard let index = list.selection, rows.indices.contains(index),
      case .found(let finding) = rows[index]
    else { return nil }
    return finding
  }

  private var summary: String {
    if !isComplete { return "Looking at what is there." }
    let faults = rows.contains { row in
      if case .found(let finding) = row { finding.verdict == .wrong } else { false }
    }
    switch (faults, canRecord) {
    case (false, true): return "Record your first memo, or import one."
    case (false, false): return "Import your first memo."
    case (true, true): return "You can record already. Mend the rest when you like."
    case (true, false): return "Mend what is missing, and look again."
    }
  }

  private var help: [HelpFooter.Item] {
    var items: [HelpFooter.Item] = []
    if canRecord { items.append(.init("r", "record")) }
    items += [.init("i", "import"), .init("a", "look again"), .init("esc", "later")]
    if rows.count > 1 { items.append(.init("↑↓", "read")) }
    return items
  }
}

private struct CheckRow: Component {
  let row: OnboardingFeature.Row

  var body: some View {
    HStack(spacing: 1) {
      switch row {
      case .found(let finding):
        Mark(verdict: finding.verdict)
        Text(finding.what.capitalizedFirst).frame(width: 14).priority(1)
        Text(finding.detail).foreground(finding.verdict == .good ? .faint : .warning)
      case .looking(let subject):
        Mark(verdict: nil)
        Text(subject.title).frame(width: 14).priority(1)
        Label("looking…").foreground(.faint)
      }
      Spacer()
    }
  }
}

/// How it stands with something, told apart without colors too.
private struct Mark: View {
  /// `nil` while it is looked at.
  let verdict: Finding.Verdict?

  var widths: Extent { .fixed(1) }
  func heights(width: Int) -> Extent { .fixed(1) }

  func draw(in canvas: inout Canvas) {
    let (sign, role): (Character, Color.Role) =
      switch verdict {
      case .good: (canvas.glyphs.bullet, .good)
      case .remark: ("!", .warning)
      case .wrong: (canvas.glyphs.cross, .wrong)
      case nil: (canvas.glyphs.ellipsis, .faint)
      }
    canvas.put(sign, x: 0, y: 0, style: .role(role))
  }
}

private struct PathSheet: Component {
  let path: OnboardingFeature.PathField

  init(_ path: OnboardingFeature.PathField) {
    self.path = path
  }

  var body: some View {
    Sheet("Import") {
      VStack {
        TextField(path.text, placeholder: "a file, or a folder of them")
        if let problem = path.problem {
          Paragraph(problem).foreground(.wrong)
        } else {
          Text("")
        }
        HelpFooter([.init("enter", "import"), .init("esc", "cancel")])
      }
    }
    .frame(minWidth: 34, maxWidth: 60)
  }
}

extension Finding.Subject {
  fileprivate var title: String {
    switch self {
    case .engine: "Speech engine"
    case .ffmpeg: "Ffmpeg"
    case .library: "Library"
    case .loudspeaker: "Loudspeaker"
    case .microphone: "Microphone"
    case .settings: "Settings"
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
