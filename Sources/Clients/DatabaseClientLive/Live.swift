public import DatabaseClient
import DatabaseSQL
public import Foundation

extension DatabaseClient {
  /// The library in the file at `url`, created with its folder on first use. A page has 4 KiB.
  /// `now` times leases, so the clocks of all machines that use the file should agree.
  public static func live(
    at url: URL, busyTimeout: Duration = .seconds(5), maximumPageCount: Int? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> DatabaseClient {
    live(
      LibraryDatabase(
        path: url.path, busyTimeout: busyTimeout, maximumPageCount: maximumPageCount, now: now))
  }
}

extension LibraryDatabase {
  func contents(of url: URL) -> DatabaseClient {
    .live(
      LibraryDatabase(
        path: url.path, isCopy: true, busyTimeout: .seconds(5), maximumPageCount: nil, now: now))
  }

  func library(at url: URL) -> DatabaseClient { .live(at: url, now: now) }
}
