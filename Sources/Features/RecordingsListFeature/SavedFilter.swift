import ComposableArchitecture
import LibraryFolder

public struct SavedFilter: Codable, Equatable, Sendable {
  public var favoritesOnly: Bool
  public var name: String
  public var text: String

  public init(_ name: String, text: String, favoritesOnly: Bool = false) {
    self.favoritesOnly = favoritesOnly
    self.name = name
    self.text = text
  }

  /// Optional values default if a newer version leaves them out.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(String.self, forKey: .name),
      text: (try? container.decodeIfPresent(String.self, forKey: .text)) ?? "",
      favoritesOnly: (try? container.decodeIfPresent(Bool.self, forKey: .favoritesOnly)) ?? false)
  }
}

extension [SavedFilter] {
  mutating func keep(_ filter: SavedFilter) {
    if let index = firstIndex(where: { $0.name == filter.name }) {
      self[index] = filter
    } else {
      append(filter)
    }
  }
}

extension SharedKey where Self == FileStorageKey<[SavedFilter]>.Default {
  /// Two programs keep each other's filters.
  static var savedFilters: Self {
    @Dependency(\.libraryFolder) var folder
    return Self[
      .fileStorage(
        folder.filters,
        merge: ThreeWayMerge { base, mine, theirs in
          let names = Set(mine.map(\.name))
          let removed = Set(base.map(\.name)).subtracting(names)
          var merged = theirs.filter { !removed.contains($0.name) }
          for filter in mine where !base.contains(filter) { merged.keep(filter) }
          return merged
        }),
      default: []]
  }
}
