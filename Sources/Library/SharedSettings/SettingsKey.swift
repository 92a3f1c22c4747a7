import Dependencies
import Foundation
import LibraryFolder
import SharedModels
public import Sharing

extension SharedReaderKey where Self == FileStorageKey<Settings>.Default {
  /// What a person has set, in the library's `settings.json`.
  ///
  /// ```swift
  /// @Shared(.settings) var settings
  /// ```
  ///
  /// - A file that is missing, and any field that it does not have, stands for the default.
  /// - Where two processes set different things, both count.
  /// - A file that cannot be understood is moved to a dated name beside it, the defaults are used,
  ///   and `$settings.loadError` says what is wrong with it and where it is now.
  public static var settings: Self {
    @Dependency(\.libraryFolder) var folder
    let encoder = JSONEncoder.speechMemo
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Self[
      .fileStorage(
        folder.settings, merge: .settings, decoder: .speechMemo, encoder: encoder),
      default: Settings()]
  }
}

extension ThreeWayMerge where Value == Settings {
  /// Of each field what was changed here, and else what is there. Words that were added or removed
  /// on either side are added or removed.
  static var settings: Self {
    Self { base, mine, theirs in
      var result = theirs
      func take<Field: Equatable>(_ field: WritableKeyPath<Settings, Field>) {
        if mine[keyPath: field] != base[keyPath: field] {
          result[keyPath: field] = mine[keyPath: field]
        }
      }
      take(\.engine)
      take(\.engineKey)
      take(\.language)
      take(\.model)
      take(\.retention.memoDays)
      take(\.retention.trashDays)
      take(\.speakers)
      take(\.theme)
      let removed = Set(base.vocabulary).subtracting(mine.vocabulary)
      result.vocabulary =
        theirs.vocabulary.filter { !removed.contains($0) }
        + mine.vocabulary.filter { !base.vocabulary.contains($0) }
      return result
    }
  }
}
