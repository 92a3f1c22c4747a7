import Dependencies
public import Foundation
public import SharedModels

extension Recording {
  /// Returns `true` if the user gave the date, not the recorder or the file, made at `created`.
  public func hasOwnDate(created: Date?) -> Bool {
    @Dependency(\.timeZone) var timeZone
    guard let original = provenance.originalDate
    else { return false }
    let named = provenance.originalFileName.flatMap { Date(fileName: $0, in: timeZone) }
    return [original, created, named].compactMap(\.self).allSatisfy {
      // Files' dates are more precise than memos' dates.
      abs($0.timeIntervalSince(date)) >= 0.002
    }
  }
}
