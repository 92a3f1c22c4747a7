import Dependencies
import Foundation
public import LibraryFolder
import POSIX
import SoundCore

/// Crash reports of the Swift runtime, set up by `CCrashReports`. They contain no memory contents.
public struct CrashReports: Sendable {
  public static let limit = 10

  private let folder: URL

  public init(_ library: LibraryFolder) {
    folder = library.crashes
  }

  public func prune() {
    for report in newestFirst().dropFirst(Self.limit) { try? removeFile(report.path) }
  }

  var count: Int { newestFirst().count }

  func findings() -> [Finding] {
    let reports = newestFirst()
    guard let newest = reports.first
    else { return [] }
    @Dependency(\.timeZone) var timeZone
    let date = Date(timeIntervalSince1970: TimeInterval(newest.seconds))
      .formatted(Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: timeZone))
      .prefix("2026-11-25 14:03".count)
    return [
      .remark(
        "crash reports", "\(reports.count), the newest from \(date)",
        fix: "attach \(newest.path) to a bug report, then delete it")
    ]
  }

  private struct Report {
    var path: String
    var seconds: Int
    var nanoseconds: Int
  }

  private func newestFirst() -> [Report] {
    folder.fileNames.filter { $0.hasSuffix(".log") }.compactMap { name in
      let path = "\(folder.path)/\(name)"
      return (try? fileStatus(of: path, followingLinks: false)).map {
        Report(path: path, seconds: $0.st_mtim.tv_sec, nanoseconds: $0.st_mtim.tv_nsec)
      }
    }
    .sorted { ($0.seconds, $0.nanoseconds, $0.path) > ($1.seconds, $1.nanoseconds, $1.path) }
  }
}
