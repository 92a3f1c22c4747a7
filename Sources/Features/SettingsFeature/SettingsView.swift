public import ComposableArchitecture
import SharedSettings
import SpeechClient
import Styleguide
public import TerminalUI

/// The settings with their values, and below them what the chosen one does.
public struct SettingsView: Component {
  static let listID = "settings"

  private let dialog: (any View)?
  private let list: ListState
  private let loadError: String?
  private let notice: String?
  private let canUndo: Bool
  private let selection: Setting
  private let settings: Settings
  private let status: SpeechEngineStatus?

  @MainActor
  public init(_ store: StoreOf<SettingsFeature>) {
    canUndo = store.retired != nil
    list = store.list
    loadError = store.$settings.loadError.map { "\($0)" }
    notice = store.notice
    selection = store.state.selection
    settings = store.settings
    status = store.engineStatus
    dialog =
      switch store.destination {
      case .alert(let alert): Self.dialog(alert)
      case .edit(let edit): SettingEditSheet(edit: edit)
      case .models(let choice): ModelChoiceSheet(choice: choice)
      case .retention(let review): RetentionReviewSheet(review: review)
      case .vocabulary(let editor):
        VocabularySheet(field: editor.field, list: editor.list, words: editor.words)
      case nil: nil
      }
  }

  public var body: some View {
    let rows = SettingsFeature.State.rows
    return VStack {
      Text("Settings").bold()
      Divider()
      if let loadError {
        Paragraph("\(loadError) Until you set something, everything has its default.")
          .foreground(.wrong)
        Divider()
      }
      List(count: rows.count, state: list, id: Self.listID) { index in
        SettingRow(
          name: rows[index].title, value: rows[index].value(in: settings, status: status))
      }
      .frame(minHeight: 1, maxHeight: rows.count).priority(1)
      Divider()
      VStack {
        if let notice { Paragraph(notice).foreground(.good) }
        Paragraph(selection.explanation(in: settings)).foreground(.faint)
        if let remark = selection.remark(on: settings, status: status) {
          Paragraph(remark.text).foreground(remark.role)
        }
      }
      .frame(maxWidth: Extent.unlimited, maxHeight: Extent.unlimited)
      HelpFooter(help)
    }
    .overlay(dialog)
  }

  private var help: [HelpFooter.Item] {
    var items: [HelpFooter.Item] = []
    if canUndo { items.append(.init("u", "undo")) }
    items += [
      .init("↑↓", "choose"), .init("enter", selection == .theme ? "next" : "change"),
    ]
    return items
  }

  private static func dialog(_ alert: AlertState<Never>) -> any View {
    Dialog.alert(
      String(state: alert.title), message: alert.message.map { String(state: $0) } ?? "",
      buttons: alert.buttons.map { (String(state: $0.label), .cancel) })
  }
}

private struct SettingRow: Component {
  let name: String
  let value: String

  var body: some View {
    HStack(spacing: 1) {
      Text(name).frame(width: 14).priority(1)
      Text(value).foreground(.accent)
      Spacer()
    }
  }
}
