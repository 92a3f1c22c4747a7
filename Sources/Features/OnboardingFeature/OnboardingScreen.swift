public import ComposableArchitecture
public import ComposableTerminal
import HealthCore
import Styleguide
public import TerminalUI

public struct OnboardingScreen: Screen {
  static let listID = "onboarding"

  public let store: StoreOf<OnboardingFeature>

  public init(store: StoreOf<OnboardingFeature>) {
    self.store = store
  }

  public var body: any View {
    let rows = store.rows
    return VStack {
      Text("Welcome to SpeechMemo").bold()
      Paragraph("Record memos and search every word. Everything stays local by default.")
        .foreground(.faint)
      Divider()
      List(count: rows.count, state: store.list, id: Self.listID) { CheckRow(check: rows[$0]) }
        .frame(minHeight: 1, maxHeight: rows.count).priority(1)
      Divider()
      VStack {
        if let chosen, chosen.verdict != .good {
          Paragraph("\(chosen.detail).".firstLetterUppercased).foreground(.warning)
          if let fix = chosen.fix { Paragraph("To fix it: \(fix).") }
        }
        Paragraph(summary).foreground(.accent)
      }
      .frame(maxWidth: SizeRange.unlimited, maxHeight: SizeRange.unlimited)
      footer
    }
  }

  public var front: (any Screen)? {
    store.scope(state: \.importPrompt, action: \.importPrompt.presented).map(TextSheet.init)
  }

  private var chosen: Finding? {
    if case .found(let finding) = store.list.selected(in: store.rows) { finding } else { nil }
  }

  private var summary: String {
    if !store.isComplete { return "Checking your system." }
    let isBroken = store.rows.contains { row in
      if case .found(let finding) = row { finding.verdict == .wrong } else { false }
    }
    switch (isBroken, store.canRecord) {
    case (false, true): return "Record your first memo, or import one."
    case (false, false): return "Import your first memo."
    case (true, true): return "You can already record. Fix the rest whenever you like."
    case (true, false): return "Fix what is missing, then check again."
    }
  }
}

private struct CheckRow: Component {
  let check: OnboardingFeature.Check

  var body: some View {
    HStack(spacing: 1) {
      switch check {
      case .found(let finding):
        sign(finding.verdict)
        Text(finding.what.firstLetterUppercased).frame(width: StatusSign.nameColumns).priority(1)
        Text(finding.detail).foreground(finding.verdict == .good ? .faint : .warning)
      case .checking(let subject):
        StatusSign(.unknown)
        Text(subject.title).frame(width: StatusSign.nameColumns).priority(1)
        Label("checking…").foreground(.faint)
      }
      Spacer()
    }
  }

  private func sign(_ verdict: Finding.Verdict) -> StatusSign {
    switch verdict {
    case .good: StatusSign(.good)
    case .remark: StatusSign(.remark)
    case .wrong: StatusSign(.wrong)
    }
  }
}
