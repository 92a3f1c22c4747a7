import RetentionCore
import SharedModels
import SharedSettings
import SpeechClient
import Styleguide
import TerminalUI

/// A value that is typed.
struct SettingEditSheet: Component {
  let edit: SettingEdit.State

  var body: some View {
    Sheet(edit.setting.title) {
      VStack {
        TextField(edit.text, placeholder: edit.setting.placeholder)
        if let problem = edit.problem {
          Paragraph(problem).foreground(.wrong)
        } else {
          Text("")
        }
        HelpFooter([.init("enter", "keep"), .init("esc", "cancel")])
      }
    }
    .frame(minWidth: 34, maxWidth: 58)
  }
}

/// The models that can be chosen.
struct ModelChoiceSheet: Component {
  static let listID = "models"

  let choice: ModelChoice.State

  var body: some View {
    Sheet("Model") {
      VStack {
        List(count: choice.rows.count, state: choice.list, id: Self.listID) { index in
          row(choice.rows[index])
        }
        .frame(minHeight: 1, maxHeight: 12)
        Text("")
        HelpFooter([
          .init("enter", "choose"), .init("↑↓", "others"), .init("esc", "cancel"),
        ])
      }
    }
    .frame(minWidth: 34, maxWidth: 58)
  }

  private func row(_ row: ModelChoice.Row) -> any View {
    let (name, remark): (String, String) =
      switch row {
      case .model(let model): (model.name, model.isInstalled ? "on this machine" : "")
      case .other: ("Another one", "a name or a folder")
      case .own(let model): ("The engine's own", model?.name ?? "")
      }
    return HStack(spacing: 1) {
      Text(name).priority(1)
      Spacer()
      Text(remark).foreground(.faint)
    }
  }
}

/// What would go, and the question whether it is to.
struct RetentionReviewSheet: Component {
  static let listID = "retention"

  let review: RetentionReview.State

  var body: some View {
    Sheet("What would go now") {
      VStack {
        for line in summary { Paragraph(line.text).foreground(line.role) }
        if !review.memos.isEmpty {
          Text("")
          List(count: review.memos.count, state: review.list, id: Self.listID) { index in
            row(index)
          }
          .frame(minHeight: 1, maxHeight: 8)
        }
        Text("")
        HelpFooter([
          .init("y", review.plan.isEmpty ? "keep these days" : "do it"),
          .init("esc", "leave it as it was"), .init("↑↓", "see all"),
        ]).priority(1)
      }
    }
    .frame(minWidth: 34, maxWidth: 58)
  }

  private var summary: [(text: String, role: Color.Role)] {
    let plan = review.plan
    if plan.isEmpty {
      return [("Nothing is old enough. From now on, what gets older goes.", .faint)]
    }
    var lines: [(text: String, role: Color.Role)] = []
    if !plan.toForget.isEmpty {
      lines.append(
        (
          "\(plan.toForget.count.memos) for good, which cannot be undone: "
            + "\(plan.freedByteCount.fileSize) are freed.", .wrong
        ))
    }
    if !plan.toTrash.isEmpty {
      lines.append(
        (
          "\(plan.toTrash.count.memos) to the trash, from where you can bring them back: "
            + "\(plan.trashedByteCount.fileSize).", .warning
        ))
    }
    return lines
  }

  private func row(_ index: Int) -> any View {
    let memo = review.memos[index]
    let isForGood = index < review.plan.toForget.count
    return HStack(spacing: 1) {
      Text(memo.title.isEmpty ? "Untitled" : memo.title)
      Spacer()
      Text(isForGood ? "for good" : "to the trash")
        .foreground(isForGood ? .wrong : .faint).priority(1)
    }
  }
}

/// The words that the engine is to expect, and a field for the next one.
struct VocabularySheet: Component {
  static let listID = "vocabulary"

  let field: TextFieldState
  let list: ListState
  let words: [String]

  var body: some View {
    Sheet("Vocabulary") {
      VStack {
        TextField(field, placeholder: "a name or a term")
        Divider()
        if words.isEmpty {
          Text("No words yet.").foreground(.faint)
        } else {
          List(count: words.count, state: list, id: Self.listID) { Text(words[$0]) }
            .frame(minHeight: 1, maxHeight: 10)
        }
        Text("")
        HelpFooter(help)
      }
    }
    .frame(minWidth: 34, maxWidth: 58)
  }

  private var help: [HelpFooter.Item] {
    var items: [HelpFooter.Item] = []
    if !field.text.isEmpty { items.append(.init("enter", "add")) }
    if !words.isEmpty { items += [.init("↑↓", "choose"), .init("del", "remove")] }
    items.append(.init("esc", "done"))
    return items
  }
}
