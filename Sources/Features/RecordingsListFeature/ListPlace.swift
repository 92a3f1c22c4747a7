import ComposableArchitecture
import LibraryFolder
public import SharedModels
public import Tagged

/// The list's filter, order and selection, stored in the library's folder.
public struct ListPlace: Codable, Equatable, Sendable {
  public var favoritesOnly: Bool
  public var filter: String
  public var order: Arrangement.Order
  public var selectedID: Recording.ID?

  public init(_ arrangement: Arrangement = Arrangement(), selectedID: Recording.ID? = nil) {
    favoritesOnly = arrangement.favoritesOnly
    filter = arrangement.filter
    order = arrangement.order
    self.selectedID = selectedID
  }

  /// Ignores values that can't be decoded, such as an order of a newer version.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      Arrangement(
        order: (try? container.decodeIfPresent(Arrangement.Order.self, forKey: .order)) ?? .newest,
        favoritesOnly: (try? container.decodeIfPresent(Bool.self, forKey: .favoritesOnly)) ?? false,
        filter: (try? container.decodeIfPresent(String.self, forKey: .filter)) ?? ""),
      selectedID: (try? container.decodeIfPresent(Recording.ID.self, forKey: .selectedID)) ?? nil)
  }

  var arrangement: Arrangement {
    Arrangement(order: order, favoritesOnly: favoritesOnly, filter: filter)
  }
}

extension SharedKey where Self == FileStorageKey<ListPlace>.Default {
  /// If two programs change it, the last write wins.
  static var listPlace: Self {
    @Dependency(\.libraryFolder) var folder
    return Self[
      .fileStorage(
        folder.listPlace,
        merge: ThreeWayMerge { base, mine, theirs in mine == base ? theirs : mine }),
      default: ListPlace()]
  }
}
