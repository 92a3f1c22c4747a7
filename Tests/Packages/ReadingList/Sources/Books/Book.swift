import Foundation
import Sharing

public struct Book: Codable, Equatable, Identifiable, Sendable {
  /// The ISBN.
  public let id: String
  public var title: String
  public var isRead = false

  public init(id: ID, title: String) {
    self.id = id
    self.title = title
  }
}

extension Book {
  public static let emma = Self(id: "9780141439587", title: "Emma")
  public static let mobyDick = Self(id: "9780142437247", title: "Moby-Dick")
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Book>>.Default {
  public static var books: Self {
    Self[.fileStorage(.documentsDirectory.appending(component: "books.json")), default: []]
  }
}
