public import ComposableArchitecture
import Foundation
import Styleguide
public import TerminalUI

/// Where files are named, and below it what becomes of each.
@MainActor
public struct ImportView {
  let store: StoreOf<ImportFeature>

  static let listID = "import"

  public init(store: StoreOf<ImportFeature>) {
    self.store = store
  }

  /// The sheet that is shown now.
  public var view: any View {
    Sheet("Import") {
      VStack {
        TextField(store.field, placeholder: "files or folders, as ~/talk.flac").priority(3)
        Divider()
        for problem in store.problems.prefix(3) { Paragraph(problem).foreground(.wrong) }
        content
        HelpFooter(help)
      }
      .frame(minWidth: 20, maxWidth: 72)
    }
  }

  private var content: any View {
    if !store.items.isEmpty { return items }
    if !store.completions.isEmpty { return completions }
    guard store.problems.isEmpty
    else { return Text("") }
    return Paragraph(
      "The library keeps a copy of each file; the file itself is not changed. Several stand "
        + "between spaces; a name with spaces stands in quotes."
    )
    .foreground(.faint)
  }

  private var items: any View {
    let items = store.items
    let current = items.firstIndex { $0.status == .running || $0.status == .waiting }
    return VStack {
      List(
        count: items.count, state: ListState(selection: current ?? items.count - 1),
        id: Self.listID
      ) { ItemRow(item: items[$0]) }
      .frame(maxHeight: min(12, items.count))
      Text(summary).foreground(.faint)
      for reason in failures.prefix(3) { Paragraph(reason).foreground(.wrong) }
    }
  }

  private var failures: [String] {
    store.items.compactMap { if case .failed(let reason) = $0.status { reason } else { nil } }
  }

  private var summary: String {
    let count = store.items.count
    let done = store.items.count { $0.status != .waiting && $0.status != .running }
    guard !store.isImporting
    else { return "\(done) of \(count)" }
    let added = store.addedCount
    return added == count
      ? "\(count) new" : "\(added) new, \(count - added) not"
  }

  private var completions: any View {
    let names = store.completions.prefix(8).map { path in
      let name = path.hasSuffix("/") ? path.dropLast() : path[...]
      return String(name.split(separator: "/").last ?? name) + (path.hasSuffix("/") ? "/" : "")
    }
    let more = store.completions.count - names.count
    return VStack {
      for name in names { Text(name) }
      if more > 0 { Text("and \(more) more").foreground(.faint) }
    }
  }

  private var help: [HelpFooter.Item] {
    if store.isImporting { return [.init("esc", "stop")] }
    if !store.items.isEmpty { return [.init("enter", "close")] }
    return [.init("enter", "import"), .init("tab", "go on with the name"), .init("esc", "close")]
  }

  /// Does what a key asks for. Nothing behind the sheet gets one.
  ///
  /// - Returns: Whether it is of use here.
  public func handle(_ event: Event) -> Bool {
    var field = store.field
    switch event {
    case .key(.enter):
      // After all is done, there is nothing left to do.
      if !store.isImporting {
        store.send(store.items.isEmpty ? .importButtonTapped : .closeButtonTapped)
      }
    case .key(.escape): store.send(.closeButtonTapped)
    case .key(.tab): store.send(.completeButtonTapped)
    case .key, .paste:
      if !store.isImporting, field.handle(event) { store.send(.fieldChanged(field)) }
    case .background, .focus, .mouse, .resize: return false
    }
    return true
  }
}

private struct ItemRow: Component {
  let item: ImportFeature.Item

  var body: some View {
    HStack(spacing: 1) {
      Text(item.file.lastPathComponent).priority(1)
      Spacer()
      status
    }
  }

  private var status: any View {
    switch item.status {
    case .added(_, let isCutOff):
      isCutOff
        ? Text("kept; the file is cut off").foreground(.warning) : Text("kept").foreground(.good)
    case .alreadyThere(let title): Text("is there already: \(title)").foreground(.faint)
    case .failed: Text("not kept").foreground(.wrong)
    case .running: Text("being copied").foreground(.accent)
    case .waiting: Text("waits").foreground(.faint)
    }
  }
}
