public import DatabaseClient
public import Dependencies
import LibraryFolder
public import Sharing

/// The settings of a library shared by several machines, each with a cached copy in a file.
public struct SettingsStore: Sendable {
  let read: @Sendable () async throws -> LibrarySettings?
  let replace: @Sendable (_ values: [String: String], _ revision: Int?) async throws -> Bool

  /// `read` returns `nil` if nothing has been set, `replace` `false` for an outdated revision.
  public init(
    read: @escaping @Sendable () async throws -> LibrarySettings?,
    replace: @escaping @Sendable (_ values: [String: String], _ revision: Int?) async throws -> Bool
  ) {
    self.read = read
    self.replace = replace
  }
}

extension SettingsStore {
  /// A stored value that is not a ``Setting``.
  public func value(_ name: String) async throws -> String? {
    try await read()?.values[name]
  }

  public func set(_ name: String, to value: String?) async throws {
    while true {
      let content = try await read()
      var values = content?.values ?? [:]
      guard values[name] != value
      else { return }
      values[name] = value
      if try await replace(values, content?.revision) { return }
    }
  }
}

extension DependencyValues {
  /// `nil` if the settings are only in the library's folder.
  public var settingsStore: SettingsStore? {
    get { self[SettingsStoreKey.self] }
    set { self[SettingsStoreKey.self] = newValue }
  }
}

private enum SettingsStoreKey: DependencyKey {
  static var liveValue: SettingsStore? { nil }
  static var testValue: SettingsStore? { nil }
}

extension Setting {
  /// Settings of a library. The others are about one machine.
  public static let ofLibrary: [Self] = [
    .language, .languages, .memoDays, .model, .quality, .speakers, .trashDays, .vocabulary,
  ]
}

extension Settings {
  var ofLibrary: [String: String] {
    var values: [String: String] = [:]
    for setting in Setting.ofLibrary {
      let text = setting.text(in: self)
      if setting != .model || !Setting.isFolder(text) { values[setting.rawValue] = text }
    }
    return values
  }

  /// Skips values that this version or engine doesn't support, and keeps a local model folder.
  fileprivate mutating func apply(_ values: [String: String]) {
    for setting in Setting.ofLibrary {
      let mine = setting.text(in: self)
      guard let text = values[setting.rawValue], text != mine,
        setting != .model || !Setting.isFolder(mine)
      else { continue }
      try? setting.set(text, in: &self)
    }
  }
}

extension Settings {
  /// Loads the stored settings, or uploads this machine's if the store has none.
  public static func refresh() async throws {
    @Dependency(\.settingsStore) var store
    guard let store
    else { return }
    let settings = Shared(.settings)
    guard let content = try await store.read()
    else { return try await settings.copy(to: store) }
    var changed = settings.wrappedValue
    changed.apply(content.values)
    guard changed != settings.wrappedValue
    else { return }
    @Dependency(\.libraryFolder) var folder
    try LibraryFolder.make(folder.root)
    settings.withLock { $0.apply(content.values) }
    try await settings.save()
  }
}

extension Shared<Settings> {
  /// Changes settings for all machines. `change` may run again after a conflict; if it throws,
  /// nothing changes. Other machines have the change even if this one's file can't be written.
  public func change(
    _ change: @Sendable (inout Settings) throws -> Void
  ) async throws {
    @Dependency(\.settingsStore) var store
    var known: [String: String] = [:]
    if let store {
      while true {
        let content = try await store.read()
        known = content?.values ?? [:]
        var settings = wrappedValue
        settings.apply(known)
        let former = settings.ofLibrary
        try change(&settings)
        // Keeps the other stored values, some of which this version may not know.
        let values =
          content == nil
          ? settings.ofLibrary
          : known.merging(settings.ofLibrary.filter { $1 != former[$0] }) { $1 }
        if values == known { break }
        if try await store.replace(values, content?.revision) { break }
      }
    }
    try withLock { [known] settings in
      settings.apply(known)
      try change(&settings)
    }
    try await save()
  }

  public func save(_ changed: [Setting]) async throws {
    @Dependency(\.settingsStore) var store
    guard store != nil
    else { return try await save() }
    let mine = wrappedValue
    try await change { settings in
      for setting in Setting.ofLibrary where changed.contains(setting) {
        try setting.set(setting.text(in: mine), in: &settings)
      }
    }
  }
}
