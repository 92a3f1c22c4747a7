import ComposableArchitecture
import LibraryFolder
public import SharedModels
public import Tagged

/// Where in the app the person is: stored in the library's `navigation.json` for the next time.
public struct Navigation: Codable, Equatable, Sendable {
  /// A memo that is open.
  public struct OpenMemo: Codable, Equatable, Sendable {
    public var id: Recording.ID
    /// The place in it, in seconds.
    public var time: Double

    public init(id: Recording.ID, time: Double) {
      self.id = id
      self.time = time
    }
  }

  /// From the first that was opened to the one that is shown.
  public var path: [OpenMemo]
  public var tab: Tab

  public init(path: [OpenMemo] = [], tab: Tab = .memos) {
    self.path = path
    self.tab = tab
  }

  /// What cannot be read, such as a tab of a newer version, is left out.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    path = (try? container.decodeIfPresent([OpenMemo].self, forKey: .path)) ?? []
    tab = (try? container.decodeIfPresent(Tab.self, forKey: .tab)) ?? .memos
  }
}

extension SharedKey where Self == FileStorageKey<Navigation>.Default {
  /// Where the person was in the app, in the library's folder. Of two programs, the last one to
  /// write is right.
  static var navigation: Self {
    @Dependency(\.libraryFolder) var folder
    return Self[
      .fileStorage(
        folder.navigation,
        merge: ThreeWayMerge { base, mine, theirs in mine == base ? theirs : mine }),
      default: Navigation()]
  }
}
