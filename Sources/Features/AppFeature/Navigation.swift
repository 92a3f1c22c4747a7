import ComposableArchitecture
import LibraryFolder
public import SharedModels
public import Tagged

/// The user's place in the app, stored in the library's `navigation.json`.
public struct Navigation: Codable, Equatable, Sendable {
  public struct OpenMemo: Codable, Equatable, Sendable {
    public var id: Recording.ID
    /// In seconds.
    public var time: Double

    public init(id: Recording.ID, time: Double) {
      self.id = id
      self.time = time
    }
  }

  public var path: [OpenMemo]
  public var tab: Tab

  public init(path: [OpenMemo] = [], tab: Tab = .memos) {
    self.path = path
    self.tab = tab
  }

  /// Ignores values that can't be decoded, such as a tab of a newer version.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    path = (try? container.decodeIfPresent([OpenMemo].self, forKey: .path)) ?? []
    tab = (try? container.decodeIfPresent(Tab.self, forKey: .tab)) ?? .memos
  }
}

extension SharedKey where Self == FileStorageKey<Navigation>.Default {
  /// If two programs change it, the last write wins.
  static var navigation: Self {
    @Dependency(\.libraryFolder) var folder
    return Self[
      .fileStorage(
        folder.navigation,
        merge: ThreeWayMerge { base, mine, theirs in mine == base ? theirs : mine }),
      default: Navigation()]
  }
}
