import ComposableArchitecture
import Foundation
import LibraryFolder
public import SharedModels
public import Tagged

/// How a person has left the list: kept in the library's folder for the next time.
public struct ListPlace: Codable, Equatable, Sendable {
  public var favoritesOnly: Bool
  public var filter: String
  public var order: Arrangement.Order
  /// The memo that was chosen.
  public var selectedID: Recording.ID?

  public init(_ arrangement: Arrangement = Arrangement(), selectedID: Recording.ID? = nil) {
    favoritesOnly = arrangement.favoritesOnly
    filter = arrangement.filter
    order = arrangement.order
    self.selectedID = selectedID
  }

  /// What cannot be read, such as an order of a newer version, is left out.
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
  /// How the list was left. Of two programs, the last one to write is right.
  static var listPlace: Self {
    @Dependency(\.libraryFolder) var folder
    return Self[
      .fileStorage(
        folder.listPlace,
        merge: ThreeWayMerge { base, mine, theirs in mine == base ? theirs : mine }),
      default: ListPlace()]
  }
}
