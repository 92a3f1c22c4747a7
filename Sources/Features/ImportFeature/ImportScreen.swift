public import ComposableArchitecture
public import ComposableTerminal
import Foundation
import SharedModels
import Styleguide
public import TerminalUI

public struct ImportScreen: Screen {
  static let listID = "import"

  public let store: StoreOf<ImportFeature>

  public init(store: StoreOf<ImportFeature>) {
    self.store = store
  }

  public var body: any View {
    Sheet("Import") {
      VStack {
        if store.items.isEmpty {
          TextField(store.field, placeholder: "files or folders, such as ~/talk.flac").priority(3)
          Divider()
          for problem in store.problems { Paragraph(problem).foreground(.wrong) }
          hint
        } else {
          outcome
        }
        footer.priority(1)
      }
      .frame(minWidth: 20, maxWidth: 72)
    }
  }

  private var hint: any View {
    if !store.completions.isEmpty { return completions }
    guard store.problems.isEmpty
    else { return Text("") }
    return Paragraph(
      "Each file is copied into the library; the original is not changed. Separate several files "
        + "with spaces, and put names that contain spaces in quotes."
    )
    .foreground(.faint)
  }

  private var outcome: any View {
    let rows = store.state.rows
    return VStack {
      List(count: rows.count, state: store.list, id: Self.listID) { OutcomeRow(row: rows[$0]) }
        .frame(minHeight: 1, maxHeight: min(12, rows.count))
      Divider()
      if let detail { Paragraph(detail).foreground(.wrong).priority(1) }
      Text(summary).foreground(.faint)
    }
  }

  private var detail: String? {
    switch store.state.selectedRow {
    case .file(let item): if case .failed(let reason) = item.status { reason } else { nil }
    case .problem(let problem): problem
    case nil: nil
    }
  }

  private var summary: String {
    let count = store.items.count
    let done = store.items.count { $0.status != .waiting && $0.status != .running }
    guard !store.isImporting
    else { return "\(done.grouped) of \(count.grouped)" }
    let added = store.addedCount
    return added == count
      ? "\(count.grouped) imported"
      : "\(added.grouped) imported, \((count - added).grouped) not imported"
  }

  private var completions: any View {
    let names = store.completions.prefix(8).map { path in
      let name = path.hasSuffix("/") ? path.dropLast() : path[...]
      return String(name.split(separator: "/").last ?? name) + (path.hasSuffix("/") ? "/" : "")
    }
    let more = store.completions.count - names.count
    return VStack {
      for name in names { Text(name) }
      if more > 0 { Text("and \(more.grouped) more").foreground(.faint) }
    }
  }
}

private struct OutcomeRow: Component {
  let row: ImportFeature.Row

  var body: some View {
    HStack(spacing: 1) {
      switch row {
      case .file(let item):
        Text(item.file.lastPathComponent).priority(1)
        Spacer()
        status(item.status)
      case .problem(let problem):
        Text(problem).foreground(.wrong)
      }
    }
  }

  private func status(_ status: FileImport.Status) -> any View {
    switch status {
    case .added(_, let isTruncated):
      isTruncated
        ? Text("imported; the file is truncated").foreground(.warning)
        : Text("imported").foreground(.good)
    case .alreadyExists(let title): Text("already in the library: \(title)").foreground(.faint)
    case .failed: Text("not imported").foreground(.wrong)
    case .running: Text("copying").foreground(.accent)
    case .waiting: Text("waiting").foreground(.faint)
    }
  }
}
