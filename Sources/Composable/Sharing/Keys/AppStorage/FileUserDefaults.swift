import Dependencies
public import FileStorage
public import Foundation
import IssueReporting

/// A `UserDefaults` whose suite is one file that several processes may use at a time.
///
/// Foundation's own decides when it writes, reports no change, and loses the keys that another
/// process has written. This one
///
/// - stores each suite in a property list, `app-storage.plist` in a folder with the suite's name in
///   `XDG_CONFIG_HOME` (default `~/.config`);
/// - notifies all shared values of a key before the call that changes it returns, and of changes by
///   other processes;
/// - writes the first change at once, further changes within a second together, and pending changes
///   before the process ends; see ``flushSharedStorage()``;
/// - replaces the file under its lock, merging key by key, so that processes that set different
///   keys lose nothing; for the same key, the last one wins.
///
/// Instances for the same suite are interchangeable.
public final class FileUserDefaults: UserDefaults {
  let store: SuiteStore

  /// The suite of this name, with the current throttle and storage.
  ///
  /// - Parameter suiteName: The name; `nil` for that of the program.
  public override convenience init(suiteName: String?) {
    @Dependency(\.defaultFileStorage) var files
    self.init(url: Self.url(ofSuite: suiteName ?? Self.programName), storage: files)
  }

  /// The suite that is kept in a certain file.
  ///
  /// - Parameters:
  ///   - url: The property list.
  ///   - storage: The storage of the file.
  public init(url: URL, storage: FileStorage) {
    store = SuiteTable.shared.store(of: url, in: storage)
    super.init(suiteName: nil)!
  }

  init(store: SuiteStore) {
    self.store = store
    super.init(suiteName: nil)!
  }

  // Overrides of Foundation's file access. Typed getters such as `bool(forKey:)` call
  // `object(forKey:)`.

  /// The value of a name, of a type that a property list can hold.
  public override func object(forKey defaultName: String) -> Any? {
    store.value(for: defaultName).value?.foundation
  }

  /// The URL of a name; `nil` if the value is not a URL.
  public override func url(forKey defaultName: String) -> URL? {
    store.value(for: defaultName).value.flatMap { try? AppStorageCoding<URL>.url.read($0) }
  }

  /// Sets a value that a property list can hold. Any other is reported as an issue, and not set.
  public override func set(_ value: Any?, forKey defaultName: String) {
    guard let value
    else { return store.set(nil, for: defaultName) }
    guard let stored = StoredValue(value)
    else {
      return reportIssue(
        """
        A value of type '\(type(of: value))' cannot be stored for '\(defaultName)': it is none that \
        a property list can hold. Store its data, or use a Codable type with 'appStorage'.
        """)
    }
    store.set(stored, for: defaultName)
  }

  /// Sets an integer.
  public override func set(_ value: Int, forKey defaultName: String) {
    store.set(.int(value), for: defaultName)
  }

  /// Sets a number, which is kept as a `Double`.
  public override func set(_ value: Float, forKey defaultName: String) {
    store.set(.double(Double(value)), for: defaultName)
  }

  /// Sets a number.
  public override func set(_ value: Double, forKey defaultName: String) {
    store.set(.double(value), for: defaultName)
  }

  /// Sets a truth value.
  public override func set(_ value: Bool, forKey defaultName: String) {
    store.set(.bool(value), for: defaultName)
  }

  /// Sets a URL, or removes it.
  public override func set(_ url: URL?, forKey defaultName: String) {
    store.set(url.map { .string($0.absoluteString) }, for: defaultName)
  }

  /// Removes the value of a name.
  public override func removeObject(forKey defaultName: String) {
    store.set(nil, for: defaultName)
  }

  /// Sets the values that are read if the file has none. They are not written.
  public override func register(defaults registrationDictionary: [String: Any]) {
    store.register(registrationDictionary.compactMapValues(StoredValue.init))
  }

  /// All values by name, the registered ones included.
  public override func dictionaryRepresentation() -> [String: Any] {
    store.allValues.mapValues(\.foundation)
  }

  /// Writes pending changes, and waits until that is done.
  ///
  /// - Returns: Whether everything is written.
  @discardableResult
  public override func synchronize() -> Bool {
    store.flush()
    return !store.hasFailedSave
  }
}

extension FileUserDefaults {
  /// The file of a suite.
  ///
  /// - Parameters:
  ///   - name: The suite's name, which becomes one path component.
  ///   - configuration: The folder of all suites.
  public static func url(
    ofSuite name: String, configuration: URL = FileUserDefaults.configurationFolder
  ) -> URL {
    let visible = name.replacing("/", with: ":").drop { $0 == "." }
    return configuration.appending(component: visible.isEmpty ? "_\(name)" : String(visible))
      .appending(component: "app-storage.plist")
  }

  /// `XDG_CONFIG_HOME`, else `~/.config`.
  public static var configurationFolder: URL { XDGFolders().configuration }

  private static var programName: String {
    Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
  }
}

extension UserDefaults {
  /// A new, empty store in memory, which is not shared and never written.
  public static var inMemory: UserDefaults {
    FileUserDefaults(store: SuiteStore(file: nil))
  }
}
