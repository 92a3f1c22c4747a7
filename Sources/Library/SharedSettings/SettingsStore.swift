public import DatabaseClient
public import Dependencies
import LibraryFolder
public import Sharing

/// Where the settings of a library are that many machines use: what each of them has in a file is what
/// was there the last time that it looked.
public struct SettingsStore: Sendable {
  let read: @Sendable () async throws -> LibrarySettings?
  let replace: @Sendable (_ values: [String: String], _ revision: Int?) async throws -> Bool

  /// - Parameters:
  ///   - read: What is there, as texts that ``Setting/set(_:in:)`` takes; `nil` where nothing has been
  ///     set yet.
  ///   - replace: Puts other values in the place of those with that revision, or says that they are not
  ///     what is there.
  public init(
    read: @escaping @Sendable () async throws -> LibrarySettings?,
    replace: @escaping @Sendable (_ values: [String: String], _ revision: Int?) async throws -> Bool
  ) {
    self.read = read
    self.replace = replace
  }
}

extension DependencyValues {
  /// Where the settings of the library are besides its folder; `nil` where they are only there.
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
  /// The settings that concern a library, whatever machine it is used from. The others are about one
  /// machine: its programs, its folders, its screen.
  public static let ofLibrary: [Self] = [
    .language, .memoDays, .model, .speakers, .trashDays, .vocabulary,
  ]
}

extension Settings {
  /// What concerns the library, as a store has it. A folder is one of this machine.
  var ofLibrary: [String: String] {
    var values: [String: String] = [:]
    for setting in Setting.ofLibrary {
      let text = setting.text(in: self)
      if setting != .model || !Setting.isFolder(text) { values[setting.rawValue] = text }
    }
    return values
  }

  /// Takes what a store has. What this version, or this machine's engine, does not understand is left
  /// as it is, and so is a folder of this machine.
  fileprivate mutating func take(_ values: [String: String]) {
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
  /// Has what was set on other machines count here, too. Where settings are only in the library's folder,
  /// nothing is read.
  ///
  /// What a machine has set in its file before there was a store is taken over by that.
  public static func refresh() async throws {
    @Dependency(\.settingsStore) var store
    guard let store
    else { return }
    let settings = Shared(.settings)
    guard let content = try await store.read()
    else { return try await settings.give(to: store) }
    var changed = settings.wrappedValue
    changed.take(content.values)
    guard changed != settings.wrappedValue
    else { return }
    @Dependency(\.libraryFolder) var folder
    // It may be the first file that this machine has of the library.
    try LibraryFolder.make(folder.root)
    settings.withLock { $0.take(content.values) }
    try await settings.save()
  }
}

extension Shared<Settings> {
  /// Changes settings, and returns when they are kept: where other machines find them as well, if there
  /// are any.
  ///
  /// - Parameter change: Done again where others have set something meanwhile.
  /// - Throws: What `change` throws, with nothing changed, and why they could not be kept. Where it is
  ///   this machine's file that cannot be written, the others have the change.
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
        settings.take(known)
        let former = settings.ofLibrary
        try change(&settings)
        // The rest stays as it is there, which may be more than is understood here.
        let values =
          content == nil
          ? settings.ofLibrary
          : known.merging(settings.ofLibrary.filter { $1 != former[$0] }) { $1 }
        if values == known { break }
        if try await store.replace(values, content?.revision) { break }
      }
    }
    try withLock { [known] settings in
      settings.take(known)
      try change(&settings)
    }
    try await save()
  }

  /// Keeps what was changed here already, as ``change(_:)`` does.
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
