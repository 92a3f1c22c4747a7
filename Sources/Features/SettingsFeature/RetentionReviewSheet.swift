import ComposableArchitecture
import ComposableTerminal
import RetentionCore
import SharedModels
import Styleguide
import TerminalUI

struct RetentionReviewSheet: Screen {
  private static let listID = "retention"

  let store: StoreOf<RetentionReview>

  var body: any View {
    let plan = store.plan
    let memos = store.state.memos
    return Sheet("What would be deleted now") {
      VStack {
        for line in summary(of: plan) { Paragraph(line.text).foreground(line.role) }
        if !memos.isEmpty {
          Text("")
          List(count: memos.count, state: store.list, id: Self.listID) { index in
            row(memos[index], isForGood: index < plan.toDelete.count)
          }
          .frame(minHeight: 1, maxHeight: 8)
        }
        Text("")
        footer.priority(1)
      }
    }
    .sheetWidth()
  }

  var name: String { "What would be deleted now" }

  /// Enter must not confirm what can't be undone.
  var keys: [KeyBinding<Action>] {
    [
      KeyBinding(
        ["y"], .confirmButtonTapped, store.plan.isEmpty ? "save" : "apply",
        help: "Save the setting and delete these memos"),
      KeyBinding(
        [.escape, .enter, "n"], .cancelButtonTapped, "cancel",
        help: "Keep the current setting"),
    ]
      + KeyBinding.listMoves(
        "scroll", help: "Scroll through the memos", isEnabled: store.state.memos.count > 1)
  }

  func handleInput(_ event: Event, in frame: Frame) -> Bool {
    move(
      \.list, with: event, count: store.state.memos.count, id: Self.listID, in: frame)
  }

  private func summary(of plan: RetentionPlan) -> [(text: String, role: Color.Role)] {
    if plan.isEmpty {
      return [("Nothing yet. Memos will be deleted when they are old enough.", .faint)]
    }
    var lines: [(text: String, role: Color.Role)] = []
    if !plan.toDelete.isEmpty {
      lines.append(
        (
          "\(plan.toDelete.count.counted("memo")) will be permanently deleted, freeing "
            + "\(plan.freedByteCount.fileSize). This cannot be undone.", .wrong
        ))
    }
    if !plan.toTrash.isEmpty {
      lines.append(
        (
          "\(plan.toTrash.count.counted("memo")) (\(plan.trashedByteCount.fileSize)) will move to "
            + "the trash. This can be undone.", .warning
        ))
    }
    return lines
  }

  private func row(_ memo: Recording, isForGood: Bool) -> any View {
    HStack(spacing: 1) {
      Text(memo.displayTitle)
      Spacer()
      Text(isForGood ? "permanently" : "to the trash")
        .foreground(isForGood ? .wrong : .faint).priority(1)
    }
  }
}
