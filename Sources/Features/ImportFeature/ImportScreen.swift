public import ComposableArchitecture
public import ComposableTerminal
import Foundation
import Styleguide
public import TerminalUI

/// A sheet with a field for the names of files, and below it what became of each.
public struct ImportScreen: Screen {
  private static let listID = "import"

  public let store: StoreOf<ImportFeature>

  public init(store: StoreOf<ImportFeature>) {
    self.store = store
  }

  public var body: any View {
    Sheet("Import") {
      VStack {
        TextField(store.field, placeholder: "files or folders, such as ~/talk.flac").priority(3)
        Divider()
        for problem in store.problems.prefix(3) { Paragraph(problem).foreground(.wrong) }
        result
        footer
      }
      .frame(minWidth: 20, maxWidth: 72)
    }
  }

  private var result: any View {
    if !store.items.isEmpty { return items }
    if !store.completions.isEmpty { return completions }
    guard store.problems.isEmpty
    else { return Text("") }
    return Paragraph(
      "The library keeps a copy of each file; the file itself is not changed. Put spaces between "
        + "several files, and a name with spaces in quotes."
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
}

private struct ItemRow: Component {
  let item: FileImport

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
        ? Text("imported; the file is cut off").foreground(.warning)
        : Text("imported").foreground(.good)
    case .alreadyThere(let title): Text("already in the library: \(title)").foreground(.faint)
    case .failed: Text("not imported").foreground(.wrong)
    case .running: Text("copying").foreground(.accent)
    case .waiting: Text("waiting").foreground(.faint)
    }
  }
}
