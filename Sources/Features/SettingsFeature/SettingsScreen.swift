public import ComposableArchitecture
public import ComposableTerminal
import SharedSettings
import Styleguide
public import TerminalUI

public struct SettingsScreen: Screen {
  static let listID = "settings"

  public let store: StoreOf<SettingsFeature>

  public init(store: StoreOf<SettingsFeature>) {
    self.store = store
  }

  public var body: any View {
    let rows = store.state.rows
    let selection = store.state.selection
    let state = store.state
    return VStack {
      Text("Settings").bold()
      Divider()
      if let loadError = store.$settings.loadError {
        Paragraph("\(loadError) Until you change a setting, the defaults apply.")
          .foreground(.wrong)
        Divider()
      }
      List(count: rows.count, state: store.list, id: Self.listID) { index in
        SettingRow(name: rows[index].title, value: rows[index].value(in: state))
      }
      .frame(minHeight: 1, maxHeight: rows.count).priority(1)
      Divider()
      VStack {
        if let notice = store.notice { Paragraph(notice).foreground(.good) }
        Paragraph(selection.explanation(in: state)).foreground(.faint)
        if let remark = selection.remark(in: state) {
          Paragraph(remark.text).foreground(remark.role)
        }
      }
      .frame(maxWidth: SizeRange.unlimited, maxHeight: SizeRange.unlimited)
      footer
    }
  }

  public var front: (any Screen)? {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .alert(let alert): self.alert(alert, \.destination, \.alert)
    case .devices(let store): ChoiceSheet(store: store)
    case .edit(let store): TextSheet(store: store)
    case .models(let store): ChoiceSheet(store: store)
    case .retention(let store): RetentionReviewSheet(store: store)
    case .vocabulary(let store): VocabularySheet(store: store)
    case nil: nil
    }
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
