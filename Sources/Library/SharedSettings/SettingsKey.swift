import Dependencies
import Foundation
import LibraryFolder
import SharedModels
public import Sharing

extension SharedReaderKey where Self == FileStorageKey<Settings>.Default {
  /// The settings in the library's `settings.json`. Changes of two processes are merged by field.
  /// An unreadable file is renamed, the defaults apply, and `$settings.loadError` has the reason.
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
  static var settings: Self {
    Self { base, mine, theirs in
      var result = theirs
      func take<Field: Equatable>(_ field: WritableKeyPath<Settings, Field>) {
        if mine[keyPath: field] != base[keyPath: field] {
          result[keyPath: field] = mine[keyPath: field]
        }
      }
      take(\.assistant)
      take(\.assistantKey)
      take(\.assistantModel)
      take(\.compute)
      take(\.engine)
      take(\.engineKey)
      take(\.language)
      take(\.languages)
      take(\.model)
      take(\.quality)
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
