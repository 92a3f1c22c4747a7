public import ComposableArchitecture
public import TerminalUI

extension ExportView {
  /// Does what a key or the mouse says. All keys are the sheet's.
  ///
  /// - Parameters:
  ///   - event: What was done.
  ///   - store: The feature.
  ///   - frame: What the person sees.
  /// - Returns: Whether it means anything to the export.
  @MainActor
  @discardableResult
  public static func handle(
    _ event: Event, _ store: StoreOf<ExportFeature>, _ frame: Frame
  ) -> Bool {
    if let alert = store.alert { return handle(event, alert, store, frame) }
    switch event {
    case .key(let key): handle(key, store)
    case .mouse(let mouse) where mouse.kind == .press:
      guard let field = frame.tag(ExportFeature.Field.self, at: mouse.point)
      else { return false }
      store.send(.fieldChosen(field))
    case .paste(let text): edit(store) { $0.insert(text) }
    case .background, .focus, .mouse, .resize: return false
    }
    return true
  }

  @MainActor
  private static func handle(_ key: Key, _ store: StoreOf<ExportFeature>) {
    switch (key, store.phase) {
    case (.escape, _), (.enter, .finished): store.send(.cancelButtonTapped)
    case (_, .exporting), (_, .finished): break
    case (.enter, _): store.send(.exportButtonTapped)
    case (.down, _), (.tab, _): store.send(.fieldButtonTapped(by: 1))
    case (.up, _), (.backtab, _): store.send(.fieldButtonTapped(by: -1))
    case (.left, _) where store.field.isChoice: change(by: -1, store)
    case (.right, _) where store.field.isChoice: change(by: 1, store)
    default: edit(store) { $0.handle(key) }
    }
  }

  @MainActor
  private static func change(by distance: Int, _ store: StoreOf<ExportFeature>) {
    switch store.field {
    case .content: store.send(.contentButtonTapped(by: distance))
    case .lineCount: store.send(.lineCountButtonTapped(by: distance))
    case .lineLength: store.send(.lineLengthButtonTapped(by: distance))
    case .folder, .name: break
    }
  }

  @MainActor
  private static func edit(
    _ store: StoreOf<ExportFeature>, _ change: (inout TextFieldState) -> Void
  ) {
    guard store.phase == .choosing
    else { return }
    switch store.field {
    case .folder:
      var folder = store.folder
      change(&folder)
      if folder != store.folder { store.send(.folderChanged(folder)) }
    case .name:
      var name = store.name
      change(&name)
      if name != store.name { store.send(.nameChanged(name)) }
    case .content, .lineCount, .lineLength: break
    }
  }

  @MainActor
  private static func handle(
    _ event: Event, _ alert: AlertState<ExportFeature.Action.Alert>,
    _ store: StoreOf<ExportFeature>, _ frame: Frame
  ) -> Bool {
    let button: Int?
    switch event {
    case .key("r"): button = alert.buttons.firstIndex { $0.role == .destructive }
    case .key(.enter), .key(.escape): button = nil
    case .mouse(let mouse) where mouse.kind == .press:
      guard let pressed = frame.tag(Dialog.Button.self, at: mouse.point)
      else { return true }
      button = pressed.index
    case .key, .mouse, .paste: return true
    case .background, .focus, .resize: return false
    }
    let action = button.flatMap { alert.buttons.indices.contains($0) ? alert.buttons[$0] : nil }?
      .action.action
    store.send(action.map { .alert(.presented($0)) } ?? .alert(.dismiss))
    return true
  }
}
